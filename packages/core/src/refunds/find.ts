import type { Caller, Context } from '../context.ts'
import { CheckoutError } from '../domain/error.ts'
import type { Db } from '../storage/database.ts'
import type { Refund } from '../wire.ts'
import { findRefund, type RefundRow } from './store.ts'
import { refundView } from './view.ts'

/** The caller's refund; `resource_missing` for everybody else's. */
export async function requireRefund(db: Db, caller: Caller, id: string): Promise<RefundRow> {
  const row = await findRefund(db, caller, id)
  if (row) return row
  const reason = 'There is no such refund: check the id, and that the keys are of its environment.'
  throw new CheckoutError('resource_missing', reason, 'id')
}

export async function retrieveRefund(ctx: Context, caller: Caller, id: string): Promise<Refund> {
  return refundView(ctx, await requireRefund(ctx.db, caller, id))
}
