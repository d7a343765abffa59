// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Accounts without keys, which obey the contract that creates them and nobody else. Each is bound to a salt (CREATE2,
/// ERC-1014). It can be paid before it has code.
abstract contract BoundAccounts {
    /// Too little gas is left for a call to use all that it may. Nothing was moved.
    error NotEnoughGas();

    /// The code of every account. This contract can have it make a call; from all others it takes the chain's own coin,
    /// for less than 100 gas, and does nothing. RETURNDATASIZE is a zero that every chain knows.
    ///
    ///     00 PUSH20 this CALLER    XOR PUSH1 2c JUMPI                  others: to the end
    ///     1a CALLDATASIZE RETURNDATASIZE RETURNDATASIZE CALLDATACOPY   the order into memory
    ///     1e RETURNDATASIZE RETURNDATASIZE                             no answer is wanted
    ///     20 PUSH1 40 CALLDATALOAD PUSH1 60                            the data, its third word says how long
    ///     25 PUSH1 20 CALLDATALOAD                                     the value, its second word
    ///     28 RETURNDATASIZE CALLDATALOAD                               the target, its first word
    ///     2a GAS CALL
    ///     2c JUMPDEST                                                  and STOP, as after the last byte of any code
    ///
    /// Whether the call failed shows in the balances. In front of the code stands what creates it:
    ///
    ///     00 PUSH1 2d DUP1 PUSH1 09 RETURNDATASIZE CODECOPY RETURNDATASIZE RETURN
    bytes10 private constant UP_TO_FACTORY = hex"602d8060093d393df373";
    bytes24 private constant AFTER_FACTORY = hex"3318602c57363d3d373d3d60403560606020353d355af15b";
    /// `transfer(address,uint256)`, ERC-20
    bytes4 internal constant TRANSFER = 0xa9059cbb;

    function accountCode() internal view returns (bytes memory) {
        return abi.encodePacked(UP_TO_FACTORY, address(this), AFTER_FACTORY);
    }

    /// ERC-1014
    function addressOf(bytes32 bound, bytes32 codeHash) internal view returns (address account) {
        assembly ("memory-safe") {
            let free := mload(0x40)
            mstore(free, or(shl(160, 0xff), address()))
            mstore(add(free, 0x20), bound)
            mstore(add(free, 0x40), codeHash)
            account := and(keccak256(add(free, 11), 85), 0xffffffffffffffffffffffffffffffffffffffff)
        }
    }

    function create(bytes32 bound, bytes memory code) internal {
        assembly ("memory-safe") {
            pop(create2(0, add(code, 0x20), mload(code), bound))
        }
    }

    /// Encodes the call that an account is to make.
    function orderOf(address target, uint256 value, bytes memory data) internal pure returns (bytes memory) {
        return abi.encodePacked(uint256(uint160(target)), value, data.length, data);
    }

    function give(address account, bytes memory order, uint256 gasPerCall) internal {
        needGas(gasPerCall);
        assembly ("memory-safe") {
            pop(call(gasPerCall, account, 0, add(order, 0x20), mload(order), 0, 0))
        }
    }

    /// `told` is false where the token does not answer with a number.
    function balanceOf(address token, address account, uint256 gasPerCall)
        internal
        view
        returns (bool told, uint256 amount)
    {
        needGas(gasPerCall);
        assembly ("memory-safe") {
            mstore(0, 0x70a08231)
            mstore(0x20, account)
            told := staticcall(gasPerCall, token, 0x1c, 0x24, 0, 0x20)
            told := and(told, gt(returndatasize(), 0x1f))
            if told { amount := mload(0) }
        }
    }

    /// A call is given at most 63 of 64 parts of what is left (EIP-150), and silently less than it was to have.
    function needGas(uint256 gasPerCall) internal view {
        uint256 left = gasleft();
        unchecked {
            if (left - left / 64 < gasPerCall) revert NotEnoughGas();
        }
    }
}
