import type { Transact, Tx, Urgency } from './database.ts'

/** Work that waits to be done in a transaction, and who waits for it. */
export type Work = {
  readonly run: (tx: Tx) => Promise<unknown>
  readonly resolve: (value: unknown) => void
  readonly reject: (reason: unknown) => void
}

/** How many pieces of work may share one commit. */
const MAX_GROUP = 64

/**
 * Work waits in order of its arrival; one group at a time is committed, of all awaited work that waits then. Background
 * work shares a commit with none, and takes turns with the groups. `commitGroup` must settle each piece of its group, or
 * throw, which rejects them all.
 */
export function workQueue(commitGroup: (group: readonly Work[]) => Promise<void>) {
  const waiting = { awaited: [] as Work[], background: [] as Work[] }
  let running: Promise<void> | null = null
  let committing: Promise<void> | null = null

  /** Background work has its turn after a group, or when there is none. */
  function next(last: Urgency): Urgency {
    if (waiting.awaited.length === 0) return 'background'
    return last === 'awaited' && waiting.background.length > 0 ? 'background' : 'awaited'
  }

  async function drain(): Promise<void> {
    let turn: Urgency = 'background'
    while (waiting.awaited.length + waiting.background.length > 0) {
      // All else has its turn between two groups. Requests that arrive in it get into the same group.
      await new Promise(setImmediate)
      turn = next(turn)
      const group = waiting[turn].splice(0, turn === 'awaited' ? MAX_GROUP : 1)
      committing = commitGroup(group)
      try {
        await committing
      } catch (error) {
        // The connection is closed, or can not be had.
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
