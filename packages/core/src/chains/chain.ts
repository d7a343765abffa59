/** The seam between the checkout and a family of chains. */
import type { OfferedAsset } from '../wire.ts'
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
  /** What left the sender with it, where that is known to be more than arrived: a token may take a fee. */
  readonly rawLeft?: bigint
  /** What the payer wrote to say what it is for, as it came; null where there is none, or a chain has none. */
  readonly memo: string | null
  readonly logIndex: number
  /** Number among equal transfers of the transaction. */
  readonly ordinal: number
  readonly blockNumber: number
  readonly blockHash: string
  readonly blockTime: number
}

/** One of the transfers of a transaction. The token's own integer; the recipient in lower case. */
export type SentTransfer = Pick<ObservedTransfer, 'to' | 'rawAmount' | 'logIndex'>

/** One claim of a node about a transfer, with all that it is believed for: in a block of another fork it is another claim. */
export function claimOf({ txHash, token, from, to, rawAmount, memo, ordinal, blockHash }: ObservedTransfer): string {
  return [blockHash, txHash, token, from, to, rawAmount, ordinal, memo].join()
}

/** How far a network has been read. */
export type Position = {
  /** The last block read; null before the first. */
  readonly cursor: BlockRef | null
  /** Everything up to here can no longer change, and was read twice or is left to be reread. */
  readonly finalNumber: number
  /**
   * Blocks read above the final one and the final one itself, newest first. Where there are very
   * many, the newest and the oldest of them.
   */
  readonly ring: readonly BlockRef[]
  /** Where to begin when nothing was read: the block before this time, or the newest final one when null. */
  readonly startTime: number | null
}

/** What to do next with what the node said. Applying a step twice is the same as once. */
export type Step =
  | { readonly kind: 'idle' }
  /** Begin after this block. */
  | { readonly kind: 'start'; readonly at: BlockRef; readonly finalNumber: number }
  /** Much was missed: go on after this final block, and leave what lies between to be reread. */
  | { readonly kind: 'leap'; readonly at: BlockRef }
  /** These blocks follow the cursor, and nothing happened in any between them. */
  | { readonly kind: 'advance'; readonly blocks: readonly BlockRef[]; readonly transfers: readonly ObservedTransfer[] }
  /**
   * Blocks that are final as soon as they are there follow the cursor, up to the last of these. All
   * that happened between `from` and there is in them, and was shown by two nodes where there are two.
   */
  | {
      readonly kind: 'append'
      readonly from: number
      readonly blocks: readonly BlockRef[]
      readonly transfers: readonly ObservedTransfer[]
    }
  /** The chain was reorganised: what was read above this block is no longer on it. */
  | { readonly kind: 'rewind'; readonly to: BlockRef }
  /** The second reading, of the blocks from `from` to `to`, which can no longer change. */
  | { readonly kind: 'finalize'; readonly from: number; readonly to: number; readonly views: Views }
  /** The network contradicts what was final. Nothing may be decided until an operator has looked. */
  | { readonly kind: 'halt'; readonly reason: string }

/** A step, and the newest block of the node that was read. */
export type Reading = { readonly step: Step; readonly head: BlockRef }

/** What each of the nodes that read them showed of the same final blocks. */
export type Views = readonly (readonly ObservedTransfer[])[]

/** Final blocks to read again, both ends included. */
export type FinalRange = {
  readonly from: number
  readonly to: number
  readonly isMissed: boolean
  readonly final: BlockRef
}

/** Final blocks read again. */
export type Rereading = {
  readonly to: number
  /** The time of the last of them, in milliseconds. */
  readonly time: number
  readonly views: Views
}

/** Whose transfers are wanted; addresses in lower case. */
export type Recipients = {
  /** All of them; null when there are too many to name. */
  named(): Promise<readonly string[] | null>
  /** Those of these addresses that are watched. */
  among(addresses: readonly string[]): Promise<ReadonlySet<string>>
}

