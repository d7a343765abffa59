import type { ObservedTransfer, Recipients } from '../../chains/chain.ts'
import type { Network } from '../../chains/network.ts'
import type { Context } from '../../context/context.ts'
import {
  filterWatchedTransfers,
  findWatchedWallets,
  findWatchers,
  watchedSince,
} from '../../payments/transfers/watched-wallets.ts'
import { filterRefundTransfers, findRefundDestinations, findRefundDestinationsAmong } from '../../refunds/awaited.ts'

/** With more addresses than this, all transfers of the tokens are read: nodes refuse long topic lists. */
const MAX_RECIPIENT_TOPICS = 500

/**
 * The wallets of payments, and the destinations of refunds. Requested only after the head is known: a wallet that is
 * added later can only be paid in a later block.
 */
export function watchRecipients(ctx: Context, network: Network): Recipients {
  const { id } = network.chain
  return {
    async all() {
      const wallets = await findWatchedWallets(ctx.db, id, MAX_RECIPIENT_TOPICS)
      const others = wallets && (await findRefundDestinations(ctx.db, network, MAX_RECIPIENT_TOPICS))
      const all = others && [...new Set([...wallets, ...others])]
      return all && all.length <= MAX_RECIPIENT_TOPICS ? all : null
    },
    async intersect(addresses) {
      const wallets = (await findWatchers(ctx.db, id, addresses)).keys()
      return new Set([...wallets, ...(await findRefundDestinationsAmong(ctx.db, network, addresses))])
    },
  }
}

/** Filters transfers for those to a watched wallet, and those that may pay a refund. */
export async function filterWatched(
  ctx: Context,
  network: Network,
  transfers: readonly ObservedTransfer[],
): Promise<ObservedTransfer[]> {
  const watched = await filterWatchedTransfers(ctx.db, network.chain.id, transfers)
  const wanted = new Set([...watched, ...(await filterRefundTransfers(ctx.db, network, transfers))])
  return transfers.filter((transfer) => wanted.has(transfer))
}

/**
 * Finds the time when the first address of a network was added to the list, in milliseconds; null if it is empty. A
 * refund follows a payment, so the first address is a wallet.
 */
export function findWatchedSince(ctx: Context, network: Network): Promise<number | null> {
  return watchedSince(ctx.db, network.chain.id)
}
