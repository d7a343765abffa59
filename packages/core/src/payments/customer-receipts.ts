/** The receipts that the customer of a payment gets by e-mail. No answer has the address. */

import type { CustomerReceipts } from '@crypto-checkout/api-types'
import type { Caller, Context } from '../context/context.ts'
import { loadCustomerReceipts } from '../customers/email.ts'
import { toRound } from '../customers/queue.ts'
import { findWithEmail, insertRounds, listReceiptSubjects, listRounds } from '../customers/store.ts'
import { CheckoutError } from '../domain/error.ts'
import { toIsoTime, toIsoTimeOrNull } from '../domain/time.ts'
import { type Db, pipeline } from '../storage/database.ts'
import { requirePayment, retrievePayment } from './find.ts'

/** Throws `resource_missing`, also for payments that the user may not see. */
export async function listCustomerReceipts(ctx: Context, caller: Caller, id: string): Promise<CustomerReceipts> {
  await retrievePayment(ctx, caller, id)
  return loadView(ctx.db, id)
}

/**
 * Sends the receipts of a payment and its refunds once more. One that waits is not sent twice. Throws `invalid_state`
 * without a receipt, an address or the setting.
 */
export function resendReceipts(ctx: Context, caller: Caller, id: string): Promise<CustomerReceipts> {
  return caller.commit(async (tx) => {
    await requirePayment(tx, caller, id)
    if ((await loadCustomerReceipts(ctx, tx, caller)) === 'off')
      throw new CheckoutError('invalid_state', 'Customers get no receipts: turn customerReceipts on in the settings.')
    if (!(await findWithEmail(tx, [id])).has(id))
      throw new CheckoutError('invalid_state', "The customer's address is not known, or was erased.")
    const [subjects, rounds] = await pipeline([listReceiptSubjects(tx, id), listRounds(tx, id)])
    if (subjects.length === 0)
      throw new CheckoutError('invalid_state', 'There is no receipt yet: a payment has one once it is completed.')
    const { merchantId: merchant_id, livemode } = caller
    const next = subjects.flatMap((subject) => {
      const [last] = rounds.filter((round) => round.subject === subject)
      if (last?.status === 'pending') return []
      return [toRound({ subject, paymentId: id, merchant_id, livemode }, (last?.round ?? 0) + 1, ctx.now())]
    })
    await insertRounds(tx, next)
    return loadView(tx, id)
  })
}

async function loadView(db: Db, id: string): Promise<CustomerReceipts> {
  const [known, rounds] = await pipeline([findWithEmail(db, [id]), listRounds(db, id)])
  return {
    id,
    object: 'customer_receipts',
    hasEmail: known.has(id),
    receipts: rounds.map(({ subject, status, created_at, ended_at }) => ({
      receiptOf: subject,
      status,
      createdAt: toIsoTime(created_at),
      endedAt: toIsoTimeOrNull(ended_at),
    })),
  }
}