/** How one of a network's nodes does, for health views. */
export type NodeState = {
  /** Scheme, host and port only: keys stand in paths and queries. */
  readonly url: string
  readonly healthy: boolean
  /** From 0 to 1: halves with a failure, comes back with answers and with time. */
  readonly score: number
  /** For so long it is left alone. */
  readonly restingSeconds: number
  /** Why it failed last; null after a success. */
  readonly error: string | null
  readonly latencyMs: number | null
  /** The newest block it named last. */
  readonly head: number | null
  /** Logs that could not be read and were left out. */
  readonly malformedLogs: number
  /** How many blocks it is asked for at once. */
  readonly range: number
}

/** How many nodes must show what is final, and how many answer now, as far as is known. */
export type Witnesses = {
  readonly needed: number
  readonly present: number
  /** Of those that do not answer: host and reason. */
  readonly missing: readonly string[]
}

/** What a price feed says. */
export type FeedAnswer = {
  /** In 10^-8 USD. */
  readonly price: bigint
  /** Milliseconds; not later than the block in which it was read. */
  readonly updatedAt: number
}

/** What the nodes of a network say of a price feed. */
export type AgreedPrice = FeedAnswer & {
  /** How many of them say so; 1 where they are divided. */
  readonly voices: number
  /** There is no other node to ask. */
  readonly alone: boolean
  /** For the operator, where they do not agree. */
  readonly doubt: string | null
}

/** What a wallet is asked to send. */
export type PaymentRequest = {
  readonly token: string
  readonly address: string
  /** The token's own integer. */
  readonly rawAmount: bigint
  readonly memo: string | null
  /** For the payer to read. */
  readonly message: string
}

/** A transfer as a wallet is to sign it. */
export type Order = Pick<PaymentRequest, 'token' | 'address' | 'rawAmount' | 'memo'> & {
  /** Whose wallet; null where anybody's may. */
  readonly from: string | null
  /** Milliseconds, both: until when it asks for money, and what the clock says. */
  readonly deadline: number
  readonly now: number
}

/** Who pays, and the asset that is given where it is not the payment's own coin. */
export type Payer = { readonly account: string; readonly send: Pick<OfferedAsset, 'asset' | 'max'> | null }

/** `market` is the hash of one that depends on offers, and cannot be built again; null where it can. */
type BuiltTransaction = {
  readonly xdr: string
  readonly networkPassphrase: string
  readonly market: Buffer | null
  /** The block in which the account was changed last: whatever it has sent before is in that one, or in an earlier one. */
  readonly changedIn: number
}

/** For wallets that only sign: the transaction is built here, and sent from here. */
export type WalletTransactions = {
  /** What else an account can pay with now. Throws CheckoutError for what is no account. */
  offers(order: Order, account: string): Promise<OfferedAsset[]>
  /** Throws CheckoutError for a payer who cannot pay it. */
  build(order: Order, payer: Payer): Promise<BuiltTransaction>
  /**
   * Sends what `build` built, once it is signed; of one that depends on offers `wasBuilt` says whether it
   * is. Throws CheckoutError for anything else, and where the network does not take it;
   * `transaction_uncertain` where it may have taken it.
   */
  submit(
    order: Order,
    xdr: string,
    wasBuilt: (hash: Buffer) => Promise<boolean>,
  ): Promise<{ readonly hash: string; readonly from: string }>
}

/** Texts that the key of an address signs, to show that it has it. */
export type SignedMessages = {
  readonly standard: 'EIP-191' | 'SEP-53'
  /** What a signature has to be, and what can have none, for the merchant. */
  readonly help: string
  /** Asks no node. `address` in display form. */
  isSigned(address: string, text: string, signature: string): boolean
}

/** Money that an account could claim (Stellar's claimable balances). It is nobody's payment before it is claimed. */
export type Claimable = {
  /** B..., as the transfer that claims it names its sender. */
  readonly id: string
  /** Lower case. */
  readonly token: string
  /** The token's own integer. */
  readonly rawAmount: bigint
  /** Of the transaction that made it, as is the hash. */
  readonly memo: string | null
  readonly txHash: string
}

export type ConfiguredToken = { readonly coin: string; readonly address: string; readonly decimals: number }

