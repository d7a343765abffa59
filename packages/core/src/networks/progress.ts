/** The progress of reading a network, and the time when what was read becomes final. */
import type { Network } from '../chains/network.ts'
import type { Context } from '../context/context.ts'
import { CLOCK_TOLERANCE_MS } from '../domain/attribution.ts'
import type { Db } from '../storage/database.ts'
import { findCursor, findRecheck } from './store.ts'

/**
 * Payments created after `createdAfter` have been read up to `time`: money that arrived before was seen. Both in
 * milliseconds.
 */
type ReadUntil = { readonly createdAfter: number; readonly time: number }

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

/** Tells whether all blocks up to a number have been read, skipped ones included. */
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

/** Tells whether all final blocks up to a number have been reread: a transfer that is not known is in none of them. */
export async function hasReread(db: Db, network: Network, number: number): Promise<boolean> {
  return number <= ((await findRecheck(db, network))?.number ?? 0)
}

/** The last block read on a network, and the final one; null before the first reading. */
export async function findFinality(
  db: Db,
  network: Network,
): Promise<{
  readonly blockNumber: number
  readonly blockTime: number
  readonly finalNumber: number
  /** The number of blocks that became final when some last did; null if it is not known. */
  readonly finalStep: number | null
} | null> {
  const row = await findCursor(db, network)
  if (!row) return null
  return {
    blockNumber: row.block_number,
    blockTime: row.block_time,
    finalNumber: row.final_number,
    finalStep: row.final_step,
  }
}

/** The place that a chain has been read to, in blocks and milliseconds. */
export type ReadSoFar = {
  readonly number: number
  readonly time: number
  readonly finalNumber: number
  /** Null if the final block is not stored. */
  readonly finalTime: number | null
  /**
   * The number of blocks that the final one was behind when it last moved, and of those that became final then; null
   * until it does.
   */
  readonly finalLag: number | null
  readonly finalStep: number | null
}

/**
 * A transfer's progress to finality. `ageMs`: the chain's time since its block, null when it is final. `expectedAt`:
 * milliseconds; null when it is final, or when it cannot be estimated.
 */
type Progress = {
  readonly seen: number
  readonly required: number
  readonly ageMs: number | null
  readonly expectedAt: number | null
}

/** The page says so if a network was not read for this long. */
const UNHEALTHY_AFTER_MS = 15 * 60_000

export function isHealthy(ctx: Context, network: Network): boolean {
  return ctx.unreadFor(network) < UNHEALTHY_AFTER_MS
}

/** A transfer's number of blocks, and the number that makes it final at the chain's present distance to finality. */
export function describeProgress(
  ctx: Context,
  network: Network,
  read: ReadSoFar,
  transfer: { readonly block: number; readonly time: number; readonly final: boolean },
): Progress {
  // An event is written before what was read is: then the transfer's block is newer than the last one read.
  const number = Math.max(read.number, transfer.block)
  const required = number - read.finalNumber + 1
  const seen = transfer.final ? required : Math.min(required, number - transfer.block + 1)
  if (transfer.final) return { seen, required, ageMs: null, expectedAt: null }
  const isForeseeable = isHealthy(ctx, network) && !ctx.isDelayed(network)
  const expectedAt = isForeseeable ? estimateFinality(network, read, transfer.block) : null
  return { seen, required, ageMs: Math.max(0, read.time - transfer.time), expectedAt }
}

/** Estimates are rounded to this, so they stay the same while nothing happens. */
const ROUND_TO_MS = 5_000

/** The estimated time when a block becomes final, rounded up; null if finality stalls, or too little was read. */
function estimateFinality(network: Network, read: ReadSoFar, block: number): number | null {
  const { number, finalNumber, finalTime, finalLag, finalStep } = read
  if (finalTime === null || read.time - finalTime > network.finalityStallMs) return null
  const pace = { finalNumber, lag: finalLag ?? number - finalNumber, step: finalStep ?? 1 }
  const time = estimateBlockTime(estimateFinalBlock(block, pace), { ...read, finalTime })
  return time && Math.ceil(time / ROUND_TO_MS) * ROUND_TO_MS
}

/** The pace of finality, in blocks. */
type FinalityPace = {
  /** The newest final block. */
  readonly finalNumber: number
  /** The distance to the newest block when it last moved. */
  readonly lag: number
  /** The number of blocks that became final then: one if each does by itself, an epoch on Ethereum. */
  readonly step: number
}

/**
 * The newest block's number when `block` becomes final, if finality continues as it last moved.
 *
 *     estimateFinalBlock(105, { finalNumber: 64, lag: 64, step: 32 }) // 192: the second epoch from now
 */
export function estimateFinalBlock(block: number, { finalNumber, lag, step }: FinalityPace): number {
  // A step that catches up is longer than those that follow.
  const usual = Math.max(1, Math.min(step, lag))
  return finalNumber + lag + Math.ceil((block - finalNumber) / usual) * usual
}

/** A chain as far as it was read; times in milliseconds. */
type ChainPace = Pick<ReadSoFar, 'number' | 'time' | 'finalNumber'> & { readonly finalTime: number }

/** Estimates when a block should come, at the pace since the final one; null when there is none. */
export function estimateBlockTime(number: number, { time, ...read }: ChainPace): number | null {
  const blocks = read.number - read.finalNumber
  return blocks > 0 ? time + ((number - read.number) * (time - read.finalTime)) / blocks : null
}
