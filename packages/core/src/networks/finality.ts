import type { Network } from '../chains/network.ts'
import type { Context } from '../context/context.ts'
import { estimateBlockTime, estimateFinalBlock } from '../domain/finality.ts'
import type { Db } from '../storage/database.ts'
import { type CursorRow, findBlock, findCursor } from './store.ts'

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
export type Progress = { readonly seen: number; readonly required: number; readonly expectedAt: number | null }

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
