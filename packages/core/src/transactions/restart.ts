import type { Network } from '../chains/network.ts'
import type { Context } from '../context/context.ts'
import type { Tx } from '../storage/database.ts'
import { restartSends } from './store.ts'

/**
 * For a lost local chain: its successor counts nonces from zero. So pending sends are signed again, and their outcomes
 * reported as usual. Never for a chain that still exists: both transactions could be mined.
 */
export function restartOnLostChain(ctx: Pick<Context, 'now'>, tx: Tx, network: Network): Promise<void> {
  return restartSends(tx, network, ctx.now())
}
