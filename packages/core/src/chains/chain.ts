/** The interface between the checkout and a family of chains. */

import type { Authorizations, PaymentRequest, WalletTransactions } from './payer-transactions.ts'
import type { AddressFormat, ChainNodes, ListClaimables, ReadPrices, RecipientChecks, SignedMessages } from './roles.ts'
import type { Sponsor } from './sponsor.ts'
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

/** The progress of reading a network. */
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
  /** The time to begin before if nothing was read; the newest final block if null. */
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

export type ConfiguredToken = { readonly coin: string; readonly address: string; readonly decimals: number }

/** Reads a chain from its nodes. Methods throw NodeError when no node answers or can be trusted. */
export type ChainReader = {
  /** Reads the next bounded part of the chain. Throws when no node can be reached or trusted. */
  next(position: Position, recipients: Recipients): Promise<Reading>
  /**
   * Reads a bounded range of final blocks once more: from two nodes if there are two, or from as many as must show what
   * is final. With `isMissed` the blocks are read for the first time; then, if one node is enough, it does not wait for
   * a node that is away. `final` is a final block that each of the nodes must have.
   */
  recheck(range: FinalRange, recipients: Recipients): Promise<RecheckResult>
  /**
   * Tells whether a transfer is in its block, by its transaction's receipt. Throws when the nodes contradict each
   * other.
   */
  isOnChain(transfer: ObservedTransfer): Promise<boolean>
  /**
   * Tells whether as many nodes show a recorded final transfer as must show one that pays. One node is enough to record
   * some transfers that match no payment. Throws when the nodes contradict each other.
   */
  isWitnessed(transfer: ObservedTransfer): Promise<boolean>
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
  /**
   * Finds a block that was closed before a time, by the first node that answers: the last one, or one shortly before it.
   * If all blocks that the node has are later, the oldest of them. `final`: a final block, where the search ends.
   */
  blockBefore(time: number, final: BlockRef): Promise<BlockRef>
  /** Tells whether a block is on the node's chain. Throws when no node can be reached. */
  hasBlock(block: BlockRef): Promise<boolean>
  /**
   * The latest time in milliseconds that the newest blocks of enough nodes have reached, as many as must show what is
   * final. Null while too few answer. Throws when no node answers.
   */
  reachedTime(): Promise<number | null>
  /**
   * Finds the reason not to use a token: the chain contradicts its configuration, or its contract stops all transfers.
   * Null if it can. Throws when no node answers.
   */
  tokenTrouble(token: ConfiguredToken): Promise<string | null>
}

/** A chain in roles. A role that a family or a configuration does not have is null. */
export type Chain = {
  /** CAIP-2, as in `eip155:1`. */
  readonly id: string
  /** The mark by which payments to the same wallet are told apart: an amount of their own, or a memo. */
  readonly recognition: 'amount' | 'memo'
  readonly reader: ChainReader
  readonly nodes: ChainNodes
  readonly addresses: AddressFormat
  readonly recipients: RecipientChecks
  readonly messages: SignedMessages
  /** A transaction's hash in the form that readings use; null if it is not a hash. */
  parseHash(text: string): string | null
  /** ERC-681 or SEP-7. */
  paymentUri(request: PaymentRequest): string
  /** Null when wallets send what they sign. */
  readonly walletTransactions: WalletTransactions | null
  /** Null when this checkout sends no transactions. */
  readonly transactor: Transactor | null
  /** Null when no token supports them. */
  readonly authorizations: Authorizations | null
  /** Null when the chain has no price feeds. */
  readonly prices: ReadPrices | null
  /** Null unless the checkout pays for transfers that payers only authorize, on Stellar. */
  readonly sponsor: Sponsor | null
  /** Null when money needs no claim. */
  readonly claimables: ListClaimables | null
  /**
   * Reads an account's balance of a token, in the token's own integer, from the first node that answers: after a block,
   * or after the newest one. Throws NodeError. Null where wallets learn from `walletTransactions` what an account can
   * pay.
   */
  readonly readBalance: ((token: string, account: string, block?: number) => Promise<bigint>) | null
}
