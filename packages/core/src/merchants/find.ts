import type { Merchant } from '@crypto-checkout/api-types'
import type { Caller, Context } from '../context/context.ts'
import { CheckoutError } from '../domain/error.ts'
import { toIsoTime } from '../domain/time.ts'
import type { Db } from '../storage/database.ts'
import { loadSettings, toSettingsView } from './settings.ts'
import { findMerchant, type MerchantRow } from './store.ts'

export { findFirstMerchant, findMerchant } from './store.ts'

/** Throws `resource_missing`. */
export async function requireMerchant(db: Db, id: string): Promise<MerchantRow> {
  const row = await findMerchant(db, id)
  if (!row) throw new CheckoutError('resource_missing', 'There is no such merchant: create it first.')
  return row
}

/** The calling merchant, with its settings in the calling environment. */
export async function retrieveMerchant(ctx: Context, caller: Caller): Promise<Merchant> {
  const row = await requireMerchant(ctx.db, caller.merchantId)
  const { settings, last } = await loadSettings(ctx.db, caller)
  return {
    id: row.id,
    object: 'merchant',
    name: row.name,
    plan: row.plan as Merchant['plan'],
    livemode: caller.livemode,
    settings: toSettingsView(caller, settings, last?.changed_at ?? null),
    createdAt: toIsoTime(row.created_at),
  }
}

export type MerchantSummary = {
  readonly id: string
  readonly name: string
  /** `#0a7d4f`: the colour of the merchant's payment pages; null for the checkout's own. */
  readonly accent: string | null
  readonly plan: string
  readonly createdAt: string
}

export function toMerchantSummary(
  row: Pick<MerchantRow, 'id' | 'name' | 'accent' | 'plan' | 'created_at'>,
): MerchantSummary {
  const { id, name, plan } = row
  return { id, name, accent: row.accent && `#${row.accent}`, plan, createdAt: toIsoTime(row.created_at) }
}
