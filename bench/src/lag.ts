import { setTimeout as sleep } from 'node:timers/promises'
import type { Mined } from './chain-process.ts'

/** One in this many is polled by its id; polling more would be a load of its own. */
const ONE_OF = 100
const ASK_EVERY_MS = 100

/**
 * Measures the time from a block's visibility to its payments being paid: for all by the times of their events, and
 * for one in a hundred also by the API's answer, which comes after the commit.
 */
export function watchLag(isOpen: (id: string) => Promise<boolean>) {
  const minedAt = new Map<string, number>()
  const latencies: Promise<number>[] = []

  async function untilTold(id: string, at: number): Promise<number> {
    while (await isOpen(id)) await sleep(ASK_EVERY_MS)
    return Date.now() - at
  }

  return {
    onMined({ at, ids }: Mined): void {
      for (const id of ids) {
        if (minedAt.size % ONE_OF === 0) latencies.push(untilTold(id, at))
        minedAt.set(id, at)
      }
    },
    /** Milliseconds, by the API's answers and by the times at which the events were recorded. */
    async lags(recordedAt: ReadonlyMap<string, number>) {
      const recorded = [...recordedAt].map(([id, at]) => at - (minedAt.get(id) ?? Number.NaN))
      return { delivered: await Promise.all(latencies), recorded }
    },
  }
}
