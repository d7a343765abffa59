import type { Caller } from '../context/context.ts'
import { CheckoutError } from '../domain/error.ts'
import { formatCents, toCents } from '../domain/money.ts'
import type { Db } from '../storage/database.ts'
import type { ValidRefundInput } from './schema.ts'
import { findByReference, type RefundRow } from './store.ts'

/**
 * The refund that was made with the reference of a request; null if there is none. A request without an amount asks for all
 * that is left, whatever that was. Throws `reference_conflict` if it asks for another refund.
 */
export async function findAskedBefore(
  db: Db,
  caller: Caller,
  { reference, paymentId, amount }: ValidRefundInput,
): Promise<RefundRow | null> {
  const row = reference === undefined ? null : await findByReference(db, caller, reference)
  if (!row) return null
  const { id, currency, payment_id, amount_cents } = row
  if (payment_id === paymentId && (amount === undefined || toCents(amount, currency) === amount_cents)) return row
  const what = `${formatCents(amount_cents, currency)} ${currency} of ${payment_id}`
  const message = `reference is that of refund ${id}, of ${what}: each refund needs a reference of its own.`
  throw new CheckoutError('reference_conflict', message, 'reference')
}
