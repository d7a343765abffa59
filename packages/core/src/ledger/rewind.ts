import type { Network } from '../chains/network.ts'
import type { Context } from '../context/context.ts'
import { forgetBalances } from '../deposits/balances.ts'
import { recordRewind } from '../payments/transfers/record.ts'
import { loseTransfers } from '../refunds/match.ts'
import type { Tx } from '../storage/database.ts'
import { restartOnLostChain } from '../transactions/queue.ts'

/** Takes back the transfers that were seen above a block. Payments and refunds go back to what is left of them. */
export async function rewindBlocks(ctx: Context, tx: Tx, network: Network, toNumber: number): Promise<void> {
  const outgoing = await recordRewind(ctx, tx, network, toNumber)
  await loseTransfers(ctx, tx, outgoing)
}

/**
 * For a lost local chain: takes back all transfers that were not final, signs pending transactions again, and forgets
 * the balances of deposits.
 */
export async function forgetChain(ctx: Context, tx: Tx, network: Network): Promise<void> {
  await rewindBlocks(ctx, tx, network, -1)
  await restartOnLostChain(ctx, tx, network)
  await forgetBalances(tx, network.chain.id)
}
