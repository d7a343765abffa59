// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

interface SwappedToken {
    function approve(address spender, uint256 amount) external returns (bool);
    function balanceOf(address account) external view returns (uint256);
    function decimals() external view returns (uint8);
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// Holds the coins that the module sells, as the pocket of the real one does.
contract PocketLike {
    constructor(SwappedToken gem, address module) {
        gem.approve(module, type(uint256).max);
    }
}

/// Does what Sky's DssLitePsm does where a checkout can notice it: its swaps, fees, events and refusals. It creates no DAI:
/// it sells what it holds. Its owner is its only ward.
contract PegModuleLike {
    uint256 public constant HALTED = type(uint256).max;
    uint256 private constant WAD = 10 ** 18;

    SwappedToken public immutable dai;
    SwappedToken public immutable gem;
    uint256 public immutable to18ConversionFactor;
    address public immutable pocket;
    mapping(address => uint256) public wards;
    uint256 public tin;
    uint256 public tout;

    event File(bytes32 indexed what, uint256 data);
    event SellGem(address indexed owner, uint256 value, uint256 fee);
    event BuyGem(address indexed owner, uint256 value, uint256 fee);

    constructor(SwappedToken paid, SwappedToken sold, address owner) {
        (dai, gem, wards[owner]) = (paid, sold, 1);
        to18ConversionFactor = 10 ** (18 - sold.decimals());
        pocket = address(new PocketLike(sold, address(this)));
    }

    /// Sets `tin` or `tout`: a share of 10^18, or HALTED.
    function file(bytes32 what, uint256 data) external {
        require(wards[msg.sender] == 1, "DssLitePsm/not-authorized");
        require(what == "tin" || what == "tout", "DssLitePsm/file-unrecognized-param");
        bool inRange = data == HALTED || data <= WAD;
        if (what == "tin") {
            require(inRange, "DssLitePsm/tin-out-of-range");
            tin = data;
        } else {
            require(inRange, "DssLitePsm/tout-out-of-range");
            tout = data;
        }
        emit File(what, data);
    }

    function sellGem(address usr, uint256 gemAmt) external returns (uint256 daiOutWad) {
        require(tin != HALTED, "DssLitePsm/sell-gem-halted");
        uint256 atPar = gemAmt * to18ConversionFactor;
        uint256 fee = atPar * tin / WAD;
        daiOutWad = atPar - fee;
        // The answers of the coins are not looked at: both revert when they refuse.
        gem.transferFrom(msg.sender, pocket, gemAmt);
        dai.transfer(usr, daiOutWad);
        emit SellGem(usr, gemAmt, fee);
    }

    function buyGem(address usr, uint256 gemAmt) external returns (uint256 daiInWad) {
        require(tout != HALTED, "DssLitePsm/buy-gem-halted");
        uint256 atPar = gemAmt * to18ConversionFactor;
        uint256 fee = atPar * tout / WAD;
        daiInWad = atPar + fee;
        dai.transferFrom(msg.sender, address(this), daiInWad);
        gem.transferFrom(pocket, usr, gemAmt);
        emit BuyGem(usr, gemAmt, fee);
    }
}
