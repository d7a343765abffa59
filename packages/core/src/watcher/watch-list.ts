import type { ObservedTransfer, Recipients } from '../chains/chain.ts'
import type { Network } from '../chains/network.ts'
import type { Context } from '../context/context.ts'
import { type RememberedTransfer, rememberedTransfers } from '../payments/transfers/remembered.ts'
import { watchedWallets, watchersAmong, whileWatched } from '../payments/transfers/watched-wallets.ts'
import { refundDestinations, refundDestinationsAmong, refundTransfers, rememberedRefunds } from '../refunds/awaited.ts'

/** With more addresses than this, all transfers of the tokens are read: nodes refuse long topic lists. */
const MAX_RECIPIENT_TOPICS = 500

/**
 * The wallets of payments, and the destinations of refunds. Requested only after the head is known: a wallet that is
 * added later can only be paid in a later block.
 */
export function recipientsOf(ctx: Context, network: Network): Recipients {
  const { id } = network.chain
  return {
    async named() {
      const wallets = await watchedWallets(ctx.db, id, MAX_RECIPIENT_TOPICS)
      const others = wallets && (await refundDestinations(ctx.db, network, MAX_RECIPIENT_TOPICS))
      const all = others && [...new Set([...wallets, ...others])]
      return all && all.length <= MAX_RECIPIENT_TOPICS ? all : null
    },
    async among(addresses) {
      const wallets = (await watchersAmong(ctx.db, id, addresses)).keys()
      return new Set([...wallets, ...(await refundDestinationsAmong(ctx.db, network, addresses))])
    },
  }
}

/** Transfers to a watched wallet, or possibly of a pending refund. */
export async function ofInterest(
  ctx: Context,
  network: Network,
  transfers: readonly ObservedTransfer[],
): Promise<ObservedTransfer[]> {
  const watched = await whileWatched(ctx.db, network.chain.id, transfers)
  const wanted = new Set([...watched, ...(await refundTransfers(ctx.db, network, transfers))])
  return transfers.filter((transfer) => wanted.has(transfer))
}

/** The recorded transfers in a network's blocks, both ends included. */
export async function remembered(
  ctx: Context,
  network: Network,
  range: { readonly from: number; readonly to: number },
): Promise<Remembered> {
  const recorded = await rememberedTransfers(ctx.db, network, range)
  return { recorded, all: [...recorded, ...(await rememberedRefunds(ctx.db, network, range))] }
}

export type Remembered = {
  /** Transfers to wallets of payments. */
  readonly recorded: readonly RememberedTransfer[]
  /** The same, with the transfers of refunds. */
  readonly all: readonly RememberedTransfer[]
}
