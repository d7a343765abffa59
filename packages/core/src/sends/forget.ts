import type { Network } from '../chains/network.ts'
import type { Tx } from '../storage/database.ts'
import { deleteSends } from './store.ts'

/** Forgets what was sent on a local chain that no longer exists: its successor counts nonces from zero. */
export function forgetSends(tx: Tx, network: Network): Promise<void> {
  return deleteSends(tx, network)
}
