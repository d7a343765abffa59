import { parseRate, smaller } from './money.ts'

export const refundStatuses = ['pending', 'submitted', 'completed', 'failed', 'cancelled'] as const
type RefundState = (typeof refundStatuses)[number]

/** How a refund leaves: the payer says where to first, the merchant signs it, or this checkout does. */
type RefundMethod = 'collect' | 'sign' | 'signer'

/** What is known of a refund. Times in milliseconds. */
export type RefundFacts = {
  readonly method: RefundMethod
  /** What the chain shows of it; null while nothing. */
  readonly transfer: 'seen' | 'final' | null
  readonly failed: boolean
  readonly cancelledAt: number | null
}

/** The transaction of a cancelled refund may be signed already: for so long its amount stays reserved. */
export const CANCELLED_WINDOW_MS = 24 * 3_600_000

const RATE_UNIT = 100_000_000n
const MILLIONTHS_PER_CENT = 10_000n

/** The state of a refund: a pure function of what is known of it. A transfer on the chain outweighs what was decided. */
export function refundState({ transfer, failed, cancelledAt }: RefundFacts): RefundState {
  if (transfer === 'final') return 'completed'
  if (transfer === 'seen') return 'submitted'
  if (failed) return 'failed'
  return cancelledAt === null ? 'pending' : 'cancelled'
}

/**
 * Whether a refund's amount may still leave, or has left. `readUntil`: up to when the chain has been read; before that
 * a transfer of the time until then can still turn up.
 */
export function holdsAmount(refund: RefundFacts, readUntil: number): boolean {
  const state = refundState(refund)
  if (state === 'failed') return false
  if (state !== 'cancelled') return true
  return refund.method === 'sign' && readUntil <= (refund.cancelledAt ?? 0) + CANCELLED_WINDOW_MS
}

/** Whether a transfer of this time may still be a cancelled refund's. */
export function isInWindow(cancelledAt: number | null, blockTime: number): boolean {
  return cancelledAt === null || blockTime <= cancelledAt + CANCELLED_WINDOW_MS
}

/** What a refund moves: millionths of the coin, and what that is in cents of the payment's currency. */
export type RefundAmount = { readonly amount: bigint; readonly cents: number }

/**
 * All that is left, its tail included. The cents are rounded down, but never below what the same amount of coins was
 * priced at: a rate has eight decimals, which may be a little less than it was.
 */
export function wholeRefund(left: bigint, rate: string): RefundAmount {
  const cents = (left * (2n * parseRate(rate) + 1n)) / (2n * RATE_UNIT * MILLIONTHS_PER_CENT)
  return { amount: left, cents: Number(cents) }
}

/** What a payment has received for good, and what of that can still go back. */
export type Refundable = { readonly received: bigint; readonly left: bigint }

/**
 * A price as coins at the payment's own rate, rounded down; null when that is more than is left. What exceeds it only
 * because a rate has no more than eight decimals is all that is left.
 */
export function partialRefund(cents: number, { received, left }: Refundable, rate: string): RefundAmount | null {
  const parsed = parseRate(rate)
  const amount = (BigInt(cents) * MILLIONTHS_PER_CENT * RATE_UNIT) / parsed
  const rounding = received / (2n * parsed) + 1n
  return amount - rounding > left ? null : { amount: smaller(amount, left), cents }
}
