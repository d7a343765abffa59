import type { Tx } from './database.ts'

/** Work that waits to be done in a transaction, and who waits for it. */
export type Work = {
  readonly run: (tx: Tx) => Promise<unknown>
  readonly resolve: (value: unknown) => void
  readonly reject: (reason: unknown) => void
}

/** How many pieces of work may share one commit. */
const MAX_GROUP = 64

/**
 * Work waits in order of its arrival; one group at a time is committed, of all that waits then. `commitGroup` must
 * settle each piece of its group, or throw, which rejects them all.
 */
export function workQueue(commitGroup: (group: readonly Work[]) => Promise<void>) {
  const waiting: Work[] = []
  let running: Promise<void> | null = null

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      // All else has its turn between two groups. Requests that arrive in it get into the same group.
      await new Promise(setImmediate)
      const group = waiting.splice(0, MAX_GROUP)
      try {
        await commitGroup(group)
      } catch (error) {
        // The connection is closed, or can not be had.
        for (const work of group) work.reject(error)
      }
    }
    running = null
  }

  function transact<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      waiting.push({ run: work, resolve: resolve as (value: unknown) => void, reject })
      running ??= drain()
    })
  }

  return { transact, idle: async () => running ?? undefined }
}
