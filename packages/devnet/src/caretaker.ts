import { setTimeout as sleep } from 'node:timers/promises'
import type { KeeperOptions } from './keeper-options.ts'
import { type Chain, mineWhenDue } from './mining.ts'
import { headOf, newsSince, saveState } from './state.ts'

/** How often a keeper that does not mine checks the chain */
const REST_MS = 1_000
/** The number of failures in a row that are tolerated */
const FAILURES_ALLOWED = 5

/** Returns the step to repeat: it mines if a block is due, and saves if it is time and there is something new. */
export async function caretaking(rpcUrl: string, options: KeeperOptions): Promise<() => Promise<void>> {
  const { dir, pace, saveEveryMs } = options
  let chain: Chain = { lastBlockAt: performance.now(), lastTransactionAt: performance.now(), waiting: false }
  let seen = await headOf(rpcUrl)
  let saveAt = performance.now() + saveEveryMs
  return async () => {
    if (pace.blockTimeMs > 0) chain = await mineWhenDue(rpcUrl, chain, pace)
    if (dir === undefined || performance.now() < saveAt) return
    saveAt = performance.now() + saveEveryMs
    const { news, head } = await newsSince(rpcUrl, seen)
    seen = news ? await saveState(dir, rpcUrl) : head
  }
}

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
      log(`The local network could not be looked after: ${error instanceof Error ? error.message : error}`)
    }
  }
  return undefined
}
