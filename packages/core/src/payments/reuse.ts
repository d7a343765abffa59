/** Orders that are asked for again. */
import { isAsking } from '@crypto-checkout/api-types'
import type { Caller, Context } from '../context/context.ts'
import { hasScope } from '../domain/catalog/entitlements.ts'
import { CheckoutError } from '../domain/error.ts'
import { toCents } from '../domain/money.ts'
import { toOwnerColumns } from '../domain/owner.ts'
import type { Db, Tx } from '../storage/database.ts'
import { findOpenOrder, leaveOrders } from './open-order-store.ts'
import { limitToOwn } from './own.ts'
import type { ValidPaymentInput } from './schema.ts'
import type { PaymentRow } from './store.ts'

/**
 * The open payment that answers a request with `reuse`; null if one has to be made. Throws `insufficient_scope`: the answer
 * may be a payment that another key or user has made.
 */
export async function findReusable(
  ctx: Context,
  db: Db,
  caller: Caller,
  input: ValidPaymentInput,
): Promise<PaymentRow | null> {
  if (!input.reuse) return null
  const scope = limitToOwn(ctx, caller) ? 'payments:write' : 'payments:read'
  const message = `reuse may answer a payment that others have made: that needs the scope ${scope}.`
  if (!hasScope(caller.scopes, scope)) throw new CheckoutError('insufficient_scope', message, 'reuse', { scope })
  const { reference = null, amount, currency, supersedes } = input
  const amount_cents = toCents(amount, currency)
  const row = await findOpenOrder(db, { ...toOwnerColumns(caller), reference, amount_cents, currency })
  return row === null || row.id === supersedes ? null : row
}

/** The same in the transaction that makes one otherwise, after room was made for it. */
export async function claimOrder(
  ctx: Context,
  tx: Tx,
  caller: Caller,
  input: ValidPaymentInput,
): Promise<PaymentRow | null> {
  const row = await findReusable(ctx, tx, caller, input)
  if (row === null || canBePaid(ctx, row)) return row
  await leaveOrders(tx, [row])
  return null
}

/** False once the deadline has passed, even before the chain is known to have passed it, unless the full amount is there. */
export function canBePaid({ now }: Pick<Context, 'now'>, { status, expires_at }: PaymentRow): boolean {
  return !isAsking(status) || expires_at > now()
}
