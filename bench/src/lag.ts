import { setTimeout as sleep } from 'node:timers/promises'
import type { Mined } from './chain-process.ts'

/** So many are asked for by their id all the time; more would be a load of their own. */
const ONE_OF = 100
const ASK_EVERY_MS = 100

/**
 * How long after a block could be seen its payments are paid: by the times of their events, and of one of a hundred also
 * by when the API says so, which is after the commit.
 */
export function watchLag(isOpen: (id: string) => Promise<boolean>) {
  const minedAt = new Map<string, number>()
  const asked: Promise<number>[] = []

  async function untilTold(id: string, at: number): Promise<number> {
    while (await isOpen(id)) await sleep(ASK_EVERY_MS)
    return Date.now() - at
  }

  return {
    hear({ at, ids }: Mined): void {
      for (const id of ids) {
        if (minedAt.size % ONE_OF === 0) asked.push(untilTold(id, at))
        minedAt.set(id, at)
      }
    },
    /** Milliseconds by the API, and by when the events of these payments were recorded. */
    async lags(recordedAt: ReadonlyMap<string, number>) {
      const recorded = [...recordedAt].map(([id, at]) => at - (minedAt.get(id) ?? Number.NaN))
      return { told: await Promise.all(asked), recorded }
    },
  }
}
