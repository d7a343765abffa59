import { isAsking, type Payment } from '@crypto-checkout/api-types'
import type { Network } from '../chains/network.ts'
import type { Caller, Context } from '../context/context.ts'
import { CLOCK_TOLERANCE_MS } from '../domain/attribution.ts'
import { CheckoutError } from '../domain/error.ts'
import type { Tx } from '../storage/database.ts'
import { requirePayment } from './find.ts'
import { findMethods, findPassedMethods, markPassed } from './methods/store.ts'
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
  const find = async (time: number): Promise<Passed> => ({
    payments: await findOverdue(ctx.db, on, livemode, { ...readUntil, time }, limit),
    methods: await findPassedMethods(ctx.db, on, livemode, { ...readUntil, time }, limit),
  })
  const waiting = await find(read)
  if (count(waiting) === 0) return 0
  // A single node could claim any time. If too few nodes answer, no payment expires either.
  const time = Math.min(read, (await network.chain.reader.reachedTime()) ?? 0)
  const passed = await find(time)
  if (count(passed) === 0) return 0
  await ctx.transact(async (tx) => {
    for (const method of passed.methods) await markPassed(tx, method)
    const ids = new Set([...passed.payments, ...passed.methods.map((method) => method.payment_id)])
    for (const id of ids) await expireIfPassed(ctx, tx, id, time)
  })
  return Math.max(passed.payments.length, passed.methods.length)
}

/** Ids of payments with one method, and open methods of the others. */
type Passed = {
  readonly payments: readonly string[]
  readonly methods: Awaited<ReturnType<typeof findPassedMethods>>
}

function count({ payments, methods }: Passed): number {
  return payments.length + methods.length
}

/** A payment with several open methods waits until all of their networks have passed the deadline. */
async function expireIfPassed(ctx: Context, tx: Tx, id: string, time: number): Promise<void> {
  const payment = await findAnyPayment(tx, id)
  if (!payment || !isAsking(payment.status) || payment.expires_at >= time) return
  const methods = (await findMethods(tx, [payment])).get(id) ?? []
  if (methods.some((method) => method.awaited_until !== null)) return
  await recomputePayment(ctx, tx, payment, { marks: { past_deadline_at: ctx.now() } })
}

/** Moves the deadline of an open payment to now, so the next block expires it. For tests on local networks. */
export async function expirePaymentNow(ctx: Context, caller: Caller, id: string): Promise<Payment> {
  return caller.commit(async (tx) => {
    const payment = await requirePayment(tx, caller, id)
    if (payment.status !== 'created' && payment.status !== 'partially_paid') {
      throw new CheckoutError('invalid_state', `The payment is ${payment.status}: its deadline no longer matters.`)
    }
    const { row, shown } = await recomputePayment(ctx, tx, payment, { marks: { expires_at: ctx.now() } })
    return toPaymentView(ctx, row, shown)
  })
}
