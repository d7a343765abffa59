import type { Context } from '../context.ts'
import type { OfferedAssets } from '../wire.ts'
import { findOrder } from './wallet-order.ts'

/** What else than the payment's own coin an account can pay with now; null when there is no such payment. */
export async function listOffers(ctx: Context, id: string, account: string): Promise<OfferedAssets | null> {
  const found = await findOrder(ctx, id)
  return found && { assets: await found.transactions.offers(found.order, account) }
}
