/** The interface to a chain that this checkout sends transactions to: requests to its nodes, and signers. */
import type { CctpContracts, ConversionTerms, SignedMessage } from '@crypto-checkout/contracts'
import type { Fees } from '../domain/send.ts'

/** A contract call. It never carries the chain's own coin: a key pays for gas and nothing else. */
export type Call = {
  readonly from: string
  readonly to: string
  /** Hexadecimal bytes. */
  readonly data: string
}

/** A contract's log entry; hexadecimal in lower case. */
export type EventLog = {
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
  readonly logIndex: number
}

/** The result of a transaction in its block. */
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
  /** Wei that the chain took for the transaction's data beside its gas, as the OP stack does; else 0. */
  readonly dataFee: bigint
  readonly logs: readonly EventLog[]
}

/** Computes the cost of a transaction, in wei. */
export function computeCost({ gasUsed, gasPrice, dataFee }: Pick<Receipt, 'gasUsed' | 'gasPrice' | 'dataFee'>): bigint {
  return gasUsed * gasPrice + dataFee
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
  /** The payment of recent blocks on top of the base fee. */
  readonly priorityFee: bigint
}

/**
 * A node's reply to a signed transaction.
 * - `known`: it already has the same bytes
 * - `nonce_used`: its chain has a transaction with that nonce, this one or another
 * - `underpriced`: it pays too little, or too little more than another one with its nonce
 * - `unfunded`: the account cannot pay for it
 */
export type Broadcast = 'accepted' | 'known' | 'nonce_used' | 'underpriced' | 'unfunded'

/** The result of a sweep for one deposit, its address in lower case; amounts in the token's own integer. */
type SweptDeposit =
  /** This amount reached its recipient. */
  | { readonly swept: true; readonly deposit: string; readonly rawAmount: bigint }
  /** Nothing reached its recipient, though the deposit is not empty. */
  | { readonly swept: false; readonly deposit: string }

/** The state of a contract of the checkout: it exists, can be deployed, or cannot. */
export type ContractState = 'deployed' | 'deployable' | 'no_deployer' | 'foreign_code'

/** The call that deploys a contract, once on each chain. Any account may send it. */
export type Deployment = Omit<Call, 'from'> & { readonly gas: number }

/** The way of money out of deposit addresses. */
export type Sweeping = {
  /** The contract that deploys and sweeps deposits; display form. */
  readonly factory: string
  /** At the newest block, or by the nodes' majority at a given block. */
  factoryState(at: 'latest' | number): Promise<ContractState>
  readonly deployment: Deployment
  /** The address for a recipient and 32 bytes of salt, in hexadecimal with 0x; display form. */
  depositAddress(recipient: string, salt: string): string
  /** The call that sweeps a token from a recipient's deposits, each given by its salt. */
  sweepCall(group: {
    readonly recipient: string
    readonly token: string
    readonly salts: readonly string[]
  }): Omit<Call, 'from'>
  /** The contract's results for a token in these logs. Empty deposits are not listed. */
  listSwept(logs: readonly EventLog[], token: string): SweptDeposit[]
}

/** The result of a converter's call for one account. Addresses are in lower case, amounts in the token's own integer. */
export type ConversionOutcome =
  /** Burned. At most `rawMaxFee` less arrives, by `message`: hexadecimal bytes as they were sent. */
  | {
      readonly kind: 'burned'
      readonly account: string
      readonly rawAmount: bigint
      readonly rawMaxFee: bigint
      readonly message: string
      readonly logIndex: number
    }
  /** The wallet on this network received it. A foreign token can lie about it. */
  | {
      readonly kind: 'released'
      readonly account: string
      readonly token: string
      readonly rawAmount: bigint
      readonly logIndex: number
    }
  /** Anybody may release it from a time on, in milliseconds. */
  | {
      readonly kind: 'announced'
      readonly account: string
      readonly rawAmount: bigint
      readonly from: number
      readonly logIndex: number
    }

