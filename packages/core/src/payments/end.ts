/** Ends of a payment by its merchant: it accepts what came, cancels it, or replaces it. */
import type { Payment } from '@crypto-checkout/api-types'
import type { Caller, Context } from '../context/context.ts'
import { hasScope } from '../domain/catalog/entitlements.ts'
import { CheckoutError, type RefusalCode, type RefusalFacts, requireFound } from '../domain/error.ts'
import type { Tx } from '../storage/database.ts'
import { requirePayment } from './find.ts'
import { recomputeAll, recomputePayment } from './recompute.ts'
import type { ValidPaymentInput } from './schema.ts'
import { loadShown } from './shown-store.ts'
import { findPayment } from './store.ts'
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
    if (payment.received_final === 0n) {
      throw new CheckoutError('invalid_state', 'Nothing final was received yet: there is nothing to accept.')
    }
    const accepted = await recomputePayment(ctx, tx, payment, { marks: { accepted_at: ctx.now() } })
    return toPaymentView(ctx, accepted.row, accepted.shown)
  })
}

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

/**
 * Cancels the payment that a new one of the same order replaces, if it names one, in the new one's transaction. That is
 * more than creating a payment, and needs the scope for it. Throws `insufficient_scope`, `resource_missing`,
 * `invalid_parameter` and `invalid_state`.
 */
export async function supersedePayment(
  ctx: Context,
  tx: Tx,
  caller: Caller,
  by: Pick<ValidPaymentInput, 'supersedes' | 'reference'> & { readonly id: string },
): Promise<void> {
  if (by.supersedes === undefined) return
  const scope = 'payments:write'
  if (!hasScope(caller.scopes, scope))
    throw refuse('insufficient_scope', `supersedes cancels a payment: that needs the scope ${scope}.`, { scope })
  const before = requireFound('payment', await findPayment(tx, caller, by.supersedes), 'supersedes')
  if (before.reference !== by.reference)
    throw refuse(
      'invalid_parameter',
      'supersedes: the payment has another reference: only one of the same order is replaced.',
    )
  // The same request again, by the one that `reuse` answers.
  if (before.superseded_by === by.id) return
  if (before.status !== 'created')
    throw refuse('invalid_state', `The payment is ${before.status}: only a created one can be replaced.`)
  await recomputeAll(ctx, tx, [{ before, marks: { cancelled_at: ctx.now(), superseded_by: by.id } }])
}

function refuse(code: RefusalCode, message: string, facts?: RefusalFacts): CheckoutError {
  return new CheckoutError(code, message, 'supersedes', facts)
}
