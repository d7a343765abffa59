// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BoundAccounts} from "./BoundAccounts.sol";

interface IToken {
    function approve(address spender, uint256 amount) external returns (bool);
}

/// Accounts of converters. A converter moves one token on; all else, and what it cannot move, is released to the wallet of
/// the account's terms.
abstract contract ReleasableAccounts is BoundAccounts {
    /// What somebody other than the wallet may release, and from when on
    struct Notice {
        uint64 from;
        uint192 amount;
    }

    /// So much came to the wallet on this network. Anybody can have this emitted for a token of their own: look at `token`.
    event Released(address indexed account, address token, uint256 amount);
    /// From `from` on, in seconds since 1970, anybody may release `amount`.
    event Announced(address indexed account, uint256 amount, uint256 from);

    /// There is nothing to release.
    error Empty();
    /// There is less to convert than one conversion must have.
    error TooLittle();
    /// The token does not tell its balances.
    error NoBalance();
    /// Nothing came to the wallet.
    error NotReleased();
    /// It would have moved the token of the terms, too.
    error SameBalance();
    /// Nobody but the wallet may release this yet.
    error TooEarly(uint256 from);

    uint256 internal constant MILLION = 1_000_000;
    uint256 private constant WAIT = 72 hours;

    /// The notices of accounts
    mapping(address => Notice) public notices;

    function open(bytes32 salt) internal returns (address account) {
        bytes memory code = accountCode();
        account = addressOf(salt, keccak256(code));
        if (account.code.length == 0) create(salt, code);
    }

    /// A conversion takes the account's notice back.
    function forgetNotice(address account) internal {
        if (notices[account].from != 0) delete notices[account];
    }

    /// Pays the wallet on this network. `converted` is the token of the terms: the wallet gets it at once, and others have
    /// to announce it. Any other token, and the chain's own coin (address 0), goes to the wallet at once, whoever asks.
    function release(address account, address wallet, address converted, address token)
        internal
        returns (uint256 amount)
    {
        uint256 held = read(token, account);
        if (held == 0) revert Empty();
        if (token != converted) {
            // Money that came on another network: the token of the terms has no code here, so there is nothing to keep.
            (bool told, uint256 kept) = balanceOf(converted, account, most());
            amount = pay(account, wallet, token, held);
            // On a chain whose own coin is this token, both have one balance.
            if (told && read(converted, account) != kept) revert SameBalance();
            return amount;
        }
        if (msg.sender != wallet) {
            Notice memory notice = notices[account];
            if (notice.from == 0) return announce(account, held);
            if (block.timestamp < notice.from) revert TooEarly(notice.from);
            held = min(held, notice.amount);
        }
        delete notices[account];
        amount = pay(account, wallet, token, held);
    }

    function ask(address target, bytes memory question) internal view returns (bool told, uint256 answer) {
        bytes memory answered;
        (told, answered) = target.staticcall(question);
        told = told && answered.length >= 32;
        if (told) answer = abi.decode(answered, (uint256));
    }

    function tell(address account, address target, bytes memory data) internal {
        give(account, orderOf(target, 0, data), most());
    }

    /// A balance, in a token or in the chain's own coin (address 0)
    function read(address token, address owner) internal view returns (uint256 amount) {
        if (token == address(0)) return owner.balance;
        bool told;
        (told, amount) = balanceOf(token, owner, most());
        if (!told) revert NoBalance();
    }

    function min(uint256 one, uint256 other) internal pure returns (uint256) {
        return one < other ? one : other;
    }

    /// What arrived, of a token; what left the account, of the chain's own coin, which a wallet may pass on at once.
    function pay(address account, address wallet, address token, uint256 held) private returns (uint256 amount) {
        if (token == address(0)) {
            give(account, orderOf(wallet, held, ""), most());
            amount = held - account.balance;
        } else {
            uint256 before = read(token, wallet);
            tell(account, token, abi.encodeWithSelector(TRANSFER, wallet, held));
            uint256 afterwards = read(token, wallet);
            amount = afterwards > before ? min(afterwards - before, held) : 0;
        }
        if (amount == 0) revert NotReleased();
        emit Released(account, token, amount);
    }

    function announce(address account, uint256 held) private returns (uint256) {
        uint256 from = block.timestamp + WAIT;
        notices[account] = Notice(uint64(from), uint192(min(held, type(uint192).max)));
        emit Announced(account, held, from);
        return 0;
    }

    /// Nearly all gas that is left. What a call misses makes it fail, and then nothing was done.
    function most() private view returns (uint256) {
        return gasleft() - gasleft() / 32;
    }
}
