import { gaslessOf } from '../authorizations/offer.ts'
import { environmentOf } from '../catalog/environments.ts'
import type { NetworkName } from '../catalog/networks.ts'
import type { Context } from '../context.ts'
import type { WalletTerms } from '../wire.ts'
import { findAnyPayment } from './store.ts'

/** What anybody who holds the id needs to pay it with a wallet; null when there is no such payment. */
export async function walletTerms(ctx: Context, id: string): Promise<WalletTerms | null> {
  const row = await findAnyPayment(ctx.db, id)
  if (!row) return null
  const reach = walletReach(ctx, { livemode: row.livemode === 1, network: row.network as NetworkName })
  return { ...reach, gasless: await gaslessOf(ctx, row) }
}

/** How wallets reach a payment's network. */
export function walletReach(
  ctx: Context,
  on: { livemode: boolean; network: NetworkName },
): Pick<WalletTerms, 'chain' | 'walletConnectProjectId'> {
  const network = ctx.network(environmentOf(on.livemode), on.network)
  return { chain: network?.walletChain ?? null, walletConnectProjectId: ctx.settings.walletConnectProjectId }
}
