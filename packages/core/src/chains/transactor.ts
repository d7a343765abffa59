/** The seam to a chain that this checkout sends transactions to: what is asked of its nodes, and who signs. */

/** A call of a contract. It never carries the chain's own coin: a key pays for gas and nothing else. */
export type Call = {
  readonly from: string
  readonly to: string
  /** Hexadecimal bytes. */
  readonly data: string
}

/** Whatever a contract logged; hexadecimal in lower case. */
export type EventLog = {
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
  readonly logIndex: number
}

/** What became of a transaction in its block. */
export type Receipt = {
  readonly hash: string
  readonly blockNumber: number
  readonly blockHash: string
  /** Milliseconds. */
  readonly blockTime: number
  readonly succeeded: boolean
  readonly gasUsed: bigint
  /** Wei for each gas. */
  readonly gasPrice: bigint
  readonly logs: readonly EventLog[]
}

/** In the token's own integer. */
export type ReceiptTransfer = {
  readonly token: string
  readonly from: string
  readonly to: string
  readonly rawAmount: bigint
  readonly logIndex: number
}

/** In wei for each gas. */
export type MarketFees = {
  /** Of the next block. */
  readonly baseFee: bigint
  /** What recent blocks paid beyond it. */
  readonly priorityFee: bigint
}

/**
 * What a node says to a signed transaction.
 * - `known`: it has the same bytes already
 * - `nonce_used`: its chain has a transaction with that nonce, this one or another
 * - `underpriced`: it pays too little, or too little more than another one with its nonce
 * - `unfunded`: the account cannot pay for it
 */
export type Broadcast = 'accepted' | 'known' | 'nonce_used' | 'underpriced' | 'unfunded'

/** What a sweep did with a deposit, its address in lower case; amounts in the token's own integer. */
type SweptDeposit =
  /** So much came to its recipient. */
  | { readonly swept: true; readonly deposit: string; readonly rawAmount: bigint }
  /** Nothing did, though it is not empty. */
  | { readonly swept: false; readonly deposit: string }

/** Whether the contract of deposit addresses is there, or can be. */
export type FactoryState = 'deployed' | 'deployable' | 'no_deployer' | 'foreign_code'

/** How the money of deposit addresses is moved on. */
export type Sweeping = {
  /** The contract that deploys and sweeps deposits; display form. */
  readonly factory: string
  /** Of the newest block, or as most nodes say, of a block. */
  factoryState(at: 'latest' | number): Promise<FactoryState>
  /** What anybody may send to have the contract there, once on each chain. */
  readonly deployment: Omit<Call, 'from'> & { readonly gas: number }
  /** The address for a recipient and 32 bytes of salt, in hexadecimal with 0x; display form. */
  depositAddress(recipient: string, salt: string): string
  /** The call that sweeps a token from a recipient's deposits, which are named by their salts. */
  sweepCall(group: {
    readonly recipient: string
    readonly token: string
    readonly salts: readonly string[]
  }): Omit<Call, 'from'>
  /** What the contract says in these logs about a token. Deposits that were empty are not mentioned. */
  sweptOf(logs: readonly EventLog[], token: string): SweptDeposit[]
}

/** A mined transaction that an account has signed, whichever program had the key. */
export type SentTransaction = {
  readonly hash: string
  readonly nonce: number
  readonly blockNumber: number
  /** Lower case; empty where it makes a contract. */
  readonly to: string
  /** Hexadecimal in lower case. */
  readonly data: string
}

/** Where transactions are looked for: blocks, both ends included, and hashes of those that may be among them. */
export type SentWithin = { readonly from: number; readonly to: number; readonly hashes: readonly string[] }

