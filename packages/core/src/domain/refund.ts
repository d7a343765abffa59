import { larger, parseRate, smaller } from './money.ts'

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

const HOUR_MS = 3_600_000
/** The transaction of a cancelled refund may be signed already: for so long its amount stays reserved. */
export const CANCELLED_HOLD_MS = 24 * HOUR_MS
/** A wallet may sign a cancelled refund much later: for so long its transfer is watched for. */
export const CANCELLED_WATCH_MS = 90 * 24 * HOUR_MS

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
  return refund.method === 'sign' && readUntil <= (refund.cancelledAt ?? 0) + CANCELLED_HOLD_MS
}

/** Whether a transfer of this time may still be a cancelled refund's. */
export function isWatchedAt(cancelledAt: number | null, blockTime: number): boolean {
  return cancelledAt === null || blockTime <= cancelledAt + CANCELLED_WATCH_MS
}

/**
 * Whether more went back than was received for good, in millionths. It happens where the wallet pays a cancelled refund
 * after its amount was given back by another one.
 */
export function isOverrefunded(refunded: bigint, receivedFinal: bigint): boolean {
  return refunded > receivedFinal
}

/** What a refund moves: millionths of the coin, and what that is in cents of the payment's currency. */
export type RefundAmount = { readonly amount: bigint; readonly cents: number }

/** What a payment was priced at: cents of its currency, and the coins for them in millionths without a tail. */
export type Priced = { readonly cents: number; readonly coins: bigint }

/** What a payment has received for good, what of that can still go back, and how many cents refunds hold of it. */
export type Refundable = { readonly received: bigint; readonly left: bigint; readonly heldCents: number }

/** All that is left, its tail included, and what it is worth: whole cents of what was received, less those held. */
export function wholeRefund({ received, left, heldCents }: Refundable, priced: Priced): RefundAmount {
  return { amount: left, cents: Math.max(0, centsIn(received, priced) - heldCents) }
}

/**
 * A part of a price as coins, in the ratio of the payment's own amounts, rounded half up; null where it is more than is
 * left. The last part takes all that is left, so that the parts of a whole are what was received.
 */
export function partialRefund(cents: number, refundable: Refundable, priced: Priced): RefundAmount | null {
  const whole = wholeRefund(refundable, priced)
  if (cents > whole.cents) return null
  return cents === whole.cents ? whole : { amount: smaller(coinsFor(cents, priced), refundable.left), cents }
}

function coinsFor(cents: number, priced: Priced): bigint {
  const per = BigInt(priced.cents)
  return (2n * BigInt(cents) * priced.coins + per) / (2n * per)
}

/** The most cents whose coins are no more than an amount. */
function centsIn(amount: bigint, priced: Priced): number {
  const per = BigInt(priced.cents)
  return Number((2n * per * amount + per - 1n) / (2n * priced.coins))
}

/** The coins of a price at a rate with eight decimals, rounded half up, where no more is known; at most what was due. */
export function priceAtRate(cents: number, rate: string, due: bigint): bigint {
  const parsed = parseRate(rate)
  const coins = (2n * BigInt(cents) * MILLIONTHS_PER_CENT * RATE_UNIT + parsed) / (2n * parsed)
  return larger(1n, smaller(coins, due))
}
