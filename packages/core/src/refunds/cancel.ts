import type { Refund } from '@crypto-checkout/api-types'
import type { Caller, Context } from '../context/context.ts'
import { CheckoutError } from '../domain/error.ts'
import { stopRefund } from './change.ts'
import { requireRefund } from './find.ts'
import { toRefundView } from './view.ts'

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
