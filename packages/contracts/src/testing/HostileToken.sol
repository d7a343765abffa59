// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// A token that misbehaves as it is told to.
contract HostileToken {
    enum Transfer {
        Honest,
        SaysNothing,
        SaysGarbage,
        TakesFee,
        Reverts,
        RevertsWithMuch,
        SaysFalse,
        OnlySaysTrue,
        BurnsGas,
        Invalid,
        SaysMuch,
        GivesToItself,
        CallsFirst,
        CallsLast
    }
    enum Balance {
        Honest,
        Reverts,
        SaysNothing,
        SaysLittle,
        SaysMuch,
        BurnsGas,
        LiesToAll
    }

    mapping(address => uint256) public held;
    mapping(address => mapping(address => uint256)) public allowance;
    Transfer public transferring;
    Balance public telling;
    address private callee;
    bytes private callData;

    function mint(address to, uint256 amount) external {
        held[to] += amount;
    }

    function misbehave(Transfer how, Balance what) external {
        transferring = how;
        telling = what;
    }

    /// What `CallsFirst` and `CallsLast` do before or after they have moved the money
    function callWhenAsked(address target, bytes calldata data) external {
        callee = target;
        callData = data;
    }

    function balanceOf(address account) external view returns (uint256) {
        if (telling == Balance.Reverts) revert("no");
        if (telling == Balance.SaysNothing) answer(0);
        if (telling == Balance.SaysLittle) answer(31);
        if (telling == Balance.SaysMuch) answer(50_000);
        if (telling == Balance.BurnsGas) while (true) {}
        if (telling == Balance.LiesToAll) return 1_000_000;
        return held[account];
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        return move(msg.sender, to, amount);
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        require(allowance[from][msg.sender] >= amount, "not allowed");
        allowance[from][msg.sender] -= amount;
        return move(from, to, amount);
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function burn(uint256 amount) external {
        held[msg.sender] -= amount;
    }

    function move(address from, address to, uint256 amount) private returns (bool) {
        if (transferring == Transfer.Reverts) revert("no");
        if (transferring == Transfer.RevertsWithMuch) {
            assembly ("memory-safe") {
                revert(0, 50000)
            }
        }
        if (transferring == Transfer.SaysFalse) return false;
        if (transferring == Transfer.OnlySaysTrue) return true;
        if (transferring == Transfer.BurnsGas) while (true) {}
        if (transferring == Transfer.Invalid) {
            assembly ("memory-safe") {
                invalid()
            }
        }
        if (transferring == Transfer.CallsFirst) callOut();
        held[from] -= amount;
        if (transferring == Transfer.GivesToItself) {
            held[address(this)] += amount;
            return true;
        }
        uint256 fee = transferring == Transfer.TakesFee ? amount / 10 : 0;
        held[to] += amount - fee;
        if (transferring == Transfer.CallsLast) callOut();
        if (transferring == Transfer.SaysNothing) answer(0);
        if (transferring == Transfer.SaysGarbage) answer(3);
        if (transferring == Transfer.SaysMuch) answer(50_000);
        return true;
    }

    function answer(uint256 size) private pure {
        assembly ("memory-safe") {
            return(0, size)
        }
    }

    /// Once: what it calls finds an honest token.
    function callOut() private {
        transferring = Transfer.Honest;
        (bool ok,) = callee.call(callData);
        require(ok, "the call failed");
    }
}
