import { CLOCK_TOLERANCE_MS } from './attribution.ts'
import { LATE_WINDOW_MS } from './sums.ts'

/**
 * A tail of 0.000001 to 0.009999 makes an amount recognisable. The amount never ends in 0, so
 * that one which a payer or an exchange rounds or truncates matches nothing.
 */
export const MAX_TAIL = 9_999n

export function endsInZero(amount: bigint): boolean {
  return amount % 10n === 0n
}

/** One of the amounts of a price, evenly at random. `random(n)` gives an integer from 0 to n - 1. */
export function randomAmount(price: bigint, random: (below: number) => number): bigint {
  for (;;) {
    const amount = price + 1n + BigInt(random(Number(MAX_TAIL)))
    if (!endsInZero(amount)) return amount
  }
}

/** Every amount that a price can be asked as, in order. */
export function amountsOf(price: bigint): bigint[] {
  const amounts: bigint[] = []
  for (let tail = 1n; tail <= MAX_TAIL; tail++) if (!endsInZero(price + tail)) amounts.push(price + tail)
  return amounts
}

/** How many amounts a price can be asked as. */
export function countAmounts(price: bigint): number {
  return Number(MAX_TAIL - ((price + MAX_TAIL) / 10n - price / 10n))
}

/**
 * An amount returns at the earliest a day after its payment ended, and not within 30 days while
 * others are free. The day is a little longer than the one for which late money may be accepted, by
 * what clocks may differ: the last moment of one payment lies before the first of the next.
 */
export const QUARANTINE_MS = LATE_WINDOW_MS + 2 * CLOCK_TOLERANCE_MS
export const PREFERRED_REST_MS = 30 * 24 * 3_600_000
