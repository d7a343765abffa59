// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IToken, ReleasableAccounts} from "./ReleasableAccounts.sol";

/// What is used of Sky's peg-stability module (DssLitePsm)
interface IModule {
    function buyGem(address recipient, uint256 amount) external returns (uint256);
    function tout() external view returns (uint256);
}

/// Changes DAI from a merchant's payments into USDC on the same network, by a peg-stability module: one for one, less the
/// module's fee.
///
/// The money waits at an account that is bound to its terms, as the recipient of deposits. It can leave the account in
/// two ways: as USDC to the recipient of the terms, or as it is to their wallet. Anybody may call. There is no owner, no
/// upgrade, no DELEGATECALL and no SELFDESTRUCT.
contract PegConverter is ReleasableAccounts {
    /// The address of an account commits to all of this.
    struct Terms {
        /// Where `release` pays
        address wallet;
        /// The token that is paid
        address token;
        /// The module. Its code has to be trusted: it may move what it is paid.
        address module;
        /// The token that is bought
        address bought;
        /// Who gets it: the merchant's wallet, or an account that moves it on
        address recipient;
        /// So many of the token's smallest units are one of the bought token, at par
        uint128 unit;
        /// At least so many millionths of what is paid are bought, at par.
        uint32 least;
    }

    /// The account paid `paid`, and `bought` came to the recipient.
    event Swapped(address indexed account, uint256 paid, uint256 bought);

    /// The module sells nothing, or does not tell its fee.
    error Halted();
    /// The fee would leave less than the terms ask for.
    error TooDear();
    /// The module did not take and pay exactly what it was to: it says why if the account's call to it is simulated.
    error NotSwapped();

    /// The parts of an amount in which the module counts its fee
    uint256 private constant FEE_PARTS = 10 ** 18;

    /// Buys as much as all that is at the account pays for, and leaves what is less than a unit. The caller chooses nothing.
    function convert(Terms calldata terms) external returns (uint256 bought) {
        address account = open(keccak256(abi.encode(terms)));
        uint256 held = read(terms.token, account);
        uint256 fee;
        (bought, fee) = findPrice(terms, held);
        uint256 paid = bought * terms.unit + fee;
        uint256 before = read(terms.bought, terms.recipient);
        tell(account, terms.token, abi.encodeCall(IToken.approve, (terms.module, paid)));
        tell(account, terms.module, abi.encodeCall(IModule.buyGem, (terms.recipient, bought)));
        if (read(terms.token, account) != held - paid) revert NotSwapped();
        if (read(terms.bought, terms.recipient) < before + bought) revert NotSwapped();
        forgetNotice(account);
        emit Swapped(account, paid, bought);
    }

    /// Pays the wallet on this network. The wallet itself gets everything at once, and so does whoever asks for another
    /// token than that of the terms, or for the chain's own coin (address 0). Others announce what is there, and may
    /// release that much three days later if nothing was converted meanwhile. Answers what arrived: 0 after an announcement.
    function release(Terms calldata terms, address token) external returns (uint256 amount) {
        return release(open(keccak256(abi.encode(terms))), terms.wallet, terms.token, token);
    }

    /// Where the account of these terms is, even before it has code.
    function accountAddress(Terms calldata terms) external view returns (address) {
        return addressOf(keccak256(abi.encode(terms)), keccak256(accountCode()));
    }

    /// The most that `held` pays for, and the fee for it. The module rounds its fee down.
    function findPrice(Terms calldata terms, uint256 held) private view returns (uint256 bought, uint256 fee) {
        (bool told, uint256 tout) = ask(terms.module, abi.encodeCall(IModule.tout, ()));
        if (!told || tout == type(uint256).max) revert Halted();
        uint256 unit = terms.unit;
        bought = ((held + 1) * FEE_PARTS - 1) / (unit * (FEE_PARTS + tout));
        if (bought == 0) revert TooLittle();
        if (bought * MILLION < held / unit * terms.least) revert TooDear();
        fee = bought * unit * tout / FEE_PARTS;
    }
}
