// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Does what USDT on Ethereum does where a checkout cannotice it: nothing is returned, a fee can be switched on that
/// makes a log of its own, senders can be blacklisted, and everything can be paused.
contract TetherLike {
    string public constant name = "Tether USD";
    string public constant symbol = "USDT";
    uint8 public constant decimals = 6;
    address public immutable owner = msg.sender;

    bool public paused;
    /// Hundredths of a percent of each transfer that go to the owner
    uint256 public basisPointsRate;
    /// The most that one transfer costs, in millionths
    uint256 public maximumFee;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    mapping(address => bool) public isBlackListed;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);
    event Issue(uint256 amount);
    event Params(uint256 feeBasisPoints, uint256 maxFee);
    event AddedBlackList(address user);
    event RemovedBlackList(address user);
    event DestroyedBlackFunds(address blackListedUser, uint256 balance);
    event Pause();
    event Unpause();

    modifier onlyOwner() {
        require(msg.sender == owner, "TetherLike: not the owner");
        _;
    }

    modifier whenNotPaused() {
        require(!paused, "TetherLike: paused");
        _;
    }

    function transfer(address to, uint256 value) external whenNotPaused {
        move(msg.sender, to, value);
    }

    function transferFrom(address from, address to, uint256 value) external whenNotPaused {
        uint256 allowed = allowance[from][msg.sender];
        require(allowed >= value, "TetherLike: transfer amount exceeds allowance");
        if (allowed < type(uint256).max) allowance[from][msg.sender] = allowed - value;
        move(from, to, value);
    }

    /// An allowance must be taken back before another one is given.
    function approve(address spender, uint256 value) external {
        require(value == 0 || allowance[msg.sender][spender] == 0, "TetherLike: there is an allowance");
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
    }

    /// Only who sends is looked up: a blacklisted address still receives.
    function move(address from, address to, uint256 value) private {
        require(!isBlackListed[from], "TetherLike: blacklisted");
        require(balanceOf[from] >= value, "TetherLike: transfer amount exceeds balance");
        uint256 fee = (value * basisPointsRate) / 10_000;
        if (fee > maximumFee) fee = maximumFee;
        balanceOf[from] -= value;
        balanceOf[to] += value - fee;
        if (fee > 0) {
            balanceOf[owner] += fee;
            emit Transfer(from, owner, fee);
        }
        emit Transfer(from, to, value - fee);
    }

    /// Makes coins for the owner. There is no Transfer log.
    function issue(uint256 amount) external onlyOwner {
        balanceOf[owner] += amount;
        totalSupply += amount;
        emit Issue(amount);
    }

    /// The most is given in whole coins.
    function setParams(uint256 newBasisPoints, uint256 newMaxFee) external onlyOwner {
        require(newBasisPoints < 20 && newMaxFee < 50, "TetherLike: fee too high");
        basisPointsRate = newBasisPoints;
        maximumFee = newMaxFee * 10 ** decimals;
        emit Params(basisPointsRate, maximumFee);
    }

    function pause() external onlyOwner whenNotPaused {
        paused = true;
        emit Pause();
    }

    function unpause() external onlyOwner {
        require(paused, "TetherLike: not paused");
        paused = false;
        emit Unpause();
    }

    function addBlackList(address user) external onlyOwner {
        isBlackListed[user] = true;
        emit AddedBlackList(user);
    }

    function removeBlackList(address user) external onlyOwner {
        isBlackListed[user] = false;
        emit RemovedBlackList(user);
    }

    /// There is no Transfer log.
    function destroyBlackFunds(address user) external onlyOwner {
        require(isBlackListed[user], "TetherLike: not blacklisted");
        uint256 funds = balanceOf[user];
        balanceOf[user] = 0;
        totalSupply -= funds;
        emit DestroyedBlackFunds(user, funds);
    }
}