/** Addresses in any case. Everything throws NodeError where no node answers. */
export type Transactor = {
  readonly sweeping: Sweeping
  readonly chainId: number
  /**
   * How many transactions an account has sent: about the newest block, or as most nodes say after a block. `pending`: with
   * those that wait to be mined, as the node says that knows of most.
   */
  nonce(address: string, at: 'latest' | 'pending' | number): Promise<number>
  /** Transactions in which a token may have moved from some accounts to another, as any node says; addresses in lower case. */
  movedBetween(
    moved: { readonly token: string; readonly senders: readonly string[]; readonly recipient: string },
    within: { readonly from: number; readonly to: number },
  ): Promise<string[]>
  /**
   * The receipts of the transactions in which a token moved from some accounts to another, as most nodes say, in blocks
   * that are final; addresses in lower case. Throws where they are divided, or have not come so far.
   */
  finalMovements(
    moved: { readonly token: string; readonly senders: readonly string[]; readonly recipient: string },
    within: { readonly from: number; readonly to: number },
  ): Promise<Receipt[]>
  /** The number of the newest block. */
  newest(): Promise<number>
  /** The transactions that an account has sent with some nonces, by nonce; those that no node can find are left out. */
  sent(address: string, nonces: readonly number[], within: SentWithin): Promise<SentTransaction[]>
  /** The middle of what the nodes say; of two the lower. */
  fees(): Promise<MarketFees>
  /** Gas; null where the contract refuses the call, or would sweep nothing of what is there. */
  estimate(call: Call): Promise<bigint | null>
  /** Hexadecimal bytes as of the newest block, `0x` where there is no contract; null where it refuses. */
  call(call: Call): Promise<string | null>
  /** The call by which a token's owner sends it; in the token's own integer. */
  transferCall(transfer: {
    readonly token: string
    readonly to: string
    readonly rawAmount: bigint
  }): Omit<Call, 'from'>
  /** The transfers of tokens in a transaction, in their order; addresses in lower case. */
  transfersIn(receipt: Receipt): readonly ReceiptTransfer[]
  /** Whether a token says that it moves nothing to an account. */
  blocks(token: string, account: string): Promise<boolean>
  /** In the token's own integer, as of the newest block. */
  tokenBalance(token: string, account: string): Promise<bigint>
  /** Wei, as of the newest block. */
  balance(address: string): Promise<bigint>
  /** Offers it to all nodes. Whatever is thrown leaves it in doubt. */
  broadcast(raw: string): Promise<Broadcast>
  /** As one node says, of any block; null where it knows none. */
  receipt(hash: string): Promise<Receipt | null>
  /**
   * As most nodes say, of a block up to the final one; null where it is in none. Throws where they are
   * divided, or have not come so far: then nothing may be decided.
   */
  finalReceipt(hash: string, finalNumber: number): Promise<Receipt | null>
}

/** A transaction with dynamic fees (EIP-1559) and nothing of value in it. Fees are wei for each gas. */
type Unsigned = {
  readonly chainId: number
  readonly nonce: number
  readonly to: string
  readonly data: string
  readonly gasLimit: bigint
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
}

/** Holds a key and shows nothing of it but its address. */
export type Signer = {
  /** With its EIP-55 checksum. */
  readonly address: string
  /** The same bytes for the same transaction (RFC 6979). */
  sign(unsigned: Unsigned): { readonly hash: string; readonly raw: string }
}

/** The key that pays refunds of one merchant, and only of what was paid into some wallets. */
export type Refunder = {
  readonly signer: Signer
  readonly merchantId: string
  /** Lower case. */
  readonly wallets: readonly string[]
  /** In any 24 hours, in millionths of a coin. */
  readonly maxPerDay: bigint
}

/** With what a network's transactions are sent. Fees are wei for each gas. */
export type Sending = {
  /** Pays for sweeps and relays. */
  readonly gas: Signer | null
  readonly refunds: Refunder | null
  /** Every key that sends on it, the one for gas among them. */
  readonly signers: readonly Signer[]
  /** Nothing is sent for more. */
  readonly maxFeePerGas: bigint
  /** Millionths of a coin: deposits of less wait to be swept. */
  readonly minSweep: bigint
  /** No first offer has a higher priority fee, whatever nodes say; a replacement at most twice that. */
  readonly maxPriorityFee: bigint
  /** Nodes take nothing below. */
  readonly minPriorityFee: bigint
  /** A network fee may be worth more than what its transaction moves. */
  readonly feesAboveValue: boolean
  /** What is not as it should be with the keys, in words for the operator. */
  readonly warnings: readonly string[]
}

export function signerOf(sending: Sending | null, address: string): Signer | null {
  return sending?.signers.find((signer) => signer.address.toLowerCase() === address.toLowerCase()) ?? null
}
