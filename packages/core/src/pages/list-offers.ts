import type { OfferedAssets } from '@crypto-checkout/api-types'
import type { Context } from '../context/context.ts'
import { findOrder } from './payment-wallet-order.ts'

/**
 * The assets other than the payment's own coin with which an account can pay now; null when there is no such payment.
 */
export async function listOffers(ctx: Context, id: string, account: string): Promise<OfferedAssets | null> {
  const found = await findOrder(ctx, id)
  return found && { assets: await found.transactions.offers(found.order, account) }
}
