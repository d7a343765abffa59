import type { Context } from '../context/context.ts'
import type { Tx } from '../storage/database.ts'
import { collectDeferred, writeDeferred } from '../storage/deferred.ts'

/** Counts the statements that work executes, and the rows that they return. The work runs without transactions. */
export async function countReads(context: Context, work: (ctx: Context) => Promise<unknown>) {
  const { db } = context
  const executor = db.getExecutor()
  const execute = executor.executeQuery.bind(executor)
  const counts = { statements: 0, rows: 0 }
  executor.executeQuery = async (query) => {
    const answer = await execute(query)
    counts.statements += 1
    counts.rows += answer.rows.length
    return answer as never
  }
  const transact: Context['transact'] = async (inside) => {
    const tx = db as Tx
    const deferred = collectDeferred(tx)
    const value = await inside(tx)
    await writeDeferred(tx, [deferred])
    return value
  }
  try {
    await work({ ...context, transact })
  } finally {
    executor.executeQuery = execute
  }
  return counts
}
