/** Times in milliseconds. An idle chain slows down, because every block costs memory and disk for good. */
export type Pace = { blockTimeMs: number; idleAfterMs: number; idleBlockTimeMs: number }

/** A block every second; after ten minutes without a transaction, one every 15 seconds */
export const DEFAULT_PACE: Readonly<Pace> = { blockTimeMs: 1_000, idleAfterMs: 600_000, idleBlockTimeMs: 15_000 }

/** Times are in milliseconds of one clock. `waiting`: a transaction waits for a block. */
export type ChainActivity = { lastBlockAt: number; lastTransactionAt: number; waiting: boolean }

export function isBlockDue(now: number, chain: ChainActivity, pace: Pace): boolean {
  if (chain.waiting) return true
  const idle = now - chain.lastTransactionAt >= pace.idleAfterMs
  // The caller waits a whole block time between two calls.
  return !idle || now - chain.lastBlockAt >= pace.idleBlockTimeMs
}
