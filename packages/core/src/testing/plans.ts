import { CompiledQuery } from 'kysely'
import type { Context } from '../context.ts'

/** The queries that work executes, and the steps of SQLite's plan for each. The work runs without transactions. */
export async function plansOf(
  context: Context,
  work: (ctx: Context) => Promise<unknown>,
): Promise<{ readonly queries: readonly string[]; readonly plans: readonly string[] }> {
  const { db } = context
  const queries: CompiledQuery[] = []
  const executor = db.getExecutor()
  const execute = executor.executeQuery.bind(executor)
  executor.executeQuery = (query) => {
    queries.push(query)
    return execute(query)
  }
  // Begun and committed by nobody, so that every query goes through the executor that listens; one after another still.
  let last: Promise<unknown> = Promise.resolve()
  const transact: Context['transact'] = (inside) => {
    const next = last.then(() => inside(db as Parameters<typeof inside>[0]))
    last = next.catch(() => {})
    return next
  }
  await work({ ...context, transact })
  executor.executeQuery = execute
  const plans: string[] = []
  for (const query of queries) {
    const explain = CompiledQuery.raw(`explain query plan ${query.sql}`, [...query.parameters])
    plans.push(...(await execute<{ detail: string }>(explain)).rows.map((row) => row.detail))
  }
  return { queries: queries.map(({ sql }) => sql), plans }
}
