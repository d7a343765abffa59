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
  return <Output>(build: Build<Values, Output>) => {
    const compile = compiledOnce<Values, Output>(build)
    return async (db: Kysely<Tables>, values: Values): Promise<Output[]> => {
      const result = await db.executeQuery<Output>(compile(db, values))
      return result.rows
    }
  }
}

/** The same for a write that answers how many rows it changed: `returning` costs SQLite more than many a write. */
export function preparedWrite<Values extends object>() {
  return (build: Build<Values, unknown>) => {
    const compile = compiledOnce<Values, unknown>(build)
    return async (db: Kysely<Tables>, values: Values): Promise<number> => {
      const result = await db.executeQuery(compile(db, values))
      return Number(result.numAffectedRows ?? 0)
    }
  }
}

type Build<Values, Output> = (db: Kysely<Tables>, value: Values) => { compile(): CompiledQuery<Output> }

function compiledOnce<Values extends object, Output>(build: Build<Values, Output>) {
  const holes = new Proxy({} as Values, { get: (_, name) => new Hole(String(name)) })
  const byDialect = new Map<unknown, CompiledQuery<Output>>()
  return (db: Kysely<Tables>, values: Values): CompiledQuery<Output> => {
    const dialect = db.getExecutor().adapter.constructor
    const compiled = byDialect.get(dialect) ?? build(db, holes).compile()
    byDialect.set(dialect, compiled)
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof Hole ? (values as Record<string, unknown>)[parameter.name] : parameter,
    )
    return { ...compiled, parameters }
  }
}
