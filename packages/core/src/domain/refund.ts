import { max, min, parseRate } from './money.ts'
import { HOUR_MS } from './time.ts'

export const refundStatuses = ['pending', 'submitted', 'completed', 'failed', 'cancelled'] as const
type RefundState = (typeof refundStatuses)[number]

/** `collect` asks the payer for an address first. `sign`: the merchant's wallet signs; `signer`: a key of this checkout. */
type RefundMethod = 'collect' | 'sign' | 'signer'

/** The known facts about a refund. Times in milliseconds. */
export type RefundFacts = {
  readonly method: RefundMethod
  /** The state of its transfer on the chain; null if there is none. */
  readonly transfer: 'seen' | 'final' | null
  readonly failed: boolean
  readonly cancelledAt: number | null
}

/** A cancelled refund's transaction may be signed already, so its amount stays reserved for this long. */
export const CANCELLED_HOLD_MS = 24 * HOUR_MS
/** A wallet may sign a cancelled refund much later, so its transfer is watched for this long. */
export const CANCELLED_WATCH_MS = 90 * 24 * HOUR_MS

const RATE_UNIT = 100_000_000n

/** The state of a refund: a pure function of its facts. A transfer on the chain overrides any decision. */
export function deriveRefundState({ transfer, failed, cancelledAt }: RefundFacts): RefundState {
  if (transfer === 'final') return 'completed'
  if (transfer === 'seen') return 'submitted'
  if (failed) return 'failed'
  return cancelledAt === null ? 'pending' : 'cancelled'
}

/**
 * Tells whether a refund's amount may still leave, or has left. `readUntil`: the time up to which the chain has been
 * read. Until that passes the end of the hold, a transfer from before can still turn up.
 */
export function holdsAmount(refund: RefundFacts, readUntil: number): boolean {
  const state = deriveRefundState(refund)
  if (state === 'failed') return false
  if (state !== 'cancelled') return true
  return refund.method === 'sign' && readUntil <= (refund.cancelledAt ?? 0) + CANCELLED_HOLD_MS
}

/** Tells whether a transfer of this time may still belong to a cancelled refund. */
export function isWatchedAt(cancelledAt: number | null, blockTime: number): boolean {
  return cancelledAt === null || blockTime <= cancelledAt + CANCELLED_WATCH_MS
}

/**
 * Tells whether more was refunded than finally received, in millionths. It happens when the wallet pays a cancelled
 * refund after another refund has returned its amount.
 */
export function isOverrefunded(refunded: bigint, receivedFinal: bigint): boolean {
  return refunded > receivedFinal
}

/** The amount of a refund: millionths of the coin, and the same in cents of the payment's currency. */
export type RefundAmount = { readonly amount: bigint; readonly cents: number }

/** A payment's price: cents of its currency, and the coins for them in millionths without a tail. */
export type Priced = { readonly cents: number; readonly coins: bigint }

/** The final receipts of a payment, the part that can still be refunded, and the cents that refunds hold. */
export type Refundable = { readonly received: bigint; readonly left: bigint; readonly heldCents: number }

/** Everything that is left, including the tail, and its value: whole cents of the amount received, less those held. */
export function computeFullRefund({ received, left, heldCents }: Refundable, priced: Priced): RefundAmount {
  return { amount: left, cents: Math.max(0, centsIn(received, priced) - heldCents) }
}

/**
 * A part of a price in coins, in the ratio of the payment's own amounts, rounded half up; null when it is more than is
 * left. The last part takes everything left, so that the parts add up to the amount received.
 */
export function computePartialRefund(cents: number, refundable: Refundable, priced: Priced): RefundAmount | null {
  const full = computeFullRefund(refundable, priced)
  if (cents > full.cents) return null
  return cents === full.cents ? full : { amount: min(coinsFor(cents, priced), refundable.left), cents }
}

function coinsFor(cents: number, priced: Priced): bigint {
  const per = BigInt(priced.cents)
  return (2n * BigInt(cents) * priced.coins + per) / (2n * per)
}

/** The most cents whose coins do not exceed an amount. */
function centsIn(amount: bigint, priced: Priced): number {
  return Number(countCents(amount, priced))
}

/** The same for an amount of any size. */
export function countCents(amount: bigint, priced: Priced): bigint {
  const per = BigInt(priced.cents)
  return (2n * per * amount + per - 1n) / (2n * priced.coins)
}

/**
 * The coins of a price in millionths at a rate with eight decimals, rounded half up, for payments without a stored price; at
 * most `due`.
 */
export function computePriceAtRate(price: bigint, rate: string, due: bigint): bigint {
  const parsed = parseRate(rate)
  const coins = (2n * price * RATE_UNIT + parsed) / (2n * parsed)
  return max(1n, min(coins, due))
}