/** Money of another network that was minted. Addresses are in lower case, amounts in the token's own integer. */
type ConversionDelivery = {
  /** Of the message, 32 bytes in hexadecimal with 0x. */
  readonly nonce: string
  readonly sourceDomain: number
  /** The account whose money was burned there. */
  readonly account: string
  readonly recipient: string
  readonly token: string
  readonly rawAmount: bigint
  /** This much of the burn did not arrive. */
  readonly rawFee: bigint
  readonly logIndex: number
}

/** The conversion of money by Circle's CCTP v2: it is burned on one network, and minted on another. */
export type Converting = {
  /** The contract at whose accounts money waits for its burn; display form. */
  readonly contract: string
  /** At the newest block, or by the nodes' majority at a given block. */
  contractState(at: 'latest' | number): Promise<ContractState>
  readonly deployment: Deployment
  /** The account of some terms; display form. */
  account(terms: ConversionTerms): string
  /** The call that burns what is at the account. */
  convertCall(terms: ConversionTerms): Omit<Call, 'from'>
  /** The call that pays the wallet on this network what is at the account: of the terms' token, or of another. */
  releaseCall(terms: ConversionTerms, token?: string): Omit<Call, 'from'>
  /** The call that mints what was burned on another network. */
  deliverCall(transmitter: string, signed: SignedMessage): Omit<Call, 'from'>
  /** The contract's results in the logs of one transaction. Burns by other contracts than these are left out. */
  listOutcomes(logs: readonly EventLog[], contracts: CctpContracts): ConversionOutcome[]
  /** The mints in the logs of one transaction. */
  listDeliveries(logs: readonly EventLog[], contracts: CctpContracts): ConversionDelivery[]
  /** Tells whether the message with this nonce was delivered up to a block, by the nodes' majority. */
  isDelivered(transmitter: string, nonce: string, at: number): Promise<boolean>
  /** What Circle burns of a token, as of the newest block. */
  burnable(messenger: string, token: string): Promise<Burnable>
}

/** The bounds of a burn. */
export type Burnable = {
  /** The most of one burn, in the token's own integer: 0 for a token that is not burned. */
  readonly rawLimit: bigint
  /** The least fee that a burn must offer, in ten-millionths of it. */
  readonly minFeeTenMillionths: bigint
}

/** A mined transaction signed by an account, whichever program used the key. */
export type SentTransaction = {
  readonly hash: string
  readonly nonce: number
  readonly blockNumber: number
  /** Lower case; empty for a contract creation. */
  readonly to: string
  /** Hexadecimal in lower case. */
  readonly data: string
}

/** The blocks to search for transactions, both ends included, and the hashes of candidates. */
export type SentWithin = { readonly from: number; readonly to: number; readonly hashes: readonly string[] }

