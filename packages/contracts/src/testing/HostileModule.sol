// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// A peg-stability module that misbehaves as it is told to. It sells what it holds.
contract HostileModule {
    enum Selling {
        Honest,
        Reverts,
        GivesNothing,
        GivesLess,
        TakesNothing,
        TakesLess,
        TakesMore,
        BurnsGas,
        CallsFirst,
        CallsLast
    }
    enum Fee {
        Honest,
        Reverts,
        SaysNothing,
        SaysLess,
        SaysMore
    }

    uint256 private constant WAD = 10 ** 18;

    address public immutable paid;
    address public immutable sold;
    uint256 public immutable unit;
    uint256 public fee;
    Selling public selling;
    Fee public telling;
    address private callee;
    bytes private callData;

    constructor(address itsPaid, address itsSold, uint256 itsUnit) {
        (paid, sold, unit) = (itsPaid, itsSold, itsUnit);
    }

    function setFee(uint256 itsFee) external {
        fee = itsFee;
    }

    function misbehave(Selling how, Fee what) external {
        (selling, telling) = (how, what);
    }

    function callWhenAsked(address target, bytes calldata data) external {
        (callee, callData) = (target, data);
    }

    function tout() external view returns (uint256) {
        if (telling == Fee.Reverts) revert("no");
        if (telling == Fee.SaysNothing) {
            assembly ("memory-safe") {
                return(0, 0)
            }
        }
        if (telling == Fee.SaysLess) return fee / 2;
        if (telling == Fee.SaysMore) return fee * 2 + 1;
        return fee;
    }

    function buyGem(address usr, uint256 amount) external returns (uint256 price) {
        Selling how = selling;
        if (how == Selling.Reverts) revert("no");
        if (how == Selling.BurnsGas) while (true) {}
        if (how == Selling.CallsFirst) callOut();
        price = amount * unit + amount * unit * fee / WAD;
        uint256 taken = price;
        if (how == Selling.TakesNothing) taken = 0;
        if (how == Selling.TakesLess) taken -= 1;
        if (how == Selling.TakesMore) taken += 1;
        uint256 given = amount;
        if (how == Selling.GivesNothing) given = 0;
        if (how == Selling.GivesLess) given -= 1;
        // The real one ignores what the coins answer, too.
        move(paid, abi.encodeWithSignature("transferFrom(address,address,uint256)", msg.sender, address(this), taken));
        move(sold, abi.encodeWithSignature("transfer(address,uint256)", usr, given));
        if (how == Selling.CallsLast) callOut();
    }

    function move(address token, bytes memory data) private {
        (bool ok,) = token.call(data);
        require(ok, "the token refused");
    }

    /// Once: what it calls finds an honest module.
    function callOut() private {
        selling = Selling.Honest;
        (bool ok,) = callee.call(callData);
        require(ok, "the call failed");
    }
}
