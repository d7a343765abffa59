/** Statements that are prepared once, and queries of any number of values. */
import { createRecord } from '@crypto-checkout/api-types'
import {
  type AnyColumn,
  type CompiledQuery,
  type InsertObject,
  type InsertQueryBuilder,
  type InsertResult,
  type Kysely,
  type QueryResult,
  type RawBuilder,
  sql,
} from 'kysely'
import { pipeline } from './database.ts'
import type { Tables } from './tables.generated.ts'
import { type NewRow, pick } from './tables.ts'

/** The most rows that one statement writes. A statement is built for each power of two up to it. */
const ROWS_AT_ONCE = 32
/** Up to this number a statement is built for each. */
const FEW_ROWS = 8

/** A placeholder in a query for a value that each execution gives. */
class Hole {
  readonly row: number
  readonly name: string
  constructor(row: number, name: string) {
    this.row = row
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
export function prepareQuery<Values extends object>() {
  return <Output>(build: Build<Values, Output>) => {
    const compile = compiledOnce<Values, Output>(1, (db, [values]) => build(db, values as Values))
    return async (db: Kysely<Tables>, values: Values): Promise<Output[]> => {
      const result = await db.executeQuery<Output>(compile(db, [values]))
      return result.rows
    }
  }
}

/** The same for a write. Returns how many rows it changed: `returning` costs SQLite more than many a write. */
export function prepareWrite<Values extends object>() {
  return (build: Build<Values, unknown>) => {
    const compile = compiledOnce<Values, unknown>(1, (db, [values]) => build(db, values as Values))
    return async (db: Kysely<Tables>, values: Values): Promise<number> => {
      const result = await db.executeQuery(compile(db, [values]))
      return Number(result.numAffectedRows ?? 0)
    }
  }
}

/** The same for any number of rows, written in their order, many per statement. Returns how many rows it changed. */
export function prepareRows<Row extends object>() {
  return (build: Build<readonly Row[], unknown>) => {
    const run = preparePieces(build)
    return async (db: Kysely<Tables>, rows: readonly Row[]): Promise<number> => {
      const results = await run(db, rows)
      return results.reduce((sum, { numAffectedRows }) => sum + Number(numAffectedRows ?? 0), 0)
    }
  }
}

/**
 * An insert of any number of rows, in their order, many per statement. A statement is built for each set of columns that
 * rows give, and all rows of a call give the same. Returns how many rows it wrote.
 *
 *     const insert = prepareInsert('wallets', (query) => query.onConflict((conflict) => conflict.doNothing()))
 *     await insert(tx, rows)
 */
export function prepareInsert<Name extends keyof Tables>(
  table: Name,
  finish: Finish<Name, unknown> = (query) => query,
) {
  const run = prepareColumns(table, finish)
  return async <Given extends NewRow<Name>>(
    db: Kysely<Tables>,
    rows: readonly Exactly<NewRow<Name>, Given>[],
  ): Promise<number> => {
    const results = await run(db, rows)
    return results.reduce((sum, { numAffectedRows }) => sum + Number(numAffectedRows ?? 0), 0)
  }
}

/** An insert of one row. Returns what the query returns. */
export function prepareReturningInsert<Name extends keyof Tables, Output>(table: Name, finish: Finish<Name, Output>) {
  const run = prepareColumns(table, finish)
  return async <Given extends NewRow<Name>>(db: Kysely<Tables>, row: Exactly<NewRow<Name>, Given>): Promise<Output[]> =>
    (await run(db, [row])).flatMap(({ rows }) => rows)
}

/** An insert of rows whose sums are added to those of the row with the same key, if there is one. */
export function prepareSums<Name extends keyof Tables>(table: Name, key: Columns<Name>, sums: Columns<Name>) {
  return prepareInsert(table, (query) => addOnConflict(query, table, key, sums))
}

/** Adds the sums to those of the row with the same key, if there is one. */
export function addOnConflict<Name extends keyof Tables>(
  query: Insert<Name>,
  table: Name,
  key: Columns<Name>,
  sums: Columns<Name>,
): Insert<Name> {
  const added = createRecord(sums, (sum) => sql<never>`${sql.ref(`${table}.${sum}`)} + ${sql.ref(`excluded.${sum}`)}`)
  // A table that is a parameter of a type has columns that no value is known to fit.
  return query.onConflict((conflict) => conflict.columns(key).doUpdateSet(added as never))
}

/** The values that an insert gives, to replace those of the row in its way. */
export function excluded<Column extends string>(...columns: readonly Column[]): Record<Column, RawBuilder<never>> {
  return createRecord(columns, (column) => sql<never>`${sql.ref(`excluded.${column}`)}`)
}

type Columns<Name extends keyof Tables> = readonly AnyColumn<Tables, Name>[]
/** A row without a property that is no column. */
type Exactly<Row, Given extends Row> = Given & Record<Exclude<keyof Given, keyof Row>, never>
type Insert<Name extends keyof Tables> = InsertQueryBuilder<Tables, Name, InsertResult>
type Finish<Name extends keyof Tables, Output> = (query: Insert<Name>) => { compile(): CompiledQuery<Output> }

function prepareColumns<Name extends keyof Tables, Output>(table: Name, finish: Finish<Name, Output>) {
  type Row = NewRow<Name>
  const statements: { readonly columns: readonly (keyof Row)[]; readonly run: Pieces<Row, Output> }[] = []
  const prepare = (columns: readonly (keyof Row)[]) =>
    preparePieces<Row, Output>((db, holes) =>
      finish(db.insertInto(table).values(holes.map((hole) => pick(hole, ...columns)) as InsertObject<Tables, Name>[])),
    )
  return (db: Kysely<Tables>, rows: readonly Row[]) => {
    const [first] = rows
    if (!first) return []
    let statement = statements.find(({ columns }) => hasKeysInOrder(first, columns))
    if (!statement) {
      const columns = Object.keys(first) as (keyof Row)[]
      statement = { columns, run: prepare(columns) }
      statements.push(statement)
    }
    const { columns, run } = statement
    if (!rows.every((row) => row === first || hasKeysInOrder(row, columns) || hasKeys(row, columns)))
      throw new Error(`rows inserted together into ${table} give different columns`)
    return run(db, rows)
  }
}

/** Makes no list of the keys: a payment has 45 of them, and to join or sort them takes as long as to insert it. */
function hasKeysInOrder(row: object, keys: readonly PropertyKey[]): boolean {
  let index = 0
  for (const key in row) if (key !== keys[index++]) return false
  return index === keys.length
}

function hasKeys(row: object, keys: readonly PropertyKey[]): boolean {
  return Object.keys(row).length === keys.length && keys.every((key) => Object.hasOwn(row, key))
}

/** The same for a query about any number of things, many per statement. Returns the rows of all statements. */
export function prepareLookups<Values extends object>() {
  return <Output>(build: Build<readonly Values[], Output>) => {
    const run = preparePieces(build)
    return async (db: Kysely<Tables>, all: readonly Values[]): Promise<Output[]> =>
      (await run(db, all)).flatMap(({ rows }) => rows)
  }
}

type Pieces<Row, Output> = (db: Kysely<Tables>, rows: readonly Row[]) => Promise<QueryResult<Output>[]>

function preparePieces<Row extends object, Output>(build: Build<readonly Row[], Output>): Pieces<Row, Output> {
  const bySize = new Map<number, Compile<Row, Output>>()
  const compile = (db: Kysely<Tables>, rows: readonly Row[]) => {
    const compileThese = bySize.get(rows.length) ?? compiledOnce(rows.length, build)
    bySize.set(rows.length, compileThese)
    return compileThese(db, rows)
  }
  return (db: Kysely<Tables>, rows: readonly Row[]) =>
    pipeline(inPieces(rows).map((some) => db.executeQuery(compile(db, some))))
}

function inPieces<Row>(rows: readonly Row[]): (readonly Row[])[] {
  const pieces: (readonly Row[])[] = []
  for (let from = 0, size = ROWS_AT_ONCE; from < rows.length; ) {
    const left = rows.length - from
    if (left <= FEW_ROWS) return [...pieces, rows.slice(from)]
    while (size > left) size /= 2
    pieces.push(rows.slice(from, from + size))
    from += size
  }
  return pieces
}

type Build<Values, Output> = (db: Kysely<Tables>, values: Values) => { compile(): CompiledQuery<Output> }
type Compile<Row, Output> = (db: Kysely<Tables>, rows: readonly Row[]) => CompiledQuery<Output>

function compiledOnce<Row extends object, Output>(
  size: number,
  build: Build<readonly Row[], Output>,
): Compile<Row, Output> {
  const holes = Array.from({ length: size }, (_, row) => {
    return new Proxy({} as Row, { get: (_, name) => new Hole(row, String(name)) })
  })
  const byDialect = new Map<unknown, CompiledQuery<Output>>()
  return (db, rows) => {
    const dialect = db.getExecutor().adapter.constructor
    const compiled = byDialect.get(dialect) ?? build(db, holes).compile()
    byDialect.set(dialect, compiled)
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof Hole ? (rows[parameter.row] as Record<string, unknown>)[parameter.name] : parameter,
    )
    return { ...compiled, parameters }
  }
}

/** The number of values that one query may name: databases limit them. */
const AT_ONCE = 512

/**
 * Runs a query that names values in chunks, for any number of values, and returns all rows. Each chunk is padded to a
 * power of two by repeating a value, so that few statements are prepared. So the query must return a row once even if
 * its value is named twice.
 */
export async function queryInChunks<Value, Found>(
  values: readonly Value[],
  find: (chunk: readonly Value[]) => Promise<readonly Found[]>,
  atOnce: number = AT_ONCE,
): Promise<Found[]> {
  const found: Found[] = []
  for (let start = 0; start < values.length; start += atOnce) {
    for (const row of await find(filledUp(values.slice(start, start + atOnce)))) found.push(row)
  }
  return found
}

function filledUp<Value>(chunk: readonly Value[]): Value[] {
  const size = 2 ** Math.ceil(Math.log2(chunk.length))
  return Array.from({ length: size }, (_, index) => chunk[Math.min(index, chunk.length - 1)] as Value)
}
