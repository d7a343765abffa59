import type { Colour } from '@crypto-checkout/payer-ui'
import type { Context } from '../context/context.ts'
import { CheckoutError } from '../domain/error.ts'
import { type MerchantSummary, toMerchantSummary } from './find.ts'
import { updateMerchantRow } from './store.ts'

/** Changes a merchant's name and colour, which payers see. Pages show them at once. Throws `resource_missing`. */
export async function updateMerchant(
  ctx: Context,
  id: string,
  changes: { readonly name?: string; readonly accent?: Colour | null },
): Promise<MerchantSummary> {
  const row = await ctx.transact((tx) => updateMerchantRow(tx, id, changes))
  if (!row) throw new CheckoutError('resource_missing', 'There is no such merchant: check the id.', 'id')
  return toMerchantSummary(row)
}
