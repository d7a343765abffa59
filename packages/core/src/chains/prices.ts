import type { Feed } from './network.ts'

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

/**
 * The answers of price feeds at one block, in the order of `feeds`. A feed that cannot be read or trusted is rejected
 * with the reason. Throws when too few nodes answer.
 */
export type ReadPrices = (feeds: readonly Feed[]) => Promise<PromiseSettledResult<AgreedPrice>[]>
