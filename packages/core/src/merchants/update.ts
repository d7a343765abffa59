import type { Merchant } from '@crypto-checkout/api-types'
import type { Caller, Context } from '../context/context.ts'
import { CheckoutError } from '../domain/error.ts'
import type { Tx } from '../storage/database.ts'
import { requireMerchant, retrieveMerchant, toMerchantView } from './find.ts'
import type { ValidMerchantChanges } from './identity.ts'
import { nameLogo, replaceLogo } from './logo.ts'
import { updateMerchantRow } from './store.ts'

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
  return caller.commit(async (tx) => {
    await writeChanges(tx, caller.merchantId, changes)
    return toMerchantView(ctx, tx, caller, await requireMerchant(tx, caller.merchantId))
  })
}

function takesRealPayments({ networks }: Context): boolean {
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
  await updateMerchantRow(tx, id, {
    ...{ name, accent, support_email: supportEmail, support_url: supportUrl },
    logo: logo && nameLogo(logo),
  })
}