/** Addresses in any case. All methods throw NodeError when no node answers. */
export type Transactor = {
  readonly sweeping: Sweeping
  readonly converting: Converting
  readonly chainId: number
  /**
   * Counts the transactions that an account has sent: at about the newest block, or by majority after a given block.
   * `pending` adds those not mined yet, by the node that knows most of them.
   */
  nonce(address: string, at: 'latest' | 'pending' | number): Promise<number>
  /**
   * Transactions in which a token may have moved from some accounts to another, from any node; addresses in lower case.
   */
  movedBetween(
    moved: { readonly token: string; readonly senders: readonly string[]; readonly recipient: string },
    within: { readonly from: number; readonly to: number },
  ): Promise<string[]>
  /**
   * The receipts of transactions in which a token moved from some accounts to another, or to any (null), by majority, in
   * final blocks; addresses in lower case. Throws when the nodes are divided or have not reached these blocks.
   */
  finalMovements(
    moved: { readonly token: string; readonly senders: readonly string[]; readonly recipient: string | null },
    within: { readonly from: number; readonly to: number },
  ): Promise<Receipt[]>
  /** The number of the newest block. */
  newest(): Promise<number>
  /** The transactions that an account sent with some nonces, by nonce. Those that no node can find are left out. */
  sent(address: string, nonces: readonly number[], within: SentWithin): Promise<SentTransaction[]>
  /** The median of the nodes' answers; the lower of two. */
  fees(): Promise<MarketFees>
  /**
   * Gas; null if the contract refuses the call, or would sweep none of the money that is there. `fees`: those that it will
   * be sent with. Without them the gas price is 0, so code that asks for it knows that it is only tried out. With them
   * the call is refused too if the sender cannot pay for it.
   */
  estimate(call: Call, fees?: Fees): Promise<bigint | null>
  /** Tells whether there is code at an address, as of the newest block. */
  hasCode(address: string): Promise<boolean>
  /** Hexadecimal bytes at the newest block, `0x` if there is no contract; null if it refuses. */
  call(call: Call): Promise<string | null>
  /** The call that transfers a token from its owner. `rawAmount` is the token's own integer. */
  transferCall(transfer: {
    readonly token: string
    readonly to: string
    readonly rawAmount: bigint
  }): Omit<Call, 'from'>
  /** The recipient (lower case) and amount of such a call's data; null if it is another call. */
  decodeTransferCall(data: string): Pick<ReceiptTransfer, 'to' | 'rawAmount'> | null
  /** The token transfers of a transaction, in their order; addresses in lower case. */
  transfersIn(receipt: Receipt): readonly ReceiptTransfer[]
  /** In the token's own integer, as of the newest block. */
  tokenBalance(token: string, account: string): Promise<bigint>
  /** Wei, as of the newest block. */
  balance(address: string): Promise<bigint>
  /** Offers it to all nodes. After any error it may or may not have been accepted. */
  broadcast(raw: string): Promise<Broadcast>
  /** From one node, in any block; null if it knows none. */
  receipt(hash: string): Promise<Receipt | null>
  /**
   * By majority, in a block up to the final one; null if it is in none. Throws when the nodes are divided or have not
   * reached that block: then nothing may be decided.
   */
  finalReceipt(hash: string, finalNumber: number): Promise<Receipt | null>
}

/** A transaction with dynamic fees (EIP-1559) that carries no value. Fees are wei for each gas. */
type Unsigned = {
  readonly chainId: number
  readonly nonce: number
  readonly to: string
  readonly data: string
  readonly gasLimit: bigint
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
}

/** Holds a key and exposes only its address. */
export type Signer = {
  /** With its EIP-55 checksum. */
  readonly address: string
  /** Deterministic: the same bytes for the same transaction (RFC 6979). */
  sign(unsigned: Unsigned): { readonly hash: string; readonly raw: string }
}

/** The key that pays one merchant's refunds, and only for payments into some wallets. */
export type Refunder = {
  readonly signer: Signer
  readonly merchantId: string
  /** Lower case. */
  readonly wallets: readonly string[]
  /** In any 24 hours, in millionths of a coin. */
  readonly maxPerDay: bigint
}

/** The keys and limits for sending a network's transactions. Fees are wei for each gas. */
export type Sending = {
  /** Pays for sweeps and relays. */
  readonly gas: Signer | null
  readonly refunds: Refunder | null
  /** Every key that sends on the network, including the one for gas. */
  readonly signers: readonly Signer[]
  /** No transaction offers more. */
  readonly maxFeePerGas: bigint
  /** Millionths of a coin: deposits with less wait to be swept. */
  readonly minSweep: bigint
  /** The highest priority fee of a first offer, whatever nodes say. A replacement pays at most twice that. */
  readonly maxPriorityFee: bigint
  /** Nodes accept nothing below it. */
  readonly minPriorityFee: bigint
  /** A network fee may be worth more than its transaction moves. */
  readonly feesAboveValue: boolean
  /** Problems with the keys, in words for the operator. */
  readonly warnings: readonly string[]
}

export function getSigner(sending: Sending | null, address: string): Signer | null {
  return sending?.signers.find((signer) => signer.address.toLowerCase() === address.toLowerCase()) ?? null
}
