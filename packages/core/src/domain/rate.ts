/** The rate at which a coin counts, and when a price feed is trusted. Prices are in 10^-8 USD. */

export const ONE_USD = 100_000_000n

/** A coin within this distance is at par: feeds move this much without any event. */
const PAR_PER_MILLE = 5n
/** A coin further off than this is not accepted. */
const LIMIT_PER_MILLE = 20n
const PER_MILLE = 1_000n

/**
 * USD for one coin, from its feed's price; null when it is too far off to be accepted. A stale price no longer sets the
 * rate. But a refused coin stays refused until its feed reports that it has recovered.
 */
export function computeCoinRate(price: bigint, age: 'fresh' | 'stale'): bigint | null {
  const off = (price > ONE_USD ? price - ONE_USD : ONE_USD - price) * PER_MILLE
  if (off > LIMIT_PER_MILLE * ONE_USD) return null
  return age === 'stale' || off <= PAR_PER_MILLE * ONE_USD ? ONE_USD : price
}

/** The kind of price, which decides which of two readings costs the payer more. */
export type Priced = 'coin' | 'currency'

/** The reading that costs the payer more: a dearer currency, or a cheaper coin. */
export function pickDearest<Reading extends { readonly price: bigint }>(
  of: Priced,
  readings: readonly Reading[],
): Reading {
  const [first, ...others] = readings
  if (!first) throw new RangeError('there is no reading')
  return others.reduce((worst, one) => (one.price > worst.price === (of === 'currency') ? one : worst), first)
}

/** Two readings within this distance count as the same price: 5 %. */
const JUMP_PER_MILLE = 50n
/** This many readings in a row confirm a jump if there is no other node to ask. */
export const CONFIRMING_READINGS = 5

/** Tells whether two prices are so far apart that one node's reading is not enough. */
export function isJump(from: bigint, to: bigint): boolean {
  return (from > to ? from - to : to - from) * PER_MILLE > JUMP_PER_MILLE * from
}

/** The nodes' answer about a feed. */
type HeardPrice = {
  readonly price: bigint
  /** The number of nodes that agree. */
  readonly voices: number
  /** The network has no other node. */
  readonly alone: boolean
}

/** A jump that only one node has shown, and how often in a row. */
export type Waiting = { readonly price: bigint; readonly times: number }

/**
 * - `believed`: it counts from now on
 * - `waits`: it is a jump that only one node shows; the former price counts
 * - `contradicted`: only one node shows it, and several nodes of another network disagree
 */
type Verdict =
  | { readonly kind: 'believed' }
  | { readonly kind: 'waits'; readonly waiting: Waiting }
  | { readonly kind: 'contradicted' }

/**
 * Tells whether a price counts. `before`: the last price that did. `agreed`: the price of the same coin or currency on
 * which several nodes of another network agree now; null if there is none. A price that makes a coin refused needs no
 * confirmation: it sells nothing.
 */
export function judgePrice(
  of: Priced,
  { price, voices, alone }: HeardPrice,
  known: { readonly before: bigint | null; readonly agreed: bigint | null; readonly waiting: Waiting | null },
): Verdict {
  const { before, agreed, waiting } = known
  if (voices > 1 || (of === 'coin' && computeCoinRate(price, 'fresh') === null)) return { kind: 'believed' }
  if (agreed !== null) return { kind: isJump(agreed, price) ? 'contradicted' : 'believed' }
  if (before === null || !isJump(before, price)) return { kind: 'believed' }
  const times = waiting && !isJump(waiting.price, price) ? waiting.times + 1 : 1
  if (alone && times >= CONFIRMING_READINGS) return { kind: 'believed' }
  return { kind: 'waits', waiting: { price, times } }
}

/** The last reading of a feed. */
export type FeedReading = {
  readonly price: bigint
  /** The number of nodes that agreed. */
  readonly voices: number
  /** Milliseconds: when the feed was updated, and when this process read it. */
  readonly updatedAt: number
  readonly readAt: number
}

/** The greatest age of a feed's price. */
type Patience = {
  /** The feed is updated within this time, or earlier by a deviation. */
  readonly heartbeatMs: number
  /** The additional time for which its silence is accepted: the time when markets are closed. */
  readonly marginMs: number
}

/**
 * Tells whether a reading is too old to count. The margin covers only the feed's own silence: while this process does
 * not read it, the feed may have moved.
 */
export function isStale(
  reading: Pick<FeedReading, 'updatedAt' | 'readAt'>,
  { heartbeatMs, marginMs }: Patience,
  now: number,
): boolean {
  return now - reading.updatedAt > heartbeatMs + marginMs || now - reading.readAt > heartbeatMs
}

/** USD for one unit of a fiat currency and for one coin, in 10^-8 USD. */
export type Rates = { readonly usdPerFiat: bigint; readonly usdPerCoin: bigint }

/** A fiat price in millionths as millionths of a coin, rounded up so that the merchant never gets less. */
export function convertToCoin(price: bigint, rates: Rates): bigint {
  const numerator = price * rates.usdPerFiat
  return (numerator + rates.usdPerCoin - 1n) / rates.usdPerCoin
}

/** Fiat for one coin with eight decimals, rounded to nearest: `'0.92592593'` at 1.08 USD per euro. */
export function formatFiatPerCoin(rates: Rates): string {
  return formatRate((rates.usdPerCoin * ONE_USD * 2n + rates.usdPerFiat) / (rates.usdPerFiat * 2n))
}

/** `formatRate(108_000_000n) // '1.08000000'` */
export function formatRate(rate: bigint): string {
  const digits = rate.toString().padStart(9, '0')
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`
}
