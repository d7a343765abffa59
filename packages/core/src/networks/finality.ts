import type { Network } from '../chains/network.ts'
import type { Context } from '../context.ts'
import { finalWith, timeOfBlock } from '../domain/finality.ts'
import type { Db } from '../storage/database.ts'
import { type CursorRow, findBlock, findCursor } from './store.ts'

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

/** A transfer's way to finality. `expectedAt`: milliseconds; null when it is final, or when nobody can tell. */
export type Progress = { readonly seen: number; readonly required: number; readonly expectedAt: number | null }

/** While a network was not read for this long, the page says so. */
const UNHEALTHY_AFTER_MS = 15 * 60_000

export function isHealthy(ctx: Context, network: Network): boolean {
  return ctx.unreadFor(network) < UNHEALTHY_AFTER_MS
}

/**
 * How many blocks a transfer has, and how many make it final at the chain's present distance to finality;
 * null before the first reading.
 */
export async function progressOf(
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

/** An estimate is no finer than this: so it stays the same while nothing happens. */
const ROUND_TO_MS = 5_000

/** When a block should be final, rounded up; null where finality stalls, or too little was read. */
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
  const time = timeOfBlock(finalWith(block, pace), read)
  return time && Math.ceil(time / ROUND_TO_MS) * ROUND_TO_MS
}
