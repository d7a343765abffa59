// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// A wallet that is a contract, and takes the chain's own coin as it is told to.
contract Wallet {
    enum Receiving {
        Plain,
        Writes,
        WritesMuch,
        Reverts,
        RevertsWithMuch,
        BurnsGas,
        Calls
    }

    Receiving public receiving;
    uint256[40] public written;
    address private callee;
    bytes private callData;

    function misbehave(Receiving how) external {
        receiving = how;
    }

    function callWhenPaid(address target, bytes calldata data) external {
        callee = target;
        callData = data;
    }

    receive() external payable {
        if (receiving == Receiving.Writes) for (uint256 i = 0; i < 5; i++) written[i] += msg.value;
        if (receiving == Receiving.WritesMuch) for (uint256 i = 0; i < 40; i++) written[i] += msg.value;
        if (receiving == Receiving.Reverts) revert("no");
        if (receiving == Receiving.RevertsWithMuch) {
            assembly ("memory-safe") {
                revert(0, 50000)
            }
        }
        if (receiving == Receiving.BurnsGas) while (true) {}
        if (receiving == Receiving.Calls) {
            receiving = Receiving.Plain;
            (bool ok,) = callee.call(callData);
            require(ok, "the call failed");
        }
    }
}
