/** The seam between the checkout and a family of chains. */

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
  readonly logIndex: number
  /** Number among equal transfers of the transaction. */
  readonly ordinal: number
  readonly blockNumber: number
  readonly blockHash: string
  readonly blockTime: number
}

/** How far a network has been read. */
export type Position = {
  /** The last block read; null before the first. */
  readonly cursor: BlockRef | null
  /** Everything up to here was read twice and can no longer change. */
  readonly finalNumber: number
  /** Blocks read above the final one and the final one itself, newest first. */
  readonly ring: readonly BlockRef[]
  /** Where to begin when nothing was read: the block before this time, or the newest final one when null. */
  readonly startTime: number | null
}

/** What to do next with what the node said. Applying a step twice is the same as once. */
export type Step =
  | { readonly kind: 'idle' }
  /** Begin after this block. */
  | { readonly kind: 'start'; readonly at: BlockRef; readonly finalNumber: number }
  /** These blocks follow the cursor; of blocks below the final one only the last need be named. */
  | { readonly kind: 'advance'; readonly blocks: readonly BlockRef[]; readonly transfers: readonly ObservedTransfer[] }
  /** The chain was reorganised: what was read above this block is no longer on it. */
  | { readonly kind: 'rewind'; readonly to: BlockRef }
  /**
   * The second reading: exactly these transfers are in the blocks from `from` to `to`, for good.
   * `blocks` are those of them that are remembered and turned out to be final.
   */
  | {
      readonly kind: 'finalize'
      readonly from: number
      readonly to: number
      readonly blocks: readonly BlockRef[]
      readonly transfers: readonly ObservedTransfer[]
    }
  /** The network contradicts what was final. Nothing may be decided until an operator has looked. */
  | { readonly kind: 'halt'; readonly reason: string }

/** The watched recipients, lower case; null when there are too many to name: then all transfers are wanted. */
export type Recipients = () => Promise<readonly string[] | null>

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

export type Chain = {
  /** CAIP-2, as in `eip155:1`. */
  readonly id: string
  /** Reads the next bounded piece. Throws when the node can not be reached or is not believed. */
  next(position: Position, recipients: Recipients): Promise<Step>
  /** Whether a block is on the node's chain. Throws when the node can not be reached. */
  holds(block: BlockRef): Promise<boolean>
  /** The nodes behind it, as configured. */
  nodes(): readonly NodeState[]
  /** The address in its display form, or null when it is none. */
  parseAddress(text: string): string | null
  /** ERC-681 or SEP-7. Amount in the token's own integer. */
  paymentUri(request: { token: string; address: string; rawAmount: bigint }): string
}
