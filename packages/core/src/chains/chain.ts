/** The interface between the checkout and a family of chains. */
import type { OfferedAsset } from '@crypto-checkout/api-types'
import type { Authorizations } from './authorizations.ts'
import type { Feed } from './network.ts'
import type { Transactor } from './transactor.ts'

export type BlockRef = {
  readonly number: number
  readonly hash: string
  readonly parentHash: string
  /** Milliseconds. */
  readonly time: number
}

export type ObservedTransfer = {
  readonly txHash: string
  /** Lower case, as are the other addresses. */
  readonly token: string
  readonly from: string
  readonly to: string
  /** The token's own integer; never zero. */
  readonly rawAmount: bigint
  /** The amount that left the sender, when it is known to be more than arrived: a token may take a fee. */
  readonly rawLeft?: bigint
  /** The payer's memo, unchanged; null when there is none or the chain has no memos. */
  readonly memo: string | null
  readonly logIndex: number
  /** Index among equal transfers of the transaction. */
  readonly ordinal: number
  readonly blockNumber: number
  readonly blockHash: string
  readonly blockTime: number
}

/** One of the transfers of a transaction. `rawAmount` is the token's own integer; `to` is in lower case. */
export type SentTransfer = Pick<ObservedTransfer, 'to' | 'rawAmount' | 'logIndex'>

/**
 * Identifies a node's claim about a transfer by everything that counts. In a block of another fork it is another claim.
 */
export function toClaimKey({ txHash, token, from, to, rawAmount, memo, ordinal, blockHash }: ObservedTransfer): string {
  return [blockHash, txHash, token, from, to, rawAmount, ordinal, memo].join()
}

/** How far a network has been read. */
export type Position = {
  /** The last block read; null before the first. */
  readonly cursor: BlockRef | null
  /** Blocks up to here can no longer change. They were read twice, or are marked to be reread. */
  readonly finalNumber: number
  /**
   * The blocks read above the final one, and the final one itself, newest first. If there are very many, only the
   * newest and the oldest of them.
   */
  readonly recentBlocks: readonly BlockRef[]
  /** Where to begin if nothing was read: the block before this time, or the newest final block if null. */
  readonly startTime: number | null
}

/** The next change to apply, from what the node answered. Applying a step twice has the same effect as once. */
export type Step =
  | { readonly kind: 'idle' }
  /** Begin after this block. */
  | { readonly kind: 'start'; readonly at: BlockRef; readonly finalNumber: number }
  /** Far behind: continue after this final block, and mark the blocks in between to be reread. */
  | { readonly kind: 'leap'; readonly at: BlockRef }
  /** These blocks follow the cursor directly. No transfer happened between them. */
  | { readonly kind: 'advance'; readonly blocks: readonly BlockRef[]; readonly transfers: readonly ObservedTransfer[] }
  /**
   * For chains whose blocks are final at once: the blocks that follow the cursor, up to the last of these. They hold
   * everything that happened since `from`. Two nodes showed it, if there are two.
   */
  | {
      readonly kind: 'append'
      readonly from: number
      readonly blocks: readonly BlockRef[]
      readonly transfers: readonly ObservedTransfer[]
    }
  /** The chain was reorganised: blocks read above this one are no longer on it. */
  | { readonly kind: 'rewind'; readonly to: BlockRef }
  /** The second reading, of the blocks from `from` to `to`, which can no longer change. */
  | { readonly kind: 'finalize'; readonly from: number; readonly to: number; readonly views: Views }
  /** The network contradicts a final block. Nothing may be decided until an operator has looked. */
  | { readonly kind: 'halt'; readonly reason: string }

/** A step, and the newest block of the node that was read. */
export type Reading = { readonly step: Step; readonly head: BlockRef }

/** The transfers that each reading node showed in the same final blocks. */
export type Views = readonly (readonly ObservedTransfer[])[]

/** Final blocks to read again, both ends included. */
export type FinalRange = {
  readonly from: number
  readonly to: number
  readonly isMissed: boolean
  readonly final: BlockRef
}

/** Final blocks read again. */
export type RecheckResult = {
  readonly to: number
  /** The time of the last of them, in milliseconds. */
  readonly time: number
  readonly views: Views
}

