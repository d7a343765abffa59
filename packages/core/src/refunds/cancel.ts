import type { Caller, Context } from '../context.ts'
import { CheckoutError } from '../domain/error.ts'
import type { Refund } from '../wire.ts'
import { stopRefund } from './change.ts'
import { requireRefund } from './find.ts'
import { refundView } from './view.ts'

/**
 * Stops a refund that is pending. What a wallet was asked to sign may be signed already: for a day its amount stays
 * reserved, and it completes if its transfer appears within 90 days. What a key of ours has signed cannot be stopped.
 * Cancelling again answers the refund as it is; otherwise throws `invalid_state`.
 */
export async function cancelRefund(ctx: Context, caller: Caller, id: string): Promise<Refund> {
  return caller.commit(async (tx) => {
    const row = await requireRefund(tx, caller, id)
    if (row.status === 'cancelled') return refundView(ctx, row)
    if (row.status !== 'pending') {
      throw new CheckoutError('invalid_state', `The refund is ${row.status}: only a pending one can be cancelled.`)
    }
    const stopped = await stopRefund(ctx, tx, row)
    if (stopped) return refundView(ctx, stopped)
    throw new CheckoutError('invalid_state', 'Its transaction is signed: the refund can no longer be cancelled.')
  })
}
