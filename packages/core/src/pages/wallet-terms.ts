import type { OfferedAssets, WalletTerms } from '@crypto-checkout/api-types'
import { type Context, withSnapshot } from '../context/context.ts'
import { environmentOf } from '../domain/catalog/environments.ts'
import type { NetworkName } from '../domain/catalog/networks.ts'
import { gaslessOf } from '../gasless/offer.ts'
import { findAnyPayment } from '../payments/store.ts'
import { findOrder } from './payment-wallet-order.ts'

/** The data for paying with a wallet, for anyone with the id; null when there is no such payment. */
export function walletTerms(ctx: Context, id: string): Promise<WalletTerms | null> {
  return withSnapshot(ctx, async (snapshot) => {
    const row = await findAnyPayment(snapshot.db, id)
    if (!row) return null
    const reach = walletReach(ctx, { livemode: row.livemode === 1, network: row.network as NetworkName })
    return { ...reach, gasless: await gaslessOf(snapshot, row) }
  })
}

/** How wallets reach a payment's network. */
export function walletReach(
  ctx: Context,
  on: { livemode: boolean; network: NetworkName },
): Pick<WalletTerms, 'chain' | 'walletConnectProjectId'> {
  const network = ctx.network(environmentOf(on.livemode), on.network)
  return { chain: network?.walletChain ?? null, walletConnectProjectId: ctx.settings.walletConnectProjectId }
}

/**
 * The assets other than the payment's own coin with which an account can pay now; null when there is no such payment.
 */
export async function listOffers(ctx: Context, id: string, account: string): Promise<OfferedAssets | null> {
  const found = await findOrder(ctx, id)
  return found && { assets: await found.transactions.offers(found.order, account) }
}
