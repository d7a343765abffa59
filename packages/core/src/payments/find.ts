import type { Payment } from '@crypto-checkout/api-types'
import { type Caller, type Context, commitPlainly, runOnSnapshot } from '../context/context.ts'
import { CheckoutError, requireFound } from '../domain/error.ts'
import { toOwner } from '../domain/owner.ts'
import type { Db } from '../storage/database.ts'
import { asMethod, isOfMethod } from './methods/method.ts'
import { findMethods } from './methods/store.ts'
import { isOwn, limitToOwn } from './own.ts'
import { recallView } from './recent-views.ts'
import { isShownAlone, loadShown, nothingShown } from './shown-store.ts'
import { findAnyPayment, findPayment, type PaymentRow } from './store.ts'
import { toPaymentView } from './view.ts'

export {
  findAnyPayment,
  findAnyPayments,
  findClaimants,
  findCompletedBetween,
  findSenders,
  findTransfersOfAll,
  findWaitingWallets,
  type PaymentRow,
  type PaymentTransferRow,
} from './store.ts'

const NO_OWN = 'You see the payments that you made in the last 24 hours, and this is none of them: ask an owner.'

/** The caller's payment. Throws `resource_missing` for payments of others. */
export async function requirePayment(db: Db, caller: Caller, id: string): Promise<PaymentRow> {
  return requireFound('payment', await findPayment(db, caller, id))
}

/** Any merchant's payment, for the operator. Throws `resource_missing` if there is none. */
export async function requireAnyPayment(db: Db, id: string): Promise<PaymentRow> {
  return requireFound('payment', await findAnyPayment(db, id), 'paymentId')
}

/** The caller's payment, named in an input as `paymentId`. */
export async function requireNamedPayment(db: Db, caller: Caller, id: string): Promise<PaymentRow> {
  return requireFound('payment', await findPayment(db, caller, id), 'paymentId')
}

/** The final amount that a payment's method has received, late money and dust included, in millionths. */
export async function sumFinalAmount(
  db: Db,
  { id, ...place }: { readonly id: string; readonly chain: string; readonly token: string },
): Promise<bigint> {
  const row = await findAnyPayment(db, id)
  const method = row && (await findAsMethod(db, row, (one) => isOfMethod(one, place)))
  return method?.received_final ?? 0n
}

/** A payment as if one of its open methods were its only one; null if none of them is wanted. */
export async function findAsMethod(
  db: Db,
  row: PaymentRow,
  isWanted: (one: PaymentRow) => boolean,
): Promise<PaymentRow | null> {
  if (isWanted(row)) return row
  const methods = (await findMethods(db, [row])).get(row.id) ?? []
  return methods.map((method) => asMethod(row, method)).find(isWanted) ?? null
}

/** The caller's payment at one moment: by one statement if its row is all that there is, as for most that are polled. */
export async function retrievePayment(ctx: Context, caller: Caller, id: string): Promise<Payment> {
  const row = await requirePayment(ctx.db, caller, id)
  const own = limitToOwn(ctx, caller)
  if (own && !(await isOwn(ctx.db, caller, own, id))) throw new CheckoutError('resource_missing', NO_OWN, 'id')
  // A host may change what it gets in process, so that is built for each call.
  if (isShownAlone(row)) return caller.request ? recallView(ctx, row) : toPaymentView(ctx, row, nothingShown)
  return runOnSnapshot(ctx, async (snapshot) => {
    const now = await requirePayment(snapshot.db, caller, id)
    return toPaymentView(snapshot, now, await loadShown(snapshot.db, now))
  })
}

/** The merchant of a payment as a caller, for the hosted page, which knows only the id. */
export async function findPaymentCaller(ctx: Context, id: string): Promise<Caller | null> {
  const row = await findAnyPayment(ctx.db, id)
  return (
    row && {
      ...toOwner(row),
      by: 'payment_page',
      request: null,
      scopes: [],
      ...commitPlainly(ctx),
    }
  )
}
