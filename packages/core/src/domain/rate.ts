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

/** What a price is of: it decides which of two readings costs the payer more. */
export type Priced = 'coin' | 'currency'

/** The reading that costs the payer more: a dearer currency, or a cheaper coin. */
export function dearest<Reading extends { readonly price: bigint }>(of: Priced, readings: readonly Reading[]): Reading {
  const [first, ...others] = readings
  if (!first) throw new RangeError('there is no reading')
  return others.reduce((worst, one) => (one.price > worst.price === (of === 'currency') ? one : worst), first)
}

/** Up to here two readings count as the same price: 5 %. */
const JUMP_PER_MILLE = 50n
/** So many readings in a row confirm a jump, where there is nobody else to ask. */
export const CONFIRMING_READINGS = 5

/** Whether a price is so far from another one that one node's word is not enough. */
export function isJump(from: bigint, to: bigint): boolean {
  return (from > to ? from - to : to - from) * PER_MILLE > JUMP_PER_MILLE * from
}

/** What nodes said of a feed. */
export type HeardPrice = {
  readonly price: bigint
  /** How many nodes say so. */
  readonly voices: number
  /** The network has no other node. */
  readonly alone: boolean
}

/** A jump that one node has shown, and how often in a row. */
export type Waiting = { readonly price: bigint; readonly times: number }

/**
 * - `believed`: it counts from now on
 * - `waits`: it is a jump that only one node shows: the former price counts
 * - `contradicted`: only one node shows it, and several of another network say otherwise
 */
export type Verdict =
  | { readonly kind: 'believed' }
  | { readonly kind: 'waits'; readonly waiting: Waiting }
  | { readonly kind: 'contradicted' }

/**
 * Whether a price counts. `before`: the last that did; `agreed`: what several nodes of another network say now of
 * the same coin or currency; null where there is none. A price by which a coin is refused needs no second word: it sells nothing.
 */
export function judgePrice(
  of: Priced,
  { price, voices, alone }: HeardPrice,
  known: { readonly before: bigint | null; readonly agreed: bigint | null; readonly waiting: Waiting | null },
): Verdict {
  const { before, agreed, waiting } = known
  if (voices > 1 || (of === 'coin' && coinRate(price, 'fresh') === null)) return { kind: 'believed' }
  if (agreed !== null) return { kind: isJump(agreed, price) ? 'contradicted' : 'believed' }
  if (before === null || !isJump(before, price)) return { kind: 'believed' }
  const times = waiting && !isJump(waiting.price, price) ? waiting.times + 1 : 1
  if (alone && times >= CONFIRMING_READINGS) return { kind: 'believed' }
  return { kind: 'waits', waiting: { price, times } }
}

/** What was last read of a feed. */
export type FeedReading = {
  readonly price: bigint
  /** How many nodes said so. */
  readonly voices: number
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
export function isStale(
  reading: Pick<FeedReading, 'updatedAt' | 'readAt'>,
  { heartbeatMs, marginMs }: Patience,
  now: number,
): boolean {
  return now - reading.updatedAt > heartbeatMs + marginMs || now - reading.readAt > heartbeatMs
}
