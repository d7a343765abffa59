import type { Context } from '../context/context.ts'

/** How many statements work executes, and how many rows they return. The work runs without transactions. */
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
  const transact: Context['transact'] = (inside) => inside(db as Parameters<typeof inside>[0])
  try {
    await work({ ...context, transact })
  } finally {
    executor.executeQuery = execute
  }
  return counts
}
