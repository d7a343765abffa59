import type { PaymentPolicy } from '@crypto-checkout/api-types'
import type { Context } from '../context/context.ts'
import type { Db } from '../storage/database.ts'
import { loadSettings, resolvePolicy } from './settings.ts'
import type { Owner } from './store.ts'

/** The rules in force for a merchant's payments in an environment. */
export async function loadPolicy(ctx: Pick<Context, 'settings'>, db: Db, owner: Owner): Promise<PaymentPolicy> {
  return resolvePolicy(ctx, (await loadSettings(db, owner)).settings)
}

/** The rules as this process last read them, to write with before they are read. */
export function recallPolicy(ctx: Pick<Context, 'policies' | 'settings'>, owner: Owner): PaymentPolicy {
  return ctx.policies.get(owner) ?? resolvePolicy(ctx, {})
}

/** The rules in force, which this process then recalls. */
export async function refreshPolicy(
  ctx: Pick<Context, 'policies' | 'settings'>,
  db: Db,
  owner: Owner,
): Promise<PaymentPolicy> {
  const policy = await loadPolicy(ctx, db, owner)
  ctx.policies.set(owner, policy)
  return policy
}
