import type { Network } from '../chains/network.ts'
import type { Context } from '../context/context.ts'
import { forgetChain } from '../ledger/rewind.ts'
import { deleteBlocks, deleteCursor, loadPosition } from '../networks/store.ts'

/**
 * Restarts a local network if its chain no longer has the last block read. Transfers that were not final on the old
 * chain are removed, and reading starts again. True if that was the case.
 */
export async function forgetLostChain(ctx: Context, network: Network): Promise<boolean> {
  const { cursor } = (await loadPosition(ctx.db, network)).position
  if (!cursor || (await network.chain.reader.hasBlock(cursor))) return false
  await ctx.transact(async (tx) => {
    await forgetChain(ctx, tx, network)
    await deleteBlocks(tx, network, 'above', -1)
    await deleteCursor(tx, network)
  })
  return true
}
