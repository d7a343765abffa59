import type { Merchant } from '@crypto-checkout/api-types'
import type { Caller, Context } from '../context/context.ts'
import { iso } from '../domain/time.ts'
import { requireMerchant } from './find.ts'
import { settingsOf, settingsView } from './settings.ts'

/** The calling merchant, with its settings in the calling environment. */
export async function retrieveMerchant(ctx: Context, caller: Caller): Promise<Merchant> {
  const row = await requireMerchant(ctx.db, caller.merchantId)
  const { settings, last } = await settingsOf(ctx.db, caller)
  return {
    id: row.id,
    object: 'merchant',
    name: row.name,
    plan: row.plan as Merchant['plan'],
    livemode: caller.livemode,
    settings: settingsView(caller, settings, last?.changed_at ?? null),
    createdAt: iso(row.created_at),
  }
}
