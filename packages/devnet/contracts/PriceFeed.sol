// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// A price as Chainlink's proxies tell it (AggregatorV3Interface), set by its owner.
contract PriceFeed {
    uint8 public constant decimals = 8;
    address public immutable owner = msg.sender;

    string public description;
    int256 private current;
    /// 0: the price is as new as the block
    uint256 private fixedAt;
    /// The proxy counts its aggregators in the bits above 64.
    uint80 private round = (1 << 64) | 1;

    constructor(string memory pair, int256 price) {
        description = pair;
        current = price;
    }

    /// From now on the price is this, and never old.
    function set(int256 price) external {
        update(price, 0);
    }

    /// From now on the price is this, and of that time: seconds since 1970.
    function setRound(int256 price, uint256 updatedAt) external {
        require(updatedAt > 0, "PriceFeed: no time");
        update(price, updatedAt);
    }

    function update(int256 price, uint256 updatedAt) private {
        require(msg.sender == owner, "PriceFeed: not the owner");
        current = price;
        fixedAt = updatedAt;
        round++;
    }

    function latestRoundData()
        external
        view
        returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)
    {
        updatedAt = fixedAt == 0 ? block.timestamp : fixedAt;
        return (round, current, updatedAt, updatedAt, round);
    }
}
