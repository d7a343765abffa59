import type { CompiledQuery, Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** Stands in a query for a value that each execution gives. */
class Hole {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/**
 * A query that is built once and run many times: building costs Kysely more than SQLite takes to
 * run it. The builder gets a stand-in for each value.
 *
 *     const byId = prepared<{ id: string }>()((db, value) => db.selectFrom('payments').where('id', '=', value.id).selectAll())
 *     const rows = await byId(tx, { id: 'pay_...' })
 */
export function prepared<Values extends object>() {
  const holes = new Proxy({} as Values, { get: (_, name) => new Hole(String(name)) })

  return <Output>(build: (db: Kysely<Tables>, value: Values) => { compile(): CompiledQuery<Output> }) => {
    let compiled: CompiledQuery<Output> | null = null
    return async (db: Kysely<Tables>, values: Values): Promise<Output[]> => {
      compiled ??= build(db, holes).compile()
      const parameters = compiled.parameters.map((parameter) =>
        parameter instanceof Hole ? (values as Record<string, unknown>)[parameter.name] : parameter,
      )
      const result = await db.executeQuery<Output>({ ...compiled, parameters })
      return result.rows
    }
  }
}
