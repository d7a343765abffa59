import type { Merchant } from '@crypto-checkout/api-types'
import type { Colour } from '@crypto-checkout/payer-ui'
import { asOperator, recordChange } from '../audit/record.ts'
import { type Caller, type Context, requireRecentAuthentication } from '../context/context.ts'
import type { Plan } from '../domain/catalog/quotas.ts'
import { CheckoutError } from '../domain/error.ts'
import type { Owner } from '../domain/owner.ts'
import { toIsoTime } from '../domain/time.ts'
import type { Db, Tx } from '../storage/database.ts'
import { formatLogoUrl, nameLogo, replaceLogo, type ValidMerchantChanges } from './identity.ts'
import { loadSettings } from './settings.ts'
import { toSettingsView } from './settings-view.ts'
import {
  findFirstMerchant,
  findMerchant,
  insertMerchant,
  listMerchantRows,
  type MerchantRow,
  updateMerchantRow,
} from './store.ts'

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
async function toMerchantView(ctx: Context, db: Db, owner: Owner, row: MerchantRow): Promise<Merchant> {
  const { settings, last } = await loadSettings(db, owner)
  return {
    id: row.id,
    object: 'merchant',
    name: row.name,
    ...describeIdentity(ctx, row),
    plan: row.plan,
    livemode: owner.livemode,
    settings: await toSettingsView(ctx, db, owner, settings, last?.changed_at ?? null),
    createdAt: toIsoTime(row.created_at),
  }
}

type IdentityRow = Pick<MerchantRow, 'accent' | 'logo' | 'support_email' | 'support_url'>
type Identity = Pick<Merchant, 'accent' | 'logo' | 'supportEmail' | 'supportUrl'>

export function describeIdentity(ctx: Context, row: IdentityRow): Identity {
  return {
    accent: row.accent && `#${row.accent}`,
    logo: formatLogoUrl(ctx, row.logo),
    supportEmail: row.support_email,
    supportUrl: row.support_url,
  }
}

type MerchantSummary = Pick<Merchant, 'id' | 'name' | 'accent' | 'logo' | 'supportEmail' | 'supportUrl'> & {
  readonly plan: string
  readonly createdAt: string
}

function toMerchantSummary(
  ctx: Context,
  row: IdentityRow & Pick<MerchantRow, 'id' | 'name' | 'plan' | 'created_at'>,
): MerchantSummary {
  const { id, name, plan } = row
  return { id, name, ...describeIdentity(ctx, row), plan, createdAt: toIsoTime(row.created_at) }
}

const NO_CONTACT = { logo: null, support_email: null, support_url: null }

/** Adds a merchant, for the operator. Names may repeat. */
export async function createMerchant(
  ctx: Context,
  input: { readonly name: string; readonly plan: Exclude<Plan, 'sandbox'>; readonly accent?: Colour | null },
): Promise<MerchantSummary> {
  const { name, plan, accent = null } = input
  const row = { id: ctx.newId('mer'), name, accent, plan, ...NO_CONTACT, created_at: ctx.now() }
  await ctx.transact(async (tx) => {
    await insertMerchant(tx, row)
    const change = { operation: 'createMerchant', object: 'merchant', objectId: row.id, before: null } as const
    // It has both environments. The entry is in the log of production.
    await recordChange(ctx, tx, asOperator(row.id, true), { ...change, after: { name, accent, plan } })
  })
  return toMerchantSummary(ctx, row)
}

/** The first merchant. Created when there is none, so a new server can be used at once. */
export async function ensureFirstMerchant(ctx: Context): Promise<MerchantSummary> {
  const known = await findFirstMerchant(ctx.db)
  if (known) return toMerchantSummary(ctx, known)
  const row = await ctx.transact(async (tx) => {
    const existing = await findFirstMerchant(tx)
    if (existing) return existing
    const id = ctx.newId('mer')
    const made = { id, name: 'My shop', accent: null, plan: 'starter', ...NO_CONTACT, created_at: ctx.now() } as const
    await insertMerchant(tx, made)
    return made
  })
  return toMerchantSummary(ctx, row)
}

export async function listMerchants(ctx: Context): Promise<MerchantSummary[]> {
  return (await listMerchantRows(ctx.db)).map((row) => toMerchantSummary(ctx, row))
}

/**
 * Changes what payers see of the caller, at once. Both environments show the same, so keys of the sandbox may not change
 * it on a server that takes real payments. Throws `insufficient_scope` and `invalid_parameter`.
 */
export async function updateMerchant(ctx: Context, caller: Caller, changes: ValidMerchantChanges): Promise<Merchant> {
  if (Object.values(changes).every((value) => value === undefined)) return retrieveMerchant(ctx, caller)
  if (!caller.livemode && takesRealPayments(ctx)) {
    throw new CheckoutError(
      'insufficient_scope',
      'Keys of the sandbox cannot change what payers of real money see: use a key of production.',
    )
  }
  requireSafeSupportUrl(ctx, changes)
  if (changes.supportEmail !== undefined || changes.supportUrl !== undefined) requireRecentAuthentication(caller)
  return caller.commit(async (tx) => {
    await writeChanges(tx, caller.merchantId, changes)
    return toMerchantView(ctx, tx, caller, await requireMerchant(tx, caller.merchantId))
  })
}

export function takesRealPayments({ networks }: Context): boolean {
  return networks.some(({ environment }) => environment === 'production')
}

function requireSafeSupportUrl(ctx: Context, { supportUrl }: ValidMerchantChanges): void {
  if (!supportUrl || /^https:/i.test(supportUrl) || !takesRealPayments(ctx)) return
  const message = 'supportUrl must use https, because this server takes real payments.'
  throw new CheckoutError('invalid_parameter', message, 'supportUrl')
}

async function writeChanges(tx: Tx, id: string, changes: ValidMerchantChanges): Promise<void> {
  const { name, accent, logo, supportEmail, supportUrl } = changes
  if (logo !== undefined) await replaceLogo(tx, id, logo)
  const links = { support_email: supportEmail, support_url: supportUrl, logo: logo && nameLogo(logo) }
  await updateMerchantRow(tx, id, { name, accent, ...links })
}
