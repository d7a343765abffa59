import type { Merchant } from '@crypto-checkout/api-types'
import type { Caller, Context } from '../context/context.ts'
import { CheckoutError } from '../domain/error.ts'
import { toIsoTime } from '../domain/time.ts'
import type { Db } from '../storage/database.ts'
import { formatLogoUrl } from './logo.ts'
import { loadSettings, toSettingsView } from './settings.ts'
import { findMerchant, type MerchantRow, type Owner } from './store.ts'

export { findFirstMerchant, findMerchant } from './store.ts'

/** Throws `resource_missing`. */
export async function requireMerchant(db: Db, id: string): Promise<MerchantRow> {
  const row = await findMerchant(db, id)
  if (!row) throw new CheckoutError('resource_missing', 'There is no such merchant: create it first.')
  return row
}

/** The calling merchant, with its settings in the calling environment. */
export async function retrieveMerchant(ctx: Context, caller: Caller): Promise<Merchant> {
  return toMerchantView(ctx, ctx.db, caller, await requireMerchant(ctx.db, caller.merchantId))
}

/** The merchant as the API shows it. Reads its settings. */
export async function toMerchantView(ctx: Context, db: Db, owner: Owner, row: MerchantRow): Promise<Merchant> {
  const { settings, last } = await loadSettings(db, owner)
  return {
    id: row.id,
    object: 'merchant',
    name: row.name,
    ...describeIdentity(ctx, row),
    plan: row.plan as Merchant['plan'],
    livemode: owner.livemode,
    settings: toSettingsView(owner, settings, last?.changed_at ?? null),
    createdAt: toIsoTime(row.created_at),
  }
}

type IdentityRow = Pick<MerchantRow, 'accent' | 'logo' | 'support_email' | 'support_url'>
type Identity = Pick<Merchant, 'accent' | 'logo' | 'supportEmail' | 'supportUrl'>

function describeIdentity(ctx: Context, row: IdentityRow): Identity {
  return {
    accent: row.accent && `#${row.accent}`,
    logo: formatLogoUrl(ctx, row.logo),
    supportEmail: row.support_email,
    supportUrl: row.support_url,
  }
}

export type MerchantSummary = Pick<Merchant, 'id' | 'name' | 'accent' | 'logo' | 'supportEmail' | 'supportUrl'> & {
  readonly plan: string
  readonly createdAt: string
}

export function toMerchantSummary(
  ctx: Context,
  row: IdentityRow & Pick<MerchantRow, 'id' | 'name' | 'plan' | 'created_at'>,
): MerchantSummary {
  const { id, name, plan } = row
  return { id, name, ...describeIdentity(ctx, row), plan, createdAt: toIsoTime(row.created_at) }
}
