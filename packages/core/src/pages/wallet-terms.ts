import type { OfferedAssets, WalletTerms } from '@crypto-checkout/api-types'
import { type Context, runOnSnapshot } from '../context/context.ts'
import { toEnvironment } from '../domain/catalog/environments.ts'
import { loadGaslessTerms } from '../gasless/offer.ts'
import { findAnyPayment } from '../payments/store.ts'
import { findOrder } from './payment-wallet-order.ts'

/** The data for paying with a wallet, for anyone with the id; null when there is no such payment. */
export function findWalletTerms(ctx: Context, id: string): Promise<WalletTerms | null> {
  return runOnSnapshot(ctx, async (snapshot) => {
    const row = await findAnyPayment(snapshot.db, id)
    if (!row) return null
    const reach = getWalletReach(ctx, { livemode: row.livemode === 1, network: row.network })
    return { ...reach, gasless: await loadGaslessTerms(snapshot, row) }
  })
}

/** How wallets reach a payment's network. */
export function getWalletReach(
  ctx: Context,
  on: { livemode: boolean; network: string },
): Pick<WalletTerms, 'chain' | 'walletConnectProjectId'> {
  const network = ctx.network(toEnvironment(on.livemode), on.network)
  return { chain: network?.walletChain ?? null, walletConnectProjectId: ctx.settings.walletConnectProjectId }
}

/**
 * The assets other than the payment's own coin with which an account can pay now; null when there is no such payment.
 */
export async function listOffers(ctx: Context, id: string, account: string): Promise<OfferedAssets | null> {
  const found = await findOrder(ctx, id)
  return found && { assets: await found.transactions.offers(found.order, account) }
}
