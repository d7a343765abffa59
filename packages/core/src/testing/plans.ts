import { CompiledQuery } from 'kysely'
import type { Context } from '../context/context.ts'

/** A query, and the steps of SQLite's plan for it. */
type Planned = { readonly sql: string; readonly steps: readonly string[] }

/** The queries that work executes, in order. The work runs without transactions. */
export async function explainQueries(context: Context, work: (ctx: Context) => Promise<unknown>): Promise<Planned[]> {
  const { db } = context
  const queries: CompiledQuery[] = []
  const executor = db.getExecutor()
  const execute = executor.executeQuery.bind(executor)
  executor.executeQuery = (query) => {
    queries.push(query)
    return execute(query)
  }
  // No begin and commit, so that every query goes through the recording executor. Transactions still run one after
  // another.
  let last: Promise<unknown> = Promise.resolve()
  const transact: Context['transact'] = (inside) => {
    const next = last.then(() => inside(db as Parameters<typeof inside>[0]))
    last = next.catch(() => {})
    return next
  }
  await work({ ...context, transact, readSnapshot: (read) => read(db) })
  executor.executeQuery = execute
  const planned: Planned[] = []
  for (const query of queries) {
    const explain = CompiledQuery.raw(`explain query plan ${query.sql}`, [...query.parameters])
    const { rows } = await execute<{ detail: string }>(explain)
    planned.push({ sql: query.sql, steps: rows.map((row) => row.detail) })
  }
  return planned
}
