// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IToken, ReleasableAccounts} from "./ReleasableAccounts.sol";

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
contract BurnConverter is ReleasableAccounts {
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

    /// `amount` was burned, of which `maxFee` at most does not arrive.
    event Converted(address indexed account, uint256 amount, uint256 maxFee);

    /// The messenger did not burn exactly what it was to burn: it says why if the account's call to it is simulated.
    error NotBurned();

    /// The parts of an amount in which Circle counts its fee
    uint256 private constant FEE_PARTS = 10_000_000;

    /// Burns what is at the account, at most what one burn may have. The caller chooses nothing: nobody can make it slower
    /// or dearer than the terms say.
    function convert(Terms calldata terms) external returns (uint256 amount) {
        address account = open(keccak256(abi.encode(terms)));
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
        forgetNotice(account);
        emit Converted(account, amount, maxFee);
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
}
