import type { Tx } from './database.ts'
import { createWorkQueue, type Work } from './work-queue.ts'

/** The one writing connection. `execute` runs the statements around transactions. */
export type Writer = { readonly tx: Tx; execute(sql: string): void }

/**
 * Commits all pending work in one transaction, each piece in its own savepoint: one sync to disk serves many requests.
 * Pieces run one after the other and see what earlier ones wrote.
 */
export function createGroupCommit(writer: Writer) {
  return createWorkQueue((group) => {
    const only = group.length === 1 ? group[0] : null
    return only ? runAlone(writer, only) : runGroup(writer, group)
  })
}

/** A savepoint keeps a copy of each changed page. A piece that is alone in its transaction needs none. */
async function runAlone(writer: Writer, work: Work): Promise<void> {
  let value: unknown
  try {
    writer.execute('begin immediate')
    value = await work.run(writer.tx)
    writer.execute('commit')
  } catch (error) {
    abandon(writer)
    work.reject(error)
    return
  }
  work.resolve(value)
}

async function runGroup(writer: Writer, group: readonly Work[]): Promise<void> {
  const settlements: (() => void)[] = []
  try {
    writer.execute('begin immediate')
    for (const work of group) settlements.push(await runPiece(writer, work))
    writer.execute('commit')
  } catch (error) {
    abandon(writer)
    for (const work of group) work.reject(error)
    return
  }
  for (const settle of settlements) settle()
}

async function runPiece(writer: Writer, work: Work): Promise<() => void> {
  writer.execute('savepoint piece')
  try {
    const value = await work.run(writer.tx)
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
