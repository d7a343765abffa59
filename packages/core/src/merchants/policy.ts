import type { PaymentPolicy } from '@crypto-checkout/api-types'
import type { Context } from '../context/context.ts'
import type { Owner } from '../domain/owner.ts'
import type { Db } from '../storage/database.ts'
import { loadSettings, resolvePolicy } from './settings.ts'

/** The rules in force for a merchant's payments in an environment. */
export async function loadPolicy(ctx: Pick<Context, 'settings'>, db: Db, owner: Owner): Promise<PaymentPolicy> {
  return resolvePolicy(ctx, (await loadSettings(db, owner)).settings)
}
