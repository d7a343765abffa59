import { DatabaseSync } from './node-sqlite.ts'
import { migrate } from './sqlite.ts'

/** A table as the migrations create it, on either database. */
export type TableLayout = {
  readonly name: string
  readonly columns: readonly { readonly name: string; readonly type: 'text' | 'bigint' }[]
  /** The columns of its primary key, in order. */
  readonly key: readonly string[]
  /** The column whose numbers are never reused; null if there is none. */
  readonly rowNumber: string | null
}

/** The tables of a version, each after the tables it refers to. */
export function getLayout(version: number): readonly TableLayout[] {
  const database = new DatabaseSync(':memory:')
  try {
    migrate(database, version)
    return inOrder(database, listTableNames(database)).map((name) => readTable(database, name))
  } finally {
    database.close()
  }
}

/** The tables of a database, including other programs'. */
export function listTableNames(database: DatabaseSync): string[] {
  const names = `select name from sqlite_schema where type = 'table' and name not like 'sqlite!_%' escape '!' order by name`
  return database
    .prepare(names)
    .all()
    .map(({ name }) => String(name))
}

function inOrder(database: DatabaseSync, names: readonly string[]): readonly string[] {
  const ordered = new Set<string>()
  const add = (name: string): void => {
    for (const other of referredTo(database, name)) if (other !== name && !ordered.has(other)) add(other)
    ordered.add(name)
  }
  for (const name of names) add(name)
  return [...ordered]
}

function referredTo(database: DatabaseSync, name: string): string[] {
  return database
    .prepare('select "table" as name from pragma_foreign_key_list(?)')
    .all(name)
    .map(({ name }) => String(name))
}

function readTable(database: DatabaseSync, name: string): TableLayout {
  const columns = listColumns(database, name)
  const key = columns.filter(({ place }) => place > 0).toSorted((one, other) => one.place - other.place)
  return {
    name,
    columns: columns.map((column) => ({ name: column.name, type: column.type === 'text' ? 'text' : 'bigint' })),
    key: key.map((column) => column.name),
    // Only a row number is declared `integer`; other numbers have other types.
    rowNumber: key.find(({ type }) => type === 'integer')?.name ?? null,
  }
}

/** `place`: position in the primary key, from 1; 0 for a column outside it. */
export function listColumns(database: DatabaseSync, table: string) {
  const rows = database
    .prepare('select name, lower(type) as type, pk from pragma_table_info(?) order by cid')
    .all(table)
  return rows.map(({ name, type, pk }) => ({ name: String(name), type: String(type), place: Number(pk) }))
}
