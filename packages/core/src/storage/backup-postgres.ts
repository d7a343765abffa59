import type { SQLInputValue } from 'node:sqlite'
import type { Client, ClientConfig } from 'pg'
import { getLayout, type TableLayout } from './layout.ts'
import { DatabaseMissing, requireKnown } from './migrate.ts'
import { DatabaseSync } from './node-sqlite.ts'
import { connect, LONG } from './postgres-client.ts'
import { nameDatabase, readVersion } from './postgres-migrate.ts'
import { migrate } from './sqlite.ts'

/** The number of a table's rows in memory at a time. */
const ROWS_AT_ONCE = 500

/** State of running processes, useless in a copy. */
const OF_THE_MOMENT = new Set(['leases', 'permits'])

/**
 * Fills an empty file with what is committed in a PostgreSQL database at one moment, as after a crash at that moment.
 * Other users of the database are not disturbed, but its tables cannot be altered meanwhile.
 */
export async function copyPostgres(options: ClientConfig, file: string): Promise<void> {
  const client = await connect({ ...options, ...LONG }, new AbortController().signal)
  try {
    const version = await readVersion(client)
    if (version === 0) throw nameDatabase(new DatabaseMissing(), options)
    requireKnown(version)
    const database = openToFill(file, version)
    try {
      await copyTables(client, database, version)
    } finally {
      database.close()
    }
  } finally {
    await client.end()
  }
}

/** No journal: the file is useless before it is complete. */
function openToFill(file: string, version: number): DatabaseSync {
  const database = new DatabaseSync(file)
  database.exec('pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -65536')
  migrate(database, version)
  return database
}

async function copyTables(client: Client, database: DatabaseSync, version: number): Promise<void> {
  const tables = getLayout(version).filter(({ name }) => !OF_THE_MOMENT.has(name))
  await client.query('begin isolation level repeatable read, read only')
  // The lock comes before the first read, so that all reads see one moment.
  await client.query(`lock table ${tables.map(({ name }) => name).join(', ')} in access share mode`)
  if ((await readVersion(client)) !== version) throw new Error('its tables were changed meanwhile: try again')
  database.exec('begin')
  for (const table of tables) {
    await copyRows(client, database, table)
    await copyRowNumber(client, database, table)
  }
  await client.query('commit')
  database.exec('commit')
}

async function copyRows(client: Client, database: DatabaseSync, { name, columns, key }: TableLayout): Promise<void> {
  const names = columns.map((column) => column.name).join(', ')
  await client.query(`declare copied no scroll cursor for select ${names} from ${name} order by ${key.join(', ')}`)
  const insert = database.prepare(`insert into ${name} (${names}) values (${columns.map(() => '?').join(', ')})`)
  for (;;) {
    const text = `fetch ${ROWS_AT_ONCE} from copied`
    const { rows } = await client.query<SQLInputValue[]>({ text, rowMode: 'array' })
    for (const row of rows) insert.run(...row)
    if (rows.length < ROWS_AT_ONCE) break
  }
  await client.query('close copied')
}

/** The copy also continues the row numbers, so numbers of deleted rows are not reused. */
async function copyRowNumber(client: Client, database: DatabaseSync, table: TableLayout): Promise<void> {
  if (table.rowNumber === null) return
  const text = 'select pg_sequence_last_value(pg_get_serial_sequence($1, $2)::regclass) as last'
  const { rows } = await client.query<{ last: number | null }>(text, [table.name, table.rowNumber])
  const last = rows[0]?.last ?? null
  if (last === null) return
  const { changes } = database
    .prepare('update sqlite_sequence set seq = max(seq, ?) where name = ?')
    .run(last, table.name)
  if (changes === 0) database.prepare('insert into sqlite_sequence (name, seq) values (?, ?)').run(table.name, last)
}
