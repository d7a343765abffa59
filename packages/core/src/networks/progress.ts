/** How far a network has been read, and when what was read becomes final. */
import type { Network } from '../chains/network.ts'
import type { Context } from '../context/context.ts'
import { CLOCK_TOLERANCE_MS } from '../domain/attribution.ts'
import type { Db } from '../storage/database.ts'
import { type CursorRow, findBlock, findCursor, findRecheck } from './store.ts'

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

/** Whether all final blocks up to a number have been reread: a transfer that is not known is in none of them. */
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
} | null> {
  const row = await findCursor(db, network)
  return row && { blockNumber: row.block_number, blockTime: row.block_time, finalNumber: row.final_number }
}

/**
 * A transfer's progress to finality. `expectedAt`: milliseconds; null when it is final, or when it cannot be estimated.
 */
type Progress = { readonly seen: number; readonly required: number; readonly expectedAt: number | null }

/** The page says so if a network was not read for this long. */
const UNHEALTHY_AFTER_MS = 15 * 60_000

export function isHealthy(ctx: Context, network: Network): boolean {
  return ctx.unreadFor(network) < UNHEALTHY_AFTER_MS
}

/**
 * A transfer's number of blocks, and the number that makes it final at the chain's present distance to finality; null
 * before the first reading.
 */
export async function loadProgress(
  ctx: Context,
  network: Network,
  transfer: { readonly block: number; readonly final: boolean },
): Promise<Progress | null> {
  const cursor = await findCursor(ctx.db, network)
  if (!cursor) return null
  const required = cursor.block_number - cursor.final_number + 1
  const seen = Math.max(0, Math.min(required, cursor.block_number - transfer.block + 1))
  const isForeseeable = !transfer.final && isHealthy(ctx, network) && !ctx.isDelayed(network)
  return { seen, required, expectedAt: isForeseeable ? await expectedAt(ctx, network, cursor, transfer.block) : null }
}

/** Estimates are rounded to this, so they stay the same while nothing happens. */
const ROUND_TO_MS = 5_000

/** The estimated time when a block becomes final, rounded up; null if finality stalls, or too little was read. */
async function expectedAt(ctx: Context, network: Network, cursor: CursorRow, block: number): Promise<number | null> {
  const final = await findBlock(ctx.db, network, cursor.final_number)
  if (!final || cursor.block_time - final.time > network.finalityStallMs) return null
  const lag = cursor.block_number - final.number
  const pace = { finalNumber: final.number, lag: cursor.final_lag ?? lag, step: cursor.final_step ?? 1 }
  const read = {
    number: cursor.block_number,
    time: cursor.block_time,
    finalNumber: final.number,
    finalTime: final.time,
  }
  const time = estimateBlockTime(estimateFinalBlock(block, pace), read)
  return time && Math.ceil(time / ROUND_TO_MS) * ROUND_TO_MS
}

/** The pace of finality, in blocks. */
type FinalityPace = {
  /** The newest final block. */
  readonly finalNumber: number
  /** How far it was behind the newest block when it last moved. */
  readonly lag: number
  /** How many blocks became final then: one if each does by itself, an epoch on Ethereum. */
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
type ChainPace = {
  readonly number: number
  readonly time: number
  readonly finalNumber: number
  readonly finalTime: number
}

/** When a block should come, at the pace since the final one; null when there is none. */
export function estimateBlockTime(number: number, { time, ...read }: ChainPace): number | null {
  const blocks = read.number - read.finalNumber
  return blocks > 0 ? time + ((number - read.number) * (time - read.finalTime)) / blocks : null
}
