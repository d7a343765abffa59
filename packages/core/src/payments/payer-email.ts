/** The address that a payer gives on the page of a payment, for its receipts. */

import { isAsking } from '@crypto-checkout/api-types'
import { z } from 'zod'
import type { Context } from '../context/context.ts'
import { loadCustomerReceipts, toCustomer } from '../customers/email.ts'
import { customerEmail, customerLanguage } from '../customers/schema.ts'
import { findWithEmail, replaceEmail } from '../customers/store.ts'
import { CheckoutError } from '../domain/error.ts'
import { toOwner } from '../domain/owner.ts'
import type { Db } from '../storage/database.ts'
import { findAnyPayment, type PaymentRow } from './store.ts'

export const payerEmailInput = z.strictObject({ email: customerEmail, language: customerLanguage.default('en') })
type PayerEmail = z.output<typeof payerEmailInput>

/**
 * Tells whether the page asks for an address: the merchant wants it, the payment is open, and it has none. After its end,
 * whoever knows the page could have receipts of refunds sent to himself.
 */
export async function asksForEmail(ctx: Pick<Context, 'settings'>, db: Db, row: PaymentRow): Promise<boolean> {
  if (!isAsking(row.status) && row.status !== 'processing') return false
  if ((await loadCustomerReceipts(ctx, db, toOwner(row))) !== 'asked') return false
  return !(await findWithEmail(db, [row.id])).has(row.id)
}

/** Sets the address of a payment once. Throws `invalid_state` if the page does not ask for one. */
export async function setPayerEmail(ctx: Context, id: string, { email, language }: PayerEmail): Promise<void> {
  await ctx.transact(async (tx) => {
    const row = await findAnyPayment(tx, id)
    if (!row) return
    if (!(await asksForEmail(ctx, tx, row)))
      throw new CheckoutError('invalid_state', 'This payment takes no address for its receipt: ask the merchant.')
    await replaceEmail(tx, { ...toCustomer(ctx, toOwner(row), email, language), payment_id: id })
  })
}
