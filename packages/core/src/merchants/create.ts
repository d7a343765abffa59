import type { Plan } from '../catalog/plans.ts'
import type { Context } from '../context.ts'
import { findFirstMerchant, insertMerchant, listMerchantRows, type MerchantRow } from './store.ts'

export type Merchant = { readonly id: string; readonly name: string; readonly plan: string; readonly createdAt: string }

/** Adds a merchant. Names may repeat. */
export async function createMerchant(
  ctx: Context,
  input: { readonly name: string; readonly plan: Exclude<Plan, 'sandbox'> },
): Promise<Merchant> {
  const row = { id: ctx.newId('mer'), name: input.name, plan: input.plan, created_at: ctx.now() }
  await ctx.transact((tx) => insertMerchant(tx, row))
  return merchantView(row)
}

/** The first merchant; made when there is none, so that a new server can be used at once. */
export async function ensureFirstMerchant(ctx: Context): Promise<Merchant> {
  const row = await ctx.transact(async (tx) => {
    const existing = await findFirstMerchant(tx)
    if (existing) return existing
    const made = { id: ctx.newId('mer'), name: 'My shop', plan: 'starter', created_at: ctx.now() }
    await insertMerchant(tx, made)
    return made
  })
  return merchantView(row)
}

export async function listMerchants(ctx: Context): Promise<Merchant[]> {
  return (await listMerchantRows(ctx.db)).map(merchantView)
}

function merchantView(row: Pick<MerchantRow, 'id' | 'name' | 'plan' | 'created_at'>): Merchant {
  return { id: row.id, name: row.name, plan: row.plan, createdAt: new Date(row.created_at).toISOString() }
}
