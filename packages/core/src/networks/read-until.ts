import type { Network } from '../chains/network.ts'
import { CLOCK_TOLERANCE_MS } from '../domain/attribution.ts'
import type { Db } from '../storage/database.ts'
import { findCursor, findRecheck } from './store.ts'

/**
 * Payments created after `createdAfter` have been read up to `time`: money that arrived before was seen. Both in
 * milliseconds.
 */
export type ReadUntil = { readonly createdAfter: number; readonly time: number }

/**
 * The time up to which a network has been read. While skipped blocks are still being read, newer payments have been
 * read further than older ones. Empty before the first reading.
 */
export async function readUntil(db: Db, network: Network): Promise<ReadUntil[]> {
  const [cursor, audit] = [await findCursor(db, network), await findRecheck(db, network)]
  if (!cursor || !audit) return []
  const all = { createdAfter: 0, time: cursor.block_time }
  if (audit.missed_to_time === null || audit.number >= (audit.missed_to ?? 0)) return [all]
  return [
    { createdAfter: 0, time: audit.time },
    { ...all, createdAfter: audit.missed_to_time + CLOCK_TOLERANCE_MS },
  ]
}

/** Whether all blocks up to a number have been read, skipped ones included. */
export async function hasRead(db: Db, network: Network, number: number): Promise<boolean> {
  const [cursor, audit] = [await findCursor(db, network), await findRecheck(db, network)]
  if (!cursor || !audit) return false
  const isMissing = audit.number < (audit.missed_to ?? 0)
  return number <= (isMissing ? audit.number : cursor.block_number)
}

/** The time up to which final blocks have been reread: their transfers are certain. 0 before the first reading. */
export async function findRecheckedUntil(db: Db, network: Network): Promise<number> {
  return (await findRecheck(db, network))?.time ?? 0
}
