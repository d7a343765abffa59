import type { Payment } from '@crypto-checkout/api-types'
import type { Caller, Context } from '../context/context.ts'
import { CheckoutError } from '../domain/error.ts'
import { requirePayment } from './find.ts'
import { recomputePayment } from './recompute.ts'
import { loadShown } from './shown-store.ts'
import { toPaymentView } from './view.ts'

/**
 * Stops a payment from being offered. Money that still arrives is kept and reported. Cancelling again returns the
 * payment unchanged. Throws `invalid_state` once money was seen or the payment has ended.
 */
export async function cancelPayment(ctx: Context, caller: Caller, id: string): Promise<Payment> {
  return caller.commit(async (tx) => {
    const payment = await requirePayment(tx, caller, id)
    if (payment.status === 'cancelled') return toPaymentView(ctx, payment, await loadShown(tx, payment))
    if (payment.status !== 'created') {
      throw new CheckoutError('invalid_state', `The payment is ${payment.status}: only a created one can be cancelled.`)
    }
    const { row, shown } = await recomputePayment(ctx, tx, payment, { marks: { cancelled_at: ctx.now() } })
    return toPaymentView(ctx, row, shown)
  })
}
