import type { Context } from '../context/context.ts'
import type { Environment } from '../domain/catalog/environments.ts'
import { CheckoutError } from '../domain/error.ts'
import { findFirstMerchant } from '../merchants/find.ts'
import { defaultSecrets } from '../merchants/signing-secrets.ts'

/**
 * The secrets that sign with the first merchant's default now: the current one first, then earlier ones that still
 * sign. Creates the first one. Throws `resource_missing` before there is a merchant.
 */
export async function defaultSecretsAsOperator(ctx: Context, environment: Environment): Promise<[string, ...string[]]> {
  const merchant = await findFirstMerchant(ctx.db)
  if (!merchant) throw new CheckoutError('resource_missing', 'There is no merchant yet: create one first.')
  return defaultSecrets(ctx, { merchantId: merchant.id, livemode: environment === 'production' })
}
