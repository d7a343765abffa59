import type { Payment } from '@crypto-checkout/api-types'
import type { Caller, Context } from '../context/context.ts'
import { CheckoutError } from '../domain/error.ts'
import { requirePayment } from './find.ts'
import { recomputePayment } from './recompute.ts'
import { loadShown } from './shown-store.ts'
import { toPaymentView } from './view.ts'

/**
 * Accepts what was received as enough, whatever its amount and time. Only final transfers count: without one it throws
 * `invalid_state`. A completed payment is returned unchanged.
 */
export async function acceptPayment(ctx: Context, caller: Caller, id: string): Promise<Payment> {
  return caller.commit(async (tx) => {
    const payment = await requirePayment(tx, caller, id)
    if (payment.status === 'completed') return toPaymentView(ctx, payment, await loadShown(tx, payment))
    if (payment.status === 'processing') {
      throw new CheckoutError(
        'invalid_state',
        'The full amount is on the chain: it completes by itself once it is final.',
      )
    }
    if (BigInt(payment.received_final) === 0n) {
      throw new CheckoutError('invalid_state', 'Nothing final was received yet: there is nothing to accept.')
    }
    const accepted = await recomputePayment(ctx, tx, payment, { marks: { accepted_at: ctx.now() } })
    return toPaymentView(ctx, accepted.row, accepted.shown)
  })
}