export type Chain = {
  /** CAIP-2, as in `eip155:1`. */
  readonly id: string
  /** What tells a payment from the others to its wallet: an amount of its own, or a memo. */
  readonly recognition: 'amount' | 'memo'
  /** Reads the next bounded piece. Throws when no node can be reached or is believed. */
  next(position: Position, recipients: Recipients): Promise<Reading>
  /**
   * Reads a bounded piece of final blocks once more, from two nodes where there are two, or as many as must show what is
   * final. `isMissed`: for the first time; then, where one node is enough, one that is away is not waited for. `final`
   * is a final block that each of them must have.
   */
  reread(range: FinalRange, recipients: Recipients): Promise<Rereading>
  /** Whether a transfer is in its block, by its transaction's own receipt. Throws when the nodes contradict each other. */
  shows(transfer: ObservedTransfer): Promise<boolean>
  /**
   * What the sender of a transfer moved of the same token in the same transaction, this transfer included, by the
   * transaction's own receipt and in its order. As one node says of a transfer that was seen, as most say of a final one.
   * Throws when the nodes contradict each other.
   */
  sentWith(transfer: ObservedTransfer, state: 'seen' | 'final'): Promise<readonly SentTransfer[]>
  /**
   * What a transaction moves of the watched tokens, by its own record, as the first node says that answers; nothing where
   * it failed or the chain has none such. Null where the node no longer keeps the block in which it should be. Throws
   * NodeError where none answers, or has come so far that the block is final.
   */
  record(txHash: string, blockNumber: number): Promise<readonly ObservedTransfer[] | null>
  /** What is wrong with a token as it is configured; null when the chain agrees. Throws when no node answers. */
  troubleOf(token: ConfiguredToken): Promise<string | null>
  /** Whether a block is on the node's chain. Throws when the node cannot be reached. */
  holds(block: BlockRef): Promise<boolean>
  /**
   * The latest time, in milliseconds, that the chain has reached by the newest blocks of as many nodes as must show what
   * is final; null while too few answer. Throws when no node answers.
   */
  reachedTime(): Promise<number | null>
  /** Finds out which nodes are behind the others, so that these are preferred. */
  compareNodes(): Promise<void>
  /** The nodes behind it, as configured. */
  nodes(): readonly NodeState[]
  /** How many of them must show what is final, and how many answer. */
  witnesses(): Witnesses
  /**
   * What price feeds say at one block, in their order. A feed that cannot be read or believed is rejected with the
   * reason. Throws when too few nodes answer.
   */
  prices(feeds: readonly Feed[]): Promise<PromiseSettledResult<AgreedPrice>[]>
  /** The address in its display form, or null when it is none. */
  parseAddress(text: string): string | null
  /** A transaction's hash as readings name it, or null when it is none. */
  parseHash(text: string): string | null
  /** Why no money may be sent there, as in "is the zero address"; null when nothing speaks against it. */
  objectionTo(address: string): string | null
  /**
   * Why an account cannot receive so much of a token now, as in "does not exist"; null when it can, or
   * when no node answers in time.
   */
  whyNotReceive(request: { token: string; address: string; rawAmount: bigint }): Promise<string | null>
  /** Whether an account is to be paid with a memo only; false when no node answers in time. */
  wantsMemo(request: { token: string; address: string }): Promise<boolean>
  /**
   * What an account (display form) could claim of the configured tokens at a time in milliseconds, the newest
   * of each first; it may be short of what is very new. Null where no node tells.
   */
  readonly claimables: ((account: string, now: number) => Promise<readonly Claimable[]>) | null
  /** An address, which readings name in lower case, as people know it. */
  displayAddress(address: string): string
  /** Null where wallets send what they sign. */
  readonly walletTransactions: WalletTransactions | null
  /** Null where this checkout sends nothing. */
  readonly transactor: Transactor | null
  readonly messages: SignedMessages
  /** Null where no token knows any. */
  readonly authorizations: Authorizations | null
  /** ERC-681 or SEP-7. Amount in the token's own integer. */
  paymentUri(request: PaymentRequest): string
}
