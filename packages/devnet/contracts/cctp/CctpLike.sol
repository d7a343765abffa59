// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

interface MintableToken {
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
    function burn(uint256 amount) external;
    function mint(address to, uint256 amount) external returns (bool);
}

/// Does what Circle's TokenMinterV2 does. The messenger is the owner of it, and passes on what its own owner sets.
contract MinterLike {
    address public immutable localTokenMessenger = msg.sender;
    mapping(address => uint256) public burnLimitsPerMessage;

    modifier onlyMessenger() {
        require(msg.sender == localTokenMessenger, "Caller not local TokenMessenger");
        _;
    }

    function setMaxBurnAmountPerMessage(address coin, uint256 limit) external onlyMessenger {
        burnLimitsPerMessage[coin] = limit;
    }

    function burn(address coin, uint256 amount) external onlyMessenger {
        uint256 limit = burnLimitsPerMessage[coin];
        require(limit > 0, "Burn token not supported");
        require(amount <= limit, "Burn amount exceeds per tx limit");
        MintableToken(coin).burn(amount);
    }

    function mint(address coin, address to, uint256 amount) external onlyMessenger {
        require(MintableToken(coin).mint(to, amount), "Mint operation failed");
    }
}

/// Does what Circle's TokenMessengerV2 does: its calls, events, message bytes and refusals. It has one token, which is
/// the same on all networks. Its owner has all of its roles.
contract MessengerLike {
    uint32 public constant messageBodyVersion = 1;
    uint256 private constant MIN_FEE_MULTIPLIER = 10_000_000;

    address public immutable owner;
    TransmitterLike public immutable localMessageTransmitter;
    MintableToken private immutable token;

    uint256 public minFee;
    address public feeRecipient;
    MinterLike public immutable localMinter = new MinterLike();
    mapping(address => bool) public isDenylisted;
    mapping(uint32 => bytes32) public remoteTokenMessengers;

    event DepositForBurn(
        address indexed burnToken,
        uint256 amount,
        address indexed depositor,
        bytes32 mintRecipient,
        uint32 destinationDomain,
        bytes32 destinationTokenMessenger,
        bytes32 destinationCaller,
        uint256 maxFee,
        uint32 indexed minFinalityThreshold,
        bytes hookData
    );
    event MintAndWithdraw(address indexed mintRecipient, uint256 amount, address indexed mintToken, uint256 feeCollected);

    /// `domains`: one byte for each of the other networks. This contract has the same address there.
    constructor(TransmitterLike transmitter, MintableToken coin, address itsOwner, bytes memory domains) {
        (localMessageTransmitter, token, owner, feeRecipient) = (transmitter, coin, itsOwner, itsOwner);
        localMinter.setMaxBurnAmountPerMessage(address(coin), 10_000_000_000_000);
        for (uint256 i = 0; i < domains.length; i++) remoteTokenMessengers[uint8(domains[i])] = toWord(address(this));
    }

    modifier onlyOwner() {
        require(msg.sender == owner, "Ownable: caller is not the owner");
        _;
    }

    function setMinFee(uint256 fee) external onlyOwner {
        require(fee < MIN_FEE_MULTIPLIER, "Min fee too high");
        minFee = fee;
    }

    function setMaxBurnAmountPerMessage(address coin, uint256 limit) external onlyOwner {
        localMinter.setMaxBurnAmountPerMessage(coin, limit);
    }

    function denylist(address account) external onlyOwner {
        isDenylisted[account] = true;
    }

    function unDenylist(address account) external onlyOwner {
        isDenylisted[account] = false;
    }

    function addRemoteTokenMessenger(uint32 domain, bytes32 messenger) external onlyOwner {
        remoteTokenMessengers[domain] = messenger;
    }

    function getMinFeeAmount(uint256 amount) public view returns (uint256) {
        if (minFee == 0) return 0;
        require(amount > 1, "Amount too low");
        uint256 fee = amount * minFee / MIN_FEE_MULTIPLIER;
        return fee == 0 ? 1 : fee;
    }

    function depositForBurn(
        uint256 amount,
        uint32 destinationDomain,
        bytes32 mintRecipient,
        address burnToken,
        bytes32 destinationCaller,
        uint256 maxFee,
        uint32 minFinalityThreshold
    ) external {
        require(!isDenylisted[msg.sender] && !isDenylisted[tx.origin], "Denylistable: account is on denylist");
        require(amount > 0, "Amount must be nonzero");
        require(mintRecipient != bytes32(0), "Mint recipient must be nonzero");
        require(maxFee < amount, "Max fee must be less than amount");
        require(minFee == 0 || maxFee >= getMinFeeAmount(amount), "Insufficient max fee");
        bytes32 remote = remoteTokenMessengers[destinationDomain];
        require(remote != bytes32(0), "No TokenMessenger for domain");
        require(
            MintableToken(burnToken).transferFrom(msg.sender, address(localMinter), amount), "Transfer operation failed"
        );
        localMinter.burn(burnToken, amount);
        bytes memory body = abi.encodePacked(
            messageBodyVersion, toWord(burnToken), mintRecipient, amount, toWord(msg.sender), maxFee, uint256(0), uint256(0)
        );
        localMessageTransmitter.sendMessage(destinationDomain, remote, destinationCaller, minFinalityThreshold, body);
        emit DepositForBurn(
            burnToken,
            amount,
            msg.sender,
            mintRecipient,
            destinationDomain,
            remote,
            destinationCaller,
            maxFee,
            minFinalityThreshold,
            ""
        );
    }

    function handleReceiveFinalizedMessage(uint32 domain, bytes32 sender, uint32, bytes calldata body)
        external
        returns (bool)
    {
        return receiveBurn(domain, sender, body);
    }

    function handleReceiveUnfinalizedMessage(uint32 domain, bytes32 sender, uint32 reached, bytes calldata body)
        external
        returns (bool)
    {
        require(reached >= 500, "Unsupported finality threshold");
        return receiveBurn(domain, sender, body);
    }

    /// Mints what a message of another network says, less the fee.
    function receiveBurn(uint32 domain, bytes32 sender, bytes calldata body) private returns (bool) {
        require(msg.sender == address(localMessageTransmitter), "Invalid message transmitter");
        require(remoteTokenMessengers[domain] == sender, "Remote TokenMessenger unsupported");
        require(body.length >= 228, "Invalid burn message: too short");
        require(uint32(bytes4(body[:4])) == messageBodyVersion, "Invalid message body version");
        uint256 expiration = uint256(bytes32(body[196:228]));
        require(expiration == 0 || expiration > block.number, "Message expired and must be re-signed");
        uint256 amount = uint256(bytes32(body[68:100]));
        uint256 fee = uint256(bytes32(body[164:196]));
        require(fee == 0 || fee < amount, "Fee equals or exceeds amount");
        require(fee <= uint256(bytes32(body[132:164])), "Fee exceeds max fee");
        address recipient = address(uint160(uint256(bytes32(body[36:68]))));
        require(bytes32(body[4:36]) == toWord(address(token)), "Mint token not supported");
        localMinter.mint(address(token), recipient, amount - fee);
        if (fee > 0) localMinter.mint(address(token), feeRecipient, fee);
        emit MintAndWithdraw(recipient, amount - fee, address(token), fee);
        return true;
    }

    function toWord(address account) private pure returns (bytes32) {
        return bytes32(uint256(uint160(account)));
    }
}

