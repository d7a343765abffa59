import { CLOCK_TOLERANCE_MS } from './attribution.ts'
import { LATE_WINDOW_MS } from './sums.ts'

/**
 * A tail of 0.000001 to 0.009999 makes an amount unique. The amount never ends in 0, so one that a payer or an exchange
 * rounds or truncates matches nothing.
 */
export const MAX_SUFFIX = 9_999n

export function endsInZero(amount: bigint): boolean {
  return amount % 10n === 0n
}

/** One of the amounts of a price, uniformly at random. `random(n)` returns an integer from 0 to n - 1. */
export function pickRandomAmount(price: bigint, random: (below: number) => number): bigint {
  for (;;) {
    const amount = price + 1n + BigInt(random(Number(MAX_SUFFIX)))
    if (!endsInZero(amount)) return amount
  }
}

/** Every amount that can stand for a price, in order. */
export function listAmounts(price: bigint): bigint[] {
  const amounts: bigint[] = []
  for (let tail = 1n; tail <= MAX_SUFFIX; tail++) if (!endsInZero(price + tail)) amounts.push(price + tail)
  return amounts
}

/** How many amounts can stand for a price. */
export function countAmounts(price: bigint): number {
  return Number(MAX_SUFFIX - ((price + MAX_SUFFIX) / 10n - price / 10n))
}

/**
 * An amount is reused at the earliest a day after its payment ended, and not within 30 days while others are free. The
 * day is as long as late money may be accepted, plus the tolerance of both clocks. So the last moment of one payment
 * comes before the first of the next.
 */
export const QUARANTINE_MS = LATE_WINDOW_MS + 2 * CLOCK_TOLERANCE_MS
export const PREFERRED_REST_MS = 30 * 24 * 3_600_000
