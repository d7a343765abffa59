import type { ReadSnapshot, Transact, Tx, Urgency } from './database.ts'
import { collectDeferred, type Deferred, writeDeferred } from './deferred.ts'

/** The one writing connection. `execute` runs the statements around transactions. */
type Writer = { readonly tx: Tx; execute(sql: string): void }

/** The number of groups with savepoints after a piece failed without: more failures are likely then. */
const CAREFUL_GROUPS = 64

/**
 * Commits all pending work in one transaction: one sync to disk serves many requests. Pieces run one after the other
 * and see what earlier ones wrote. If a piece fails, the group runs again, with each piece in its own savepoint.
 */
export function createGroupCommit(writer: Writer) {
  let careful = 0
  /** Of the pieces of the group that runs. */
  const deferred: Deferred[] = []
  async function run(group: readonly Work[]): Promise<Settle[]> {
    if (careful > 0) careful -= 1
    else {
      const settles = await runTogether(writer, group, deferred)
      if (settles) return settles
      careful = CAREFUL_GROUPS
    }
    return runApart(writer, group)
  }
  const queue = createWorkQueue(async (group) => {
    deferred.length = 0
    const only = group.length === 1 ? group[0] : null
    if (only) return runAlone(writer, only)
    try {
      const settles = await run(group)
      writer.execute('commit')
      for (const settle of settles) settle()
    } catch (error) {
      abandon(writer)
      for (const work of group) work.reject(error)
    }
  })
  /** Reads between two pieces, all that the ones before it have written. */
  const readSnapshot: ReadSnapshot = (read) =>
    queue.transact(async (tx) => {
      await writeDeferred(tx, deferred.splice(0))
      return read(tx)
    })
  return { ...queue, readSnapshot }
}

/** Reports a piece's outcome to its caller once the transaction is committed. */
type Settle = () => void

/** A savepoint keeps a copy of each changed page. A piece that is alone in its transaction needs none. */
async function runAlone(writer: Writer, work: Work): Promise<void> {
  let value: unknown
  try {
    writer.execute('begin immediate')
    const deferred = collectDeferred(writer.tx)
    value = await work.run(writer.tx)
    await writeDeferred(writer.tx, [deferred])
    writer.execute('commit')
  } catch (error) {
    abandon(writer)
    work.reject(error)
    return
  }
  work.resolve(value)
}

/** Runs pieces without savepoints, which most groups do not need. Null if a piece failed: then all are undone. */
async function runTogether(writer: Writer, group: readonly Work[], deferred: Deferred[]): Promise<Settle[] | null> {
  const settles: Settle[] = []
  try {
    writer.execute('begin immediate')
    for (const work of group) {
      deferred.push(collectDeferred(writer.tx))
      const value = await work.run(writer.tx)
      settles.push(() => work.resolve(value))
    }
    await writeDeferred(writer.tx, deferred)
    return settles
  } catch {
    abandon(writer)
    deferred.length = 0
    return null
  }
}

/** Runs each piece in its own savepoint: one that fails is undone alone. */
async function runApart(writer: Writer, group: readonly Work[]): Promise<Settle[]> {
  const settles: Settle[] = []
  writer.execute('begin immediate')
  for (const work of group) settles.push(await runPiece(writer, work))
  return settles
}

async function runPiece(writer: Writer, work: Work): Promise<Settle> {
  writer.execute('savepoint piece')
  try {
    const deferred = collectDeferred(writer.tx)
    const value = await work.run(writer.tx)
    await writeDeferred(writer.tx, [deferred])
    writer.execute('release piece')
    return () => work.resolve(value)
  } catch (error) {
    undo(writer, error)
    return () => work.reject(error)
  }
}

/** If SQLite has rolled back everything by itself, as on a full disk, the piece's own error says why. */
function undo(writer: Writer, reason: unknown): void {
  try {
    writer.execute('rollback to piece; release piece')
  } catch {
    throw reason
  }
}

/** After a failed begin there is nothing to roll back, and a full disk may have rolled back already. */
function abandon(writer: Writer): void {
  try {
    writer.execute('rollback')
  } catch {
    // No transaction was open, which is the state wanted.
  }
}

/** Work to run in a transaction, and its caller's callbacks. */
export type Work = {
  readonly run: (tx: Tx) => Promise<unknown>
  readonly resolve: (value: unknown) => void
  readonly reject: (reason: unknown) => void
}

/** The number of pieces of work that may share one commit. */
const MAX_GROUP = 64
/**
 * The number of pieces of awaited work that may go before background work that waits, and then the rest of their group.
 */
const MAX_BEFORE = 32

/**
 * Work waits in order of its arrival; one group at a time is committed, of all awaited work that waits then. Background
 * work shares a commit with none, and has its turn after some awaited work, or when none of it waits. `commitGroup` must
 * settle each piece of its group, or throw, which rejects them all.
 */
export function createWorkQueue(commitGroup: (group: readonly Work[]) => Promise<void>) {
  const waiting: Record<Urgency, Work[]> = { awaited: [], background: [] }
  let running: Promise<void> | null = null
  let committing: Promise<void> | null = null
  /** The amount of awaited work that has gone before background work that waits. */
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
