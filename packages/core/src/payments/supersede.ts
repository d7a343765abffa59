import type { Caller, Context } from '../context/context.ts'
import { CheckoutError } from '../domain/error.ts'
import type { Tx } from '../storage/database.ts'
import { recomputeAll } from './recompute.ts'
import type { ValidPaymentInput } from './schema.ts'
import { findPayment } from './store.ts'

/**
 * Cancels the payment that a new one of the same order replaces, if it names one, in the new one's transaction. Throws
 * `resource_missing`, `invalid_parameter` and `invalid_state`.
 */
export async function supersedePayment(
  ctx: Context,
  tx: Tx,
  caller: Caller,
  by: Pick<ValidPaymentInput, 'supersedes' | 'reference'> & { readonly id: string },
): Promise<void> {
  if (by.supersedes === undefined) return
  const before = await findPayment(tx, caller, by.supersedes)
  if (!before) throw refuse('resource_missing', "There is no such payment: check the id, and the keys' environment.")
  if (before.reference !== by.reference)
    throw refuse(
      'invalid_parameter',
      'supersedes: the payment has another reference: only one of the same order is replaced.',
    )
  if (before.status !== 'created')
    throw refuse('invalid_state', `The payment is ${before.status}: only a created one can be replaced.`)
  await recomputeAll(ctx, tx, [{ before, marks: { cancelled_at: ctx.now(), superseded_by: by.id } }])
}

function refuse(code: 'resource_missing' | 'invalid_parameter' | 'invalid_state', message: string): CheckoutError {
  return new CheckoutError(code, message, 'supersedes')
}
