import type { Network } from '../chains/network.ts'
import type { Caller, Context } from '../context.ts'
import { CLOCK_TOLERANCE_MS } from '../domain/attribution.ts'
import { CheckoutError } from '../domain/error.ts'
import type { Payment } from '../wire.ts'
import { requirePayment } from './find.ts'
import { recomputePayment } from './recompute.ts'
import { findAnyPayment, findOverdue } from './store.ts'
import { paymentView } from './view.ts'

/**
 * Expires payments of a network whose deadline lies before the time until which it has been read, and which its nodes
 * agree that it has reached: by then all money that was on time has been seen. Answers how many there were, at most `limit`.
 */
export async function expireOverdue(
  ctx: Context,
  network: Network,
  readUntil: { readonly createdAfter: number; readonly time: number },
  limit: number,
): Promise<number> {
  const livemode = network.environment === 'production'
  // A block from the future, by a wrong node or a wrong clock, ends nobody's time.
  const read = Math.min(readUntil.time, ctx.now() + CLOCK_TOLERANCE_MS)
  const on = { network: network.name, chain: network.chain.id }
  const waiting = await findOverdue(ctx.db, on, livemode, { ...readUntil, time: read }, limit)
  if (waiting.length === 0) return 0
  // One node alone could claim any time. With too few nodes no payment expires either.
  const time = Math.min(read, (await network.chain.reachedTime()) ?? 0)
  const overdue = await findOverdue(ctx.db, on, livemode, { ...readUntil, time }, limit)
  if (overdue.length === 0) return 0
  await ctx.transact(async (tx) => {
    for (const id of overdue) {
      const payment = await findAnyPayment(tx, id)
      const open = payment?.status === 'created' || payment?.status === 'partially_paid'
      if (payment && open && payment.expires_at < time)
        await recomputePayment(ctx, tx, payment, { marks: { past_deadline_at: ctx.now() } })
    }
  })
  return overdue.length
}

/** Moves the deadline of an open payment to now; the next block then expires it. For tests on local networks. */
export async function expirePaymentNow(ctx: Context, caller: Caller, id: string): Promise<Payment> {
  return caller.commit(async (tx) => {
    const payment = await requirePayment(tx, caller, id)
    if (payment.status !== 'created' && payment.status !== 'partially_paid') {
      throw new CheckoutError('invalid_state', `The payment is ${payment.status}: its deadline no longer matters.`)
    }
    const { row, transfers } = await recomputePayment(ctx, tx, payment, { marks: { expires_at: ctx.now() } })
    return paymentView(ctx, row, transfers)
  })
}