/// Does what Circle's MessageTransmitterV2 does, with one attester.
contract TransmitterLike {
    uint32 public constant version = 1;
    uint256 public constant signatureThreshold = 1;
    uint32 public immutable localDomain;
    address public immutable attester;

    address public immutable owner;
    bool public paused;
    mapping(bytes32 => uint256) public usedNonces;

    event MessageSent(bytes message);
    event MessageReceived(
        address indexed caller,
        uint32 sourceDomain,
        bytes32 indexed nonce,
        bytes32 sender,
        uint32 indexed finalityThresholdExecuted,
        bytes messageBody
    );

    constructor(uint32 domain, address signer, address itsOwner) {
        (localDomain, attester, owner) = (domain, signer, itsOwner);
        usedNonces[bytes32(0)] = 1;
    }

    modifier whenNotPaused() {
        require(!paused, "Pausable: paused");
        _;
    }

    function setPaused(bool isPaused) external {
        require(msg.sender == owner, "Pausable: caller is not the pauser");
        paused = isPaused;
    }

    function isEnabledAttester(address account) external view returns (bool) {
        return account == attester;
    }

    /// The nonce, and the finality that was reached, are empty: the attester fills them.
    function sendMessage(
        uint32 destinationDomain,
        bytes32 recipient,
        bytes32 destinationCaller,
        uint32 minFinalityThreshold,
        bytes calldata body
    ) external whenNotPaused {
        require(destinationDomain != localDomain, "Domain is local domain");
        bytes32 sender = bytes32(uint256(uint160(msg.sender)));
        bytes memory head = abi.encodePacked(version, localDomain, destinationDomain, bytes32(0), sender, recipient);
        emit MessageSent(abi.encodePacked(head, destinationCaller, minFinalityThreshold, uint32(0), body));
    }

    /// Messages come once, from anybody who has the attester's signature of their Keccak-256.
    function receiveMessage(bytes calldata message, bytes calldata attestation) external whenNotPaused returns (bool) {
        require(attestation.length == 65 * signatureThreshold, "Invalid attestation length");
        bytes32 r = bytes32(attestation[:32]);
        bytes32 s = bytes32(attestation[32:64]);
        address signer = ecrecover(keccak256(message), uint8(attestation[64]), r, s);
        require(signer == attester, "Invalid signature: not attester");
        require(message.length >= 148, "Invalid message: too short");
        require(uint32(bytes4(message[8:12])) == localDomain, "Invalid destination domain");
        bytes32 caller = bytes32(message[108:140]);
        require(
            caller == bytes32(0) || caller == bytes32(uint256(uint160(msg.sender))), "Invalid caller for message"
        );
        require(uint32(bytes4(message[:4])) == version, "Invalid message version");
        bytes32 nonce = bytes32(message[12:44]);
        require(usedNonces[nonce] == 0, "Nonce already used");
        usedNonces[nonce] = 1;
        uint32 source = uint32(bytes4(message[4:8]));
        bytes32 sender = bytes32(message[44:76]);
        uint32 reached = uint32(bytes4(message[144:148]));
        MessengerLike messenger = MessengerLike(address(uint160(uint256(bytes32(message[76:108])))));
        if (reached < 2000) messenger.handleReceiveUnfinalizedMessage(source, sender, reached, message[148:]);
        else messenger.handleReceiveFinalizedMessage(source, sender, reached, message[148:]);
        emit MessageReceived(msg.sender, source, nonce, sender, reached, message[148:]);
        return true;
    }
}
