import type { Context } from '../context.ts'
import { refundState } from '../domain/refund.ts'
import { recordEvent } from '../events/record.ts'
import { addRefunded } from '../payments/refunded.ts'
import type { Tx } from '../storage/database.ts'
import type { EventType } from '../wire.ts'
import { factsOf } from './refundable.ts'
import { type RefundRow, updateRefund } from './store.ts'
import { refundView } from './view.ts'

const arrival: Readonly<Record<RefundRow['status'], EventType | null>> = {
  pending: null,
  submitted: 'refund.submitted',
  completed: 'refund.completed',
  failed: 'refund.failed',
  cancelled: 'refund.cancelled',
}

/** Writes what became known of a refund, and what follows: its status, its events and the payment's. */
export async function changeRefund(
  ctx: Context,
  tx: Tx,
  before: RefundRow,
  known: Partial<RefundRow>,
): Promise<RefundRow> {
  const status = refundState(factsOf({ ...before, ...known }))
  const arrived = status === before.status ? null : arrival[status]
  const completed_at = status === 'completed' ? (before.completed_at ?? ctx.now()) : null
  const row = await updateRefund(tx, before, { ...known, status, completed_at })
  if (!arrived) return row
  const owner = { merchantId: row.merchant_id, livemode: row.livemode === 1 }
  await recordEvent(ctx, tx, { ...owner, type: arrived, object: refundView(ctx, row) })
  if (status === 'completed') await addRefunded(ctx, tx, row.payment_id, BigInt(row.amount))
  return row
}
