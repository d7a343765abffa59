import type { Network } from '../chains/network.ts'
import { CLOCK_TOLERANCE_MS } from '../domain/attribution.ts'
import type { Db } from '../storage/database.ts'
import { findAudit, findCursor } from './store.ts'

/** Payments created after a time whose money, had it come before another, has been seen. Milliseconds. */
export type ReadUntil = { readonly createdAfter: number; readonly time: number }

/**
 * Up to when a network has been read. While blocks that were missed are still being read, later
 * payments are already known further than earlier ones. Empty before the first reading.
 */
export async function readUntil(db: Db, network: Network): Promise<ReadUntil[]> {
  const [cursor, audit] = [await findCursor(db, network), await findAudit(db, network)]
  if (!cursor || !audit) return []
  const all = { createdAfter: 0, time: cursor.block_time }
  if (audit.missed_to_time === null || audit.number >= (audit.missed_to ?? 0)) return [all]
  return [
    { createdAfter: 0, time: audit.time },
    { ...all, createdAfter: audit.missed_to_time + CLOCK_TOLERANCE_MS },
  ]
}

/** Whether all blocks up to one have been read, those that were missed included. */
export async function hasRead(db: Db, network: Network, number: number): Promise<boolean> {
  const [cursor, audit] = [await findCursor(db, network), await findAudit(db, network)]
  if (!cursor || !audit) return false
  const isMissing = audit.number < (audit.missed_to ?? 0)
  return number <= (isMissing ? audit.number : cursor.block_number)
}

/** Up to when final blocks have been read once more: what was in them is known for good. 0 before the first reading. */
export async function rereadUntil(db: Db, network: Network): Promise<number> {
  return (await findAudit(db, network))?.time ?? 0
}
