// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BoundAccounts} from "./BoundAccounts.sol";

/// Empties deposit addresses into the wallets that are bound into them.
///
/// A deposit address follows from this contract, a recipient and a salt (CREATE2, ERC-1014), on every chain alike. Money
/// may be sent to it before there is any code. Whoever wants to may sweep it; what is there goes to its recipient and to
/// nobody else. There is no owner, no upgrade, no storage, no DELEGATECALL and no SELFDESTRUCT.
contract DepositFactory is BoundAccounts {
    /// Deposits of one recipient, and what is swept from them: a token, or the chain's own coin where it is address 0
    struct Group {
        address recipient;
        address token;
        bytes32[] salts;
    }

    /// So much came to the recipient: less than left the deposit where the token takes a fee. Anybody can have this
    /// emitted for a token of their own that lies about balances, but for no other: look at `token`.
    event Swept(address indexed deposit, address token, uint256 amount);
    /// Nothing came to the recipient although the deposit holds this; 0 where the token does not tell its balances.
    event NotSwept(address indexed deposit, address token, uint256 held);

    /// Sweeps every deposit of every group, one after the other. Empty ones are passed over. One that cannot be swept is
    /// told by an event and hinders no other.
    ///
    /// `gasPerCall` is what one call of a token or a recipient may use. Where the transaction has not that much left,
    /// all is reverted: so an estimate of its gas is never too low for what it should do.
    ///
    /// Answers the amounts of the events `Swept`, 0 for the others, in the order of the groups and their salts.
    function sweep(Group[] calldata groups, uint256 gasPerCall) external returns (uint256[][] memory amounts) {
        bytes memory code = accountCode();
        bytes32 codeHash = keccak256(code);
        amounts = new uint256[][](groups.length);
        for (uint256 i = 0; i < groups.length; ++i) {
            Group calldata group = groups[i];
            amounts[i] = group.token == address(0)
                ? sweepCoin(group, gasPerCall, code, codeHash)
                : sweepToken(group, gasPerCall, code, codeHash);
        }
    }

    /// Where the deposit of a recipient and a salt is, whether or not it has code yet.
    function depositAddress(address recipient, bytes32 salt) external view returns (address) {
        return addressOf(boundSalt(recipient, salt), keccak256(accountCode()));
    }

    function sweepToken(Group calldata group, uint256 gasPerCall, bytes memory code, bytes32 codeHash)
        private
        returns (uint256[] memory amounts)
    {
        address token = group.token;
        address recipient = group.recipient;
        bytes32[] calldata salts = group.salts;
        amounts = new uint256[](salts.length);
        bytes memory order = orderOf(token, 0, abi.encodeWithSelector(TRANSFER, recipient, 0));
        (bool readable, uint256 received) = balanceOf(token, recipient, gasPerCall);
        for (uint256 i = 0; i < salts.length; ++i) {
            bytes32 bound = boundSalt(recipient, salts[i]);
            address deposit = addressOf(bound, codeHash);
            (bool told, uint256 held) = balanceOf(token, deposit, gasPerCall);
            if (told && held == 0) continue;
            if (!told || !readable) {
                emit NotSwept(deposit, token, held);
                continue;
            }
            if (deposit.code.length == 0) create(bound, code);
            // The amount is the last word of the order.
            assembly ("memory-safe") {
                mstore(add(order, mload(order)), held)
            }
            give(deposit, order, gasPerCall);
            uint256 before = received;
            (readable, received) = balanceOf(token, recipient, gasPerCall);
            uint256 amount = received > before ? received - before : 0;
            // What came meanwhile from elsewhere, when this was called from within, is told there.
            if (amount > held) amount = held;
            amounts[i] = amount;
            if (amount > 0) emit Swept(deposit, token, amount);
            else emit NotSwept(deposit, token, held);
        }
    }

    function sweepCoin(Group calldata group, uint256 gasPerCall, bytes memory code, bytes32 codeHash)
        private
        returns (uint256[] memory amounts)
    {
        address recipient = group.recipient;
        bytes32[] calldata salts = group.salts;
        amounts = new uint256[](salts.length);
        for (uint256 i = 0; i < salts.length; ++i) {
            bytes32 bound = boundSalt(recipient, salts[i]);
            address deposit = addressOf(bound, codeHash);
            uint256 held = deposit.balance;
            if (held == 0) continue;
            if (deposit.code.length == 0) create(bound, code);
            give(deposit, orderOf(recipient, held, ""), gasPerCall);
            uint256 left = deposit.balance;
            amounts[i] = held > left ? held - left : 0;
            if (held > left) emit Swept(deposit, address(0), held - left);
            else emit NotSwept(deposit, address(0), held);
        }
    }

    function boundSalt(address recipient, bytes32 salt) private pure returns (bytes32 bound) {
        assembly ("memory-safe") {
            mstore(0, recipient)
            mstore(0x20, salt)
            bound := keccak256(0, 0x40)
        }
    }
}
