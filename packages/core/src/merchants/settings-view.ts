import type { CheckoutPolicy, MerchantSettings } from '@crypto-checkout/api-types'
import type { Context } from '../context/context.ts'
import { formatAmount } from '../domain/money.ts'
import type { Owner } from '../domain/owner.ts'
import { DAY_MS, toIsoTimeOrNull } from '../domain/time.ts'
import type { Db } from '../storage/database.ts'
import { resolvePolicy, type Settings } from './settings.ts'
import { findRoutes } from './settlement-routes.ts'

/** A merchant's settings as the API shows them, with the rules in force and the routes of money. */
export async function toSettingsView(
  ctx: Context,
  db: Db,
  owner: Owner,
  settings: Settings,
  updatedAt: number | null,
): Promise<MerchantSettings> {
  return {
    id: owner.merchantId,
    object: 'merchant_settings',
    ...settings,
    routes: await findRoutes(ctx, db, owner, settings),
    ...resolvePolicy(ctx, settings),
    policy: describePolicy(ctx),
    livemode: owner.livemode,
    updatedAt: toIsoTimeOrNull(updatedAt),
  }
}

/** Describes the operator's configuration, for merchants to see. */
function describePolicy({ settings }: Pick<Context, 'settings'>): CheckoutPolicy {
  return {
    ...resolvePolicy({ settings }, {}),
    minTransfer: formatAmount(settings.minTransfer),
    retentionDays: settings.retentionMs / DAY_MS,
  }
}
