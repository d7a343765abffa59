import type { Transact, Tx } from './database.ts'

/** The most items that one piece of work takes. */
const MOST_ITEMS = 64

type Waiting<Item, Outcome> = {
  readonly item: Item
  readonly resolve: (outcome: Outcome) => void
  readonly reject: (reason: unknown) => void
}

/**
 * Collects items of many callers for one piece of work, which takes all that wait when its turn comes. `run` returns an
 * outcome for each item, in order. If it throws, no item has left anything behind, and each caller gets the error.
 */
export function createBatch<Item, Outcome>(
  transact: Transact,
  run: (tx: Tx, items: readonly Item[]) => Promise<readonly Outcome[]>,
): (item: Item) => Promise<Outcome> {
  const waiting: Waiting<Item, Outcome>[] = []
  /** Pieces of work that have taken nothing yet. */
  let queued = 0

  function take(): Waiting<Item, Outcome>[] {
    queued -= 1
    return waiting.splice(0, MOST_ITEMS)
  }

  async function work(): Promise<void> {
    queued += 1
    // A piece of work may run again, with the same items.
    const taken: Waiting<Item, Outcome>[] = []
    try {
      // Writes of the same turn of the event loop are taken together. More would wait for whatever runs in between.
      await new Promise(setImmediate)
      const outcomes = await transact((tx) => {
        if (taken.length === 0) taken.push(...take())
        return run(
          tx,
          taken.map(({ item }) => item),
        )
      })
      for (const [index, { resolve }] of taken.entries()) resolve(outcomes[index] as Outcome)
    } catch (error) {
      for (const { reject } of taken.length > 0 ? taken : take()) reject(error)
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (waiting.length > queued * MOST_ITEMS) void work()
    })
}
