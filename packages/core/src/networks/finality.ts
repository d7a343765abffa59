import type { Network } from '../chains/network.ts'
import type { Db } from '../storage/database.ts'
import { findCursor } from './store.ts'

/** How far a network has been read, and how far of that is final; null before the first reading. */
export async function finalityOf(
  db: Db,
  network: Network,
): Promise<{
  readonly blockNumber: number
  readonly blockTime: number
  readonly finalNumber: number
} | null> {
  const row = await findCursor(db, network)
  return row && { blockNumber: row.block_number, blockTime: row.block_time, finalNumber: row.final_number }
}
