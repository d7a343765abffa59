import { setTimeout as sleep } from 'node:timers/promises'

/** How often the step of a network without a block time of its own runs */
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
      log(`The local network could not be looked after: ${error instanceof Error ? error.message : error}`)
    }
  }
  return undefined
}
