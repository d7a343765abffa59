import type { Colour } from '@crypto-checkout/payer-ui'
import type { Context } from '../context/context.ts'
import type { Plan } from '../domain/catalog/plans.ts'
import { type MerchantSummary, toMerchantSummary } from './find.ts'
import { findFirstMerchant, insertMerchant, listMerchantRows } from './store.ts'

const NO_CONTACT = { logo: null, support_email: null, support_url: null }

/** Adds a merchant. Names may repeat. */
export async function createMerchant(
  ctx: Context,
  input: { readonly name: string; readonly plan: Exclude<Plan, 'sandbox'>; readonly accent?: Colour | null },
): Promise<MerchantSummary> {
  const { name, plan, accent = null } = input
  const row = { id: ctx.newId('mer'), name, accent, plan, ...NO_CONTACT, created_at: ctx.now() }
  await ctx.transact((tx) => insertMerchant(tx, row))
  return toMerchantSummary(ctx, row)
}

/** The first merchant. Created when there is none, so a new server can be used at once. */
export async function ensureFirstMerchant(ctx: Context): Promise<MerchantSummary> {
  const row = await ctx.transact(async (tx) => {
    const existing = await findFirstMerchant(tx)
    if (existing) return existing
    const id = ctx.newId('mer')
    const made = { id, name: 'My shop', accent: null, plan: 'starter', ...NO_CONTACT, created_at: ctx.now() }
    await insertMerchant(tx, made)
    return made
  })
  return toMerchantSummary(ctx, row)
}

export async function listMerchants(ctx: Context): Promise<MerchantSummary[]> {
  return (await listMerchantRows(ctx.db)).map((row) => toMerchantSummary(ctx, row))
}
