import type { Transact, Tx } from './database.ts'

/** Work to run in a transaction, and its caller's callbacks. */
export type Work = {
  readonly run: (tx: Tx) => Promise<unknown>
  readonly resolve: (value: unknown) => void
  readonly reject: (reason: unknown) => void
}

/** How many pieces of work may share one commit. */
const MAX_GROUP = 64
/** How many pieces of awaited work may go before background work that waits, and then the rest of their group. */
const MAX_BEFORE = 32

/**
 * Work waits in order of its arrival; one group at a time is committed, of all awaited work that waits then. Background
 * work shares a commit with none, and has its turn after some awaited work, or when none of it waits. `commitGroup` must
 * settle each piece of its group, or throw, which rejects them all.
 */
export function createWorkQueue(commitGroup: (group: readonly Work[]) => Promise<void>) {
  const waiting = { awaited: [] as Work[], background: [] as Work[] }
  let running: Promise<void> | null = null
  let committing: Promise<void> | null = null
  /** How much awaited work has gone before background work that waits. */
  let before = 0

  function nextGroup(): Work[] {
    const { awaited, background } = waiting
    const isDue = background.length > 0 && (awaited.length === 0 || before >= MAX_BEFORE)
    const group = isDue ? background.splice(0, 1) : awaited.splice(0, MAX_GROUP)
    before = isDue || background.length === 0 ? 0 : before + group.length
    return group
  }

  async function drain(): Promise<void> {
    while (waiting.awaited.length + waiting.background.length > 0) {
      // All else has its turn between two groups. Requests that arrive in it get into the same group.
      await new Promise(setImmediate)
      const group = nextGroup()
      committing = commitGroup(group)
      try {
        await committing
      } catch (error) {
        // The connection is closed, or cannot be had.
        for (const work of group) work.reject(error)
      }
      committing = null
    }
    running = null
  }

  const transact: Transact = (work, urgency = 'awaited') =>
    new Promise((resolve, reject) => {
      waiting[urgency].push({ run: work, resolve: resolve as (value: unknown) => void, reject })
      running ??= drain()
    })

  /** Once what is being committed is committed, or undone. */
  const settled = async (): Promise<void> => committing?.catch(() => {})

  return { transact, settled, idle: async () => running ?? undefined }
}