/** The recipients whose transfers are wanted; addresses in lower case. */
export type Recipients = {
  /** All of them; null when there are too many to list. */
  all(): Promise<readonly string[] | null>
  /** The subset of these addresses that is watched. */
  intersect(addresses: readonly string[]): Promise<ReadonlySet<string>>
}

/** The state of one of a network's nodes, for health views. */
export type NodeState = {
  /** Scheme, host and port only: the path and the query can contain keys. */
  readonly url: string
  readonly healthy: boolean
  /** From 0 to 1. Each failure lowers it (many halve it); answers and time restore it. */
  readonly score: number
  /** For how long it is not asked. */
  readonly restingSeconds: number
  /** The last error; null after a success. */
  readonly error: string | null
  readonly latencyMs: number | null
  /** The newest block that it last reported. */
  readonly head: number | null
  /** The number of logs that could not be read and were skipped. */
  readonly malformedLogs: number
  /** How many blocks are requested at once. */
  readonly range: number
}

/** How many nodes must show a block for it to be final, and how many answer now, as far as is known. */
export type Witnesses = {
  readonly needed: number
  readonly present: number
  /** Host and reason of each node that does not answer. */
  readonly missing: readonly string[]
}

/** The answer of a price feed. */
export type FeedAnswer = {
  /** In 10^-8 USD. */
  readonly price: bigint
  /** Milliseconds; not later than the block in which it was read. */
  readonly updatedAt: number
}

/** A price feed's answer as the network's nodes agree on it. */
export type AgreedPrice = FeedAnswer & {
  /** How many nodes agree; 1 if they are divided. */
  readonly voices: number
  /** There is no other node to ask. */
  readonly alone: boolean
  /** Why the nodes do not agree, for the operator; null when they do. */
  readonly doubt: string | null
}

/** The transfer that a payment URI asks a wallet to send. */
export type PaymentRequest = {
  readonly token: string
  readonly address: string
  /** The token's own integer. */
  readonly rawAmount: bigint
  readonly memo: string | null
  /** For the payer to read. */
  readonly message: string
}

/** A transfer for a wallet to sign. */
export type TransferRequest = Pick<PaymentRequest, 'token' | 'address' | 'rawAmount' | 'memo'> & {
  /** The wallet that must send it; null when any wallet may. */
  readonly from: string | null
  /** Both in milliseconds: when the payment's time is up, and the clock's time. */
  readonly deadline: number
  readonly now: number
}

/** The paying account, and the asset to send if it is not the payment's own coin. */
export type Payer = { readonly account: string; readonly send: Pick<OfferedAsset, 'asset' | 'max'> | null }

/**
 * `market` is the hash of a path payment, which depends on offers and cannot be rebuilt identically; otherwise null.
 */
type BuiltTransaction = {
  readonly xdr: string
  readonly networkPassphrase: string
  readonly market: Buffer | null
  /** The block in which the account last changed: everything it sent before is in this block or an earlier one. */
  readonly changedIn: number
}

/** For wallets that only sign: the checkout builds the transaction and submits it. */
export type WalletTransactions = {
  /** Other assets that an account can pay with now. Throws CheckoutError if `account` is not an account. */
  offers(order: TransferRequest, account: string): Promise<OfferedAsset[]>
  /** Throws CheckoutError when the payer cannot pay it. */
  build(order: TransferRequest, payer: Payer): Promise<BuiltTransaction>
  /**
   * Submits a signed transaction that `build` built. For a path payment, `wasBuilt` says whether it was. Throws
   * CheckoutError for any other transaction and when the network rejects it; `transaction_uncertain` when the network
   * may have accepted it.
   */
  submit(
    order: TransferRequest,
    xdr: string,
    wasBuilt: (hash: Buffer) => Promise<boolean>,
  ): Promise<{ readonly hash: string; readonly from: string }>
}

/** Texts signed with the key of an address, to prove control of it. */
export type SignedMessages = {
  readonly standard: 'EIP-191' | 'SEP-53'
  /** For the merchant: what a signature must be, and which addresses cannot have one. */
  readonly help: string
  /** Needs no node. `address` in display form. */
  isSigned(address: string, text: string, signature: string): boolean
}

/** Money that an account could claim (Stellar's claimable balances). It pays nothing until it is claimed. */
export type Claimable = {
  /** B..., the sender of the transfer that claims it. */
  readonly id: string
  /** Lower case. */
  readonly token: string
  /** The token's own integer. */
  readonly rawAmount: bigint
  /** Memo and hash of the transaction that created it. */
  readonly memo: string | null
  readonly txHash: string
}

