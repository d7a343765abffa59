// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BoundAccounts} from "./BoundAccounts.sol";

interface IToken {
    function approve(address spender, uint256 amount) external returns (bool);
}

/// What is used of Circle's TokenMessengerV2
interface IMessenger {
    function depositForBurn(
        uint256 amount,
        uint32 destinationDomain,
        bytes32 mintRecipient,
        address burnToken,
        bytes32 destinationCaller,
        uint256 maxFee,
        uint32 minFinalityThreshold
    ) external;
    function localMinter() external view returns (address);
    function minFee() external view returns (uint256);
}

/// What is used of Circle's TokenMinterV2
interface IMinter {
    function burnLimitsPerMessage(address token) external view returns (uint256);
}

/// Moves USDC from a merchant's payments to his wallet on another network by Circle's CCTP v2: it is burned here, and
/// minted there.
///
/// The money waits at an account that is bound to its terms, as the recipient of deposits. It can leave the account in
/// two ways: to the wallet of the terms on the other network, or to their wallet on this one. Anybody may call. There is
/// no owner, no upgrade, no DELEGATECALL and no SELFDESTRUCT.
contract BurnConverter is BoundAccounts {
    /// The address of an account commits to all of this. Amounts are in the token's smallest unit.
    struct Terms {
        /// Where `release` pays: the merchant's wallet on this network
        address wallet;
        /// The token that is burned
        address token;
        /// Circle's TokenMessengerV2
        address messenger;
        /// The network of the destination, by its number in CCTP
        uint32 domain;
        /// The wallet there
        bytes32 recipient;
        /// The smallest burn. Each has to be delivered there, so nobody may make many small ones.
        uint128 minimum;
        /// At least so many millionths of what is burned arrive.
        uint32 least;
        /// The most that may be taken from one burn
        uint128 maxFee;
        /// The finality that the burn needs before it is attested: 2000 standard, 1000 fast
        uint32 finality;
    }

    /// What somebody other than the wallet may release, and from when on
    struct Notice {
        uint64 from;
        uint192 amount;
    }

    /// `amount` was burned, of which `maxFee` at most does not arrive.
    event Converted(address indexed account, uint256 amount, uint256 maxFee);
    /// So much came to the wallet on this network. Anybody can have this emitted for a token of their own: look at `token`.
    event Released(address indexed account, address token, uint256 amount);
    /// From `from` on, in seconds since 1970, anybody may release `amount`.
    event Announced(address indexed account, uint256 amount, uint256 from);

    /// There is nothing to release.
    error Empty();
    /// There is less to convert than one burn must have.
    error TooLittle();
    /// The token does not tell its balances.
    error NoBalance();
    /// The messenger did not burn exactly what it was to burn: it says why if the account's call to it is simulated.
    error NotBurned();
    /// Nothing came to the wallet.
    error NotReleased();
    /// It would have moved the token of the terms, too.
    error SameBalance();
    /// Nobody but the wallet may release this yet.
    error TooEarly(uint256 from);

    uint256 private constant MILLION = 1_000_000;
    /// The parts of an amount in which Circle counts its fee
    uint256 private constant FEE_PARTS = 10_000_000;
    uint256 private constant WAIT = 72 hours;

    /// The notices of accounts
    mapping(address => Notice) public notices;

    /// Burns what is at the account, at most what one burn may have. The caller chooses nothing: nobody can make it slower
    /// or dearer than the terms say.
    function convert(Terms calldata terms) external returns (uint256 amount) {
        address account = open(terms);
        uint256 held = read(terms.token, account);
        amount = min(held, burnLimit(terms));
        if (amount == 0 || amount < terms.minimum) revert TooLittle();
        uint256 maxFee = min(terms.maxFee, amount - (amount * terms.least + MILLION - 1) / MILLION);
        tell(account, terms.token, abi.encodeCall(IToken.approve, (terms.messenger, amount)));
        // Anybody may deliver it there: no caller of the destination is named.
        bytes memory burn = abi.encodeCall(
            IMessenger.depositForBurn,
            (amount, terms.domain, terms.recipient, terms.token, bytes32(0), maxFee, terms.finality)
        );
        tell(account, terms.messenger, burn);
        if (read(terms.token, account) != held - amount) revert NotBurned();
        if (notices[account].from != 0) delete notices[account];
        emit Converted(account, amount, maxFee);
    }

    /// Pays the wallet on this network. The wallet itself gets everything at once, and so does whoever asks for another
    /// token than that of the terms, or for the chain's own coin (address 0). Others announce what is there, and may
    /// release that much three days later if nothing was converted meanwhile. Answers what arrived: 0 after an announcement.
    function release(Terms calldata terms, address token) external returns (uint256 amount) {
        address account = open(terms);
        uint256 held = read(token, account);
        if (held == 0) revert Empty();
        if (token != terms.token) {
            uint256 kept = read(terms.token, account);
            amount = pay(account, terms.wallet, token, held);
            // On a chain whose own coin is this token, both have one balance.
            if (read(terms.token, account) != kept) revert SameBalance();
            return amount;
        }
        if (msg.sender != terms.wallet) {
            Notice memory notice = notices[account];
            if (notice.from == 0) return announce(account, held);
            if (block.timestamp < notice.from) revert TooEarly(notice.from);
            held = min(held, notice.amount);
        }
        delete notices[account];
        amount = pay(account, terms.wallet, token, held);
    }

    /// Where the account of these terms is, even before it has code.
    function accountAddress(Terms calldata terms) external view returns (address) {
        return addressOf(keccak256(abi.encode(terms)), keccak256(accountCode()));
    }

    function open(Terms calldata terms) private returns (address account) {
        bytes memory code = accountCode();
        bytes32 salt = keccak256(abi.encode(terms));
        account = addressOf(salt, keccak256(code));
        if (account.code.length == 0) create(salt, code);
    }

    /// The most that one burn may have: Circle's limit, and the amount of which its least fee is `maxFee`. What it does not
    /// tell is no limit.
    function burnLimit(Terms calldata terms) private view returns (uint256 limit) {
        limit = type(uint256).max;
        (bool told, uint256 minter) = ask(terms.messenger, abi.encodeCall(IMessenger.localMinter, ()));
        uint256 answer;
        if (told) {
            bytes memory question = abi.encodeCall(IMinter.burnLimitsPerMessage, (terms.token));
            (told, answer) = ask(address(uint160(minter)), question);
            if (told) limit = answer;
        }
        (told, answer) = ask(terms.messenger, abi.encodeCall(IMessenger.minFee, ()));
        if (told && answer > 0) limit = min(limit, terms.maxFee * FEE_PARTS / answer);
    }

    function ask(address target, bytes memory question) private view returns (bool told, uint256 answer) {
        bytes memory answered;
        (told, answered) = target.staticcall(question);
        told = told && answered.length >= 32;
        if (told) answer = abi.decode(answered, (uint256));
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

    function tell(address account, address target, bytes memory data) private {
        give(account, orderOf(target, 0, data), most());
    }

    /// A balance, in a token or in the chain's own coin (address 0)
    function read(address token, address owner) private view returns (uint256 amount) {
        if (token == address(0)) return owner.balance;
        bool told;
        (told, amount) = balanceOf(token, owner, most());
        if (!told) revert NoBalance();
    }

    /// Nearly all gas that is left. What a call misses makes it fail, and then nothing was done.
    function most() private view returns (uint256) {
        return gasleft() - gasleft() / 32;
    }

    function min(uint256 one, uint256 other) private pure returns (uint256) {
        return one < other ? one : other;
    }
}
