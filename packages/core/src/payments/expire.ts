import type { Payment } from '@crypto-checkout/api-types'
import type { Network } from '../chains/network.ts'
import type { Caller, Context } from '../context/context.ts'
import { CLOCK_TOLERANCE_MS } from '../domain/attribution.ts'
import { CheckoutError } from '../domain/error.ts'
import { requirePayment } from './find.ts'
import { recomputePayment } from './recompute.ts'
import { findAnyPayment, findOverdue } from './store.ts'
import { toPaymentView } from './view.ts'

/**
 * Expires payments of a network whose deadline is before the time up to which it has been read. Its nodes must agree
 * that it has reached the deadline. By then, all money that was on time has been seen. Returns how many expired, at
 * most `limit`.
 */
export async function expireOverdue(
  ctx: Context,
  network: Network,
  readUntil: { readonly createdAfter: number; readonly time: number },
  limit: number,
): Promise<number> {
  const livemode = network.environment === 'production'
  // A block from the future, from a wrong node or a wrong clock, must not expire a payment.
  const read = Math.min(readUntil.time, ctx.now() + CLOCK_TOLERANCE_MS)
  const on = { network: network.name, chain: network.chain.id }
  const waiting = await findOverdue(ctx.db, on, livemode, { ...readUntil, time: read }, limit)
  if (waiting.length === 0) return 0
  // A single node could claim any time. If too few nodes answer, no payment expires either.
  const time = Math.min(read, (await network.chain.reader.reachedTime()) ?? 0)
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

/** Moves the deadline of an open payment to now, so the next block expires it. For tests on local networks. */
export async function expirePaymentNow(ctx: Context, caller: Caller, id: string): Promise<Payment> {
  return caller.commit(async (tx) => {
    const payment = await requirePayment(tx, caller, id)
    if (payment.status !== 'created' && payment.status !== 'partially_paid') {
      throw new CheckoutError('invalid_state', `The payment is ${payment.status}: its deadline no longer matters.`)
    }
    const { row, transfers } = await recomputePayment(ctx, tx, payment, { marks: { expires_at: ctx.now() } })
    return toPaymentView(ctx, row, transfers)
  })
}
