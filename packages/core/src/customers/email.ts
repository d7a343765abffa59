/** The addresses of customers: their own table, and the only place that has them. */

import type { Context } from '../context/context.ts'
import { type Owner, toOwnerColumns } from '../domain/owner.ts'
import { DAY_MS } from '../domain/time.ts'
import { loadSettings } from '../merchants/settings.ts'
import type { Db } from '../storage/database.ts'
import { type EmailRow, eraseEmails, findOldestEmail } from './store.ts'

/** The customer of a payment, as it is stored. */
export type NewCustomer = Omit<EmailRow, 'payment_id'>

type Given = {
  readonly customerEmail?: string | undefined
  readonly customerLanguage?: string | undefined
}

/** The customer that a request names. Null without an address, and if the merchant's customers get no receipts. */
export async function readCustomer(ctx: Context, owner: Owner, input: Given): Promise<NewCustomer | null> {
  if (input.customerEmail === undefined) return null
  if ((await loadCustomerReceipts(ctx, ctx.db, owner)) === 'off') return null
  return toCustomer(ctx, owner, input.customerEmail, input.customerLanguage)
}

export function toCustomer({ now }: Pick<Context, 'now'>, owner: Owner, email: string, language = 'en'): NewCustomer {
  return { ...toOwnerColumns(owner), email, email_key: email.toLowerCase(), language, created_at: now() }
}

/** The merchant's choice; `off` on a server that sends no e-mails. */
export async function loadCustomerReceipts(ctx: Pick<Context, 'settings'>, db: Db, owner: Owner) {
  if (!ctx.settings.hasMailServer) return 'off'
  return (await loadSettings(db, owner)).settings.customerReceipts
}

/**
 * Erases a merchant's addresses that are older than its settings say; all of them once its customers get no receipts.
 * Returns their number.
 */
export async function eraseOldEmails(ctx: Context, owner: Owner, limit: number): Promise<number> {
  const oldest = await findOldestEmail(ctx.db, owner)
  if (oldest === null) return 0
  const { customerReceipts, customerEmailDays } = (await loadSettings(ctx.db, owner)).settings
  const until = ctx.now() - (customerReceipts === 'off' ? 0 : customerEmailDays * DAY_MS)
  return oldest > until ? 0 : ctx.transact((tx) => eraseEmails(tx, owner, until, limit), 'background')
}