export type ConfiguredToken = { readonly coin: string; readonly address: string; readonly decimals: number }

export type Chain = {
  /** CAIP-2, as in `eip155:1`. */
  readonly id: string
  /** How payments to the same wallet are told apart: by an amount of their own, or by a memo. */
  readonly recognition: 'amount' | 'memo'
  /** Reads the next bounded part of the chain. Throws when no node can be reached or trusted. */
  next(position: Position, recipients: Recipients): Promise<Reading>
  /**
   * Reads a bounded range of final blocks once more: from two nodes if there are two, or from as many as must show what
   * is final. With `isMissed` the blocks are read for the first time; then, if one node is enough, it does not wait for
   * a node that is away. `final` is a final block that each of the nodes must have.
   */
  recheck(range: FinalRange, recipients: Recipients): Promise<RecheckResult>
  /** Whether a transfer is in its block, by its transaction's receipt. Throws when the nodes contradict each other. */
  isOnChain(transfer: ObservedTransfer): Promise<boolean>
  /**
   * The sender's transfers of the same token in the same transaction, this one included, in the receipt's order. One
   * node's answer for a `seen` transfer, the majority's for a `final` one. Throws when the nodes contradict each other.
   */
  sentWith(transfer: ObservedTransfer, state: 'seen' | 'final'): Promise<readonly SentTransfer[]>
  /**
   * The transfers of watched tokens in a transaction, by its own record, from the first node that answers. Empty when
   * the transaction failed or the chain has none. Null when the node no longer keeps the block. Throws NodeError when
   * no node answers, or none has reached a point where the block is final.
   */
  record(txHash: string, blockNumber: number): Promise<readonly ObservedTransfer[] | null>
  /** The mismatch between a token's configuration and the chain; null when they agree. Throws when no node answers. */
  tokenMismatch(token: ConfiguredToken): Promise<string | null>
  /** Whether a block is on the node's chain. Throws when no node can be reached. */
  hasBlock(block: BlockRef): Promise<boolean>
  /**
   * The latest time in milliseconds that the newest blocks of enough nodes have reached, as many as must show what is
   * final. Null while too few answer. Throws when no node answers.
   */
  reachedTime(): Promise<number | null>
  /** Finds the nodes that lag behind the others, so that the others are preferred. */
  compareNodes(): Promise<void>
  /** The configured nodes. */
  nodes(): readonly NodeState[]
  /** How many nodes must show what is final, and how many answer. */
  witnesses(): Witnesses
  /**
   * The answers of price feeds at one block, in the order of `feeds`. A feed that cannot be read or trusted is rejected
   * with the reason. Throws when too few nodes answer.
   */
  prices(feeds: readonly Feed[]): Promise<PromiseSettledResult<AgreedPrice>[]>
  /** The address in its display form; null if it is not an address. */
  parseAddress(text: string): string | null
  /** A transaction's hash in the form that readings use; null if it is not a hash. */
  parseHash(text: string): string | null
  /** Why no money may be sent to the address, as in "is the zero address"; null if nothing speaks against it. */
  recipientProblem(address: string): string | null
  /**
   * Why an account cannot receive this amount of a token now, as in "does not exist"; null if it can, or if no node
   * answers in time.
   */
  cannotReceiveReason(request: { token: string; address: string; rawAmount: bigint }): Promise<string | null>
  /** Whether an account requires a memo; false when no node answers in time. */
  requiresMemo(request: { token: string; address: string }): Promise<boolean>
  /**
   * What an account (display form) could claim of the configured tokens at a time in milliseconds, the newest of each
   * first. Very new balances may be missing. Null when no node can tell.
   */
  readonly claimables: ((account: string, now: number) => Promise<readonly Claimable[]>) | null
  /** The display form of an address. Readings use lower case. */
  displayAddress(address: string): string
  /** Null when wallets send what they sign. */
  readonly walletTransactions: WalletTransactions | null
  /** Null when this checkout sends no transactions. */
  readonly transactor: Transactor | null
  readonly messages: SignedMessages
  /** Null when no token supports them. */
  readonly authorizations: Authorizations | null
  /** ERC-681 or SEP-7. `rawAmount` is the token's own integer. */
  paymentUri(request: PaymentRequest): string
}
