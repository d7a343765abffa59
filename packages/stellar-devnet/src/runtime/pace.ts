import { setTimeout as sleep } from 'node:timers/promises'

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

/** The time between two steps of a network without a block time of its own */
const REST_MS = 1_000
/** The number of failures in a row that are tolerated */
const FAILURES_ALLOWED = 5

/** Repeats the step every block time until it is released. `log` receives failures; the sixth in a row is thrown. */
export async function repeat(
  step: () => Promise<void>,
  blockTimeMs: number,
  released: AbortSignal,
  log: (line: string) => void,
): Promise<undefined> {
  const everyMs = blockTimeMs || REST_MS
  let failures = 0
  for (let next = performance.now() + everyMs; !released.aborted; next = Math.max(next + everyMs, performance.now())) {
    await sleep(Math.max(0, next - performance.now()), undefined, { signal: released }).catch(() => undefined)
    if (released.aborted) break
    try {
      await step()
      failures = 0
    } catch (error) {
      // A full disk or a machine that slept must not end the chain.
      if (++failures > FAILURES_ALLOWED) throw error
      log(`A step of the local network failed: ${error instanceof Error ? error.message : error}`)
    }
  }
  return undefined
}
