import type { Network } from '../chains/network.ts'
import { CheckoutError } from '../domain/error.ts'
import { holdsAmount, type Refundable } from '../domain/refund.ts'
import { findRecheckedUntil } from '../networks/read-until.ts'
import { type PaymentRow, sumFinalAmount } from '../payments/find.ts'
import type { Db } from '../storage/database.ts'
import { findMethodRefunds, type RefundRow } from './store.ts'

/**
 * The part of a payment's method that can still be refunded, in millionths: the final amount received, late and overpaid money
 * included, less the amounts that refunds hold. Throws `invalid_state` if nothing final was received, and
 * `refund_exceeds_payment` if nothing is left.
 */
export async function requireRefundable(db: Db, network: Network, payment: PaymentRow): Promise<Refundable> {
  const received = await sumFinalAmount(db, payment)
  if (received === 0n) {
    throw new CheckoutError('invalid_state', 'Nothing final was received yet: refund it later.', 'paymentId')
  }
  const until = await findRecheckedUntil(db, network)
  const refunds = await findMethodRefunds(db, payment)
  const held = refunds.filter((row) => holdsAmount(toRefundFacts(row), until))
  const left = received - held.reduce((sum, row) => sum + BigInt(row.amount), 0n)
  const heldCents = held.reduce((sum, row) => sum + row.amount_cents, 0)
  if (left > 0n) return { received, left, heldCents }
  const reason = 'All that was received was refunded, or is about to be: see GET /refunds?paymentId=.'
  throw new CheckoutError('refund_exceeds_payment', reason, 'paymentId')
}

/** A row as the rules in `domain` see it. */
export function toRefundFacts(row: RefundRow) {
  const { method, transfer_state: transfer, failure, cancelled_at: cancelledAt } = row
  return { method, transfer, failed: failure !== null, cancelledAt }
}
