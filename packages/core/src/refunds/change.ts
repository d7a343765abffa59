import type { EventType } from '@crypto-checkout/api-types'
import type { Context } from '../context/context.ts'
import { deriveRefundState } from '../domain/refund.ts'
import { recordEvent } from '../events/record.ts'
import { sumFinalAmount } from '../payments/find.ts'
import { addRefunded } from '../payments/recompute.ts'
import type { Tx } from '../storage/database.ts'
import { cancelSend } from '../transactions/queue.ts'
import { toRefundFacts } from './refundable.ts'
import { findMethodRefunds, type RefundColumns, type RefundRow, type RefundTransfer, updateRefund } from './store.ts'
import { toRefundView } from './view.ts'

const arrival: Readonly<Record<RefundRow['status'], EventType | null>> = {
  pending: null,
  submitted: 'refund.submitted',
  completed: 'refund.completed',
  failed: 'refund.failed',
  cancelled: 'refund.cancelled',
}

/**
 * Writes new facts about a refund and their consequences: its status, its events and the payment's. `transfer`: its
 * transfer now, which the caller has written.
 */
export async function changeRefund(
  ctx: Context,
  tx: Tx,
  before: RefundRow,
  known: Partial<RefundColumns>,
  transfer: RefundTransfer = before,
): Promise<RefundRow> {
  const after = { ...before, ...transfer, ...known }
  const status = deriveRefundState(toRefundFacts(after))
  // A transfer in another block changes nothing else.
  if (status === before.status && Object.keys(known).length === 0) return after
  const arrived = status === before.status ? null : arrival[status]
  const completed_at = status === 'completed' ? (before.completed_at ?? ctx.now()) : null
  const row = { ...after, ...(await updateRefund(tx, before, { ...known, status, completed_at })) }
  if (!arrived) return row
  const owner = { merchantId: row.merchant_id, livemode: row.livemode === 1 }
  await recordEvent(ctx, tx, { ...owner, type: arrived, object: toRefundView(ctx, row) })
  if (status === 'completed') await addRefunded(ctx, tx, { ...row, id: row.payment_id }, BigInt(row.amount))
  if (before.status === 'cancelled') await cancelExcess(ctx, tx, { ...row, id: row.payment_id })
  return row
}

/** Cancels a pending refund. Null if one of our keys has signed its transaction, because it may be mined. */
export async function stopRefund(ctx: Context, tx: Tx, row: RefundRow): Promise<RefundRow | null> {
  if (row.send_id !== null && !(await cancelSend(ctx, tx, row.send_id))) return null
  return changeRefund(ctx, tx, row, { cancelled_at: ctx.now() })
}

/**
 * Cancels pending refunds, newest first, until a method's refunds do not exceed the amount received. A wallet has paid
 * a cancelled refund after all, and its amount was promised again.
 */
async function cancelExcess(
  ctx: Context,
  tx: Tx,
  method: { readonly id: string; readonly chain: string; readonly token: string },
): Promise<void> {
  const refunds = await findMethodRefunds(tx, method)
  const alive = refunds.filter(({ status }) => status !== 'failed' && status !== 'cancelled')
  let excess = alive.reduce((sum, { amount }) => sum + BigInt(amount), 0n) - (await sumFinalAmount(tx, method))
  for (const row of alive.filter(({ status }) => status === 'pending').toReversed()) {
    if (excess <= 0n) return
    if (await stopRefund(ctx, tx, row)) excess -= BigInt(row.amount)
  }
}
