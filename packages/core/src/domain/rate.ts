/** What a coin counts as, and when a price feed is believed. Prices are in 10^-8 USD. */

export const ONE_USD = 100_000_000n

/** Up to here a coin is at par: feeds move by less than this without anything having happened. */
const PAR_PER_MILLE = 5n
/** Further off than this a coin is not taken. */
const LIMIT_PER_MILLE = 20n
const PER_MILLE = 1_000n

/**
 * USD for one coin that its feed puts at this price; null when it is too far off to be taken. A price
 * that is stale says what the coin counts as no more, but a coin that was refused stays so until its
 * feed has said that it has recovered.
 */
export function coinRate(price: bigint, age: 'fresh' | 'stale'): bigint | null {
  const off = (price > ONE_USD ? price - ONE_USD : ONE_USD - price) * PER_MILLE
  if (off > LIMIT_PER_MILLE * ONE_USD) return null
  return age === 'stale' || off <= PAR_PER_MILLE * ONE_USD ? ONE_USD : price
}

/** What was last read of a feed. */
export type FeedReading = {
  readonly price: bigint
  /** Milliseconds: when the feed was updated, and when this process read it. */
  readonly updatedAt: number
  readonly readAt: number
}

/** How old a feed may grow. */
export type Patience = {
  /** Within this time the feed is updated, or says so by a deviation. */
  readonly heartbeatMs: number
  /** How much longer its silence is forgiven: the time markets are closed. */
  readonly marginMs: number
}

/**
 * Whether a reading says nothing about now any more. The margin forgives the feed's own silence alone:
 * while nobody reads it, it may have moved.
 */
export function isStale(reading: FeedReading, { heartbeatMs, marginMs }: Patience, now: number): boolean {
  return now - reading.updatedAt > heartbeatMs + marginMs || now - reading.readAt > heartbeatMs
}
