import type { EventType, Refund } from '@crypto-checkout/api-types'
import type { Network } from '../chains/network.ts'
import type { Caller, Context } from '../context/context.ts'
import { bookRefunded, type Entry } from '../domain/entry.ts'
import { CheckoutError } from '../domain/error.ts'
import { toOwner } from '../domain/owner.ts'
import { deriveRefundState, holdsAmount, type Refundable } from '../domain/refund.ts'
import { recordEvent } from '../events/record.ts'
import { findRecheckedUntil } from '../networks/progress.ts'
import { findAsMethod, type PaymentRow, requireAnyPayment, sumFinalAmount } from '../payments/find.ts'
import { isOfMethod } from '../payments/methods/method.ts'
import { addRefunded } from '../payments/recompute.ts'
import type { Db, Tx } from '../storage/database.ts'
import { cancelSend } from '../transactions/queue.ts'
import { requireRefund, toRefundView } from './find.ts'
import { issueRefundReceipt } from './receipt.ts'
import { findMethodRefunds, type RefundColumns, type RefundRow, type RefundTransfer, updateRefund } from './store.ts'

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
  const changed = { ...after, ...(await updateRefund(tx, before, { ...known, status, completed_at })) }
  if (!arrived) return changed
  const row = status === 'completed' ? { ...changed, receipt: await issueRefundReceipt(ctx, tx, changed) } : changed
  const owner = toOwner(row)
  const entries = status === 'completed' ? [await bookRefund(ctx, tx, row)] : []
  await recordEvent(ctx, tx, { ...owner, type: arrived, object: toRefundView(ctx, row), entries })
  if (status === 'completed') await addRefunded(ctx, tx, { ...row, id: row.payment_id }, row.amount)
  if (before.status === 'cancelled') await cancelExcess(ctx, tx, { ...row, id: row.payment_id })
  return row
}

/** The ledger's entry of a completed refund, at the rate of the payment's method. */
export async function bookRefund(ctx: Pick<Context, 'now'>, tx: Tx, row: RefundRow): Promise<Entry> {
  const payment = await requireAnyPayment(tx, row.payment_id)
  const method = (await findAsMethod(tx, payment, (one) => isOfMethod(one, row))) ?? payment
  return bookRefunded(row, method, ctx.now())
}

/** Takes a refund's transaction out of the queue, if it has one. False if one of our keys has signed it. */
export async function stopSend(ctx: Context, tx: Tx, { send_id }: RefundRow): Promise<boolean> {
  return send_id === null || cancelSend(ctx, tx, send_id)
}

/** Cancels a pending refund. Null if one of our keys has signed its transaction, because it may be mined. */
async function stopRefund(ctx: Context, tx: Tx, row: RefundRow): Promise<RefundRow | null> {
  if (!(await stopSend(ctx, tx, row))) return null
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
  let excess = alive.reduce((sum, { amount }) => sum + amount, 0n) - (await sumFinalAmount(tx, method))
  for (const row of alive.filter(({ status }) => status === 'pending').toReversed()) {
    if (excess <= 0n) return
    if (await stopRefund(ctx, tx, row)) excess -= row.amount
  }
}

/**
 * Cancels a pending refund. A wallet may already have signed it. So its amount stays reserved for a day, and it
 * completes if its transfer appears within 90 days. A transaction signed by one of our keys cannot be stopped.
 * Cancelling again returns the refund unchanged; otherwise throws `invalid_state`.
 */
export async function cancelRefund(ctx: Context, caller: Caller, id: string): Promise<Refund> {
  return caller.commit(async (tx) => {
    const row = await requireRefund(tx, caller, id)
    if (row.status === 'cancelled') return toRefundView(ctx, row)
    if (row.status !== 'pending') {
      throw new CheckoutError('invalid_state', `The refund is ${row.status}: only a pending one can be cancelled.`)
    }
    const stopped = await stopRefund(ctx, tx, row)
    if (stopped) return toRefundView(ctx, stopped)
    throw new CheckoutError('invalid_state', 'Its transaction is signed: the refund can no longer be cancelled.')
  })
}

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
  const left = received - held.reduce((sum, row) => sum + row.amount, 0n)
  const heldCents = held.reduce((sum, row) => sum + row.amount_cents, 0)
  if (left > 0n) return { received, left, heldCents }
  const reason = 'All that was received was refunded, or is about to be: see GET /refunds?paymentId=.'
  throw new CheckoutError('refund_exceeds_payment', reason, 'paymentId')
}

/** A row as the rules in `domain` see it. */
function toRefundFacts(row: RefundRow) {
  const { method, transfer_state: transfer, failure, cancelled_at: cancelledAt } = row
  return { method, transfer, failed: failure !== null, cancelledAt }
}
