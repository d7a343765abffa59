// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Empties deposit addresses into the wallets that are bound into them.
///
/// A deposit address follows from this contract, a recipient and a salt (CREATE2, ERC-1014), on every chain alike. Money
/// may be sent to it before there is any code. Whoever wants to may sweep it; what is there goes to its recipient and to
/// nobody else. There is no owner, no upgrade, no storage, no DELEGATECALL and no SELFDESTRUCT.
contract DepositFactory {
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

    /// The transaction has not enough gas left to give a call all that it may use. Nothing was swept.
    error NotEnoughGas();

    /// The code of every deposit. This contract can have it make a call; from all others it takes the chain's own coin,
    /// for less than 100 gas, and does nothing. RETURNDATASIZE is a zero that every chain knows.
    ///
    ///     00 PUSH20 factory CALLER XOR PUSH1 2c JUMPI                  others: to the end
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
    bytes4 private constant TRANSFER = 0xa9059cbb;

    /// Sweeps every deposit of every group, one after the other. Empty ones are passed over. One that cannot be swept is
    /// told by an event and hinders no other.
    ///
    /// `gasPerCall` is what one call of a token or a recipient may use. Where the transaction has not that much left,
    /// all is reverted: so an estimate of its gas is never too low for what it should do.
    ///
    /// Answers the amounts of the events `Swept`, 0 for the others, in the order of the groups and their salts.
    function sweep(Group[] calldata groups, uint256 gasPerCall) external returns (uint256[][] memory amounts) {
        bytes memory code = depositCode();
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
        return addressOf(boundSalt(recipient, salt), keccak256(depositCode()));
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

    function depositCode() private view returns (bytes memory) {
        return abi.encodePacked(UP_TO_FACTORY, address(this), AFTER_FACTORY);
    }

    function boundSalt(address recipient, bytes32 salt) private pure returns (bytes32 bound) {
        assembly ("memory-safe") {
            mstore(0, recipient)
            mstore(0x20, salt)
            bound := keccak256(0, 0x40)
        }
    }

    /// ERC-1014
    function addressOf(bytes32 bound, bytes32 codeHash) private view returns (address deposit) {
        assembly ("memory-safe") {
            let free := mload(0x40)
            mstore(free, or(shl(160, 0xff), address()))
            mstore(add(free, 0x20), bound)
            mstore(add(free, 0x40), codeHash)
            deposit := and(keccak256(add(free, 11), 85), 0xffffffffffffffffffffffffffffffffffffffff)
        }
    }

    function create(bytes32 bound, bytes memory code) private {
        assembly ("memory-safe") {
            pop(create2(0, add(code, 0x20), mload(code), bound))
        }
    }

    /// What a deposit is called with.
    function orderOf(address target, uint256 value, bytes memory data) private pure returns (bytes memory) {
        return abi.encodePacked(uint256(uint160(target)), value, data.length, data);
    }

    function give(address deposit, bytes memory order, uint256 gasPerCall) private {
        needGas(gasPerCall);
        assembly ("memory-safe") {
            pop(call(gasPerCall, deposit, 0, add(order, 0x20), mload(order), 0, 0))
        }
    }

    /// `told` is false where the token does not answer with a number.
    function balanceOf(address token, address account, uint256 gasPerCall)
        private
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
    function needGas(uint256 gasPerCall) private view {
        uint256 left = gasleft();
        unchecked {
            if (left - left / 64 < gasPerCall) revert NotEnoughGas();
        }
    }
}
