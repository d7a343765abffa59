import type { SQLOutputValue } from 'node:sqlite'
import type { Client, ClientConfig } from 'pg'
import { getLayout, type TableLayout } from './layout.ts'
import { requireVersion, SCHEMA_VERSION } from './migrate.ts'
import { DatabaseSync } from './node-sqlite.ts'
import { connect, isLockTimeout, isLost, LONG, replaceZeroBytes } from './postgres-client.ts'
import { migratePostgres, readVersion, TABLES_LOCK } from './postgres-migrate.ts'

/** The number of rows that one statement inserts. */
const ROWS_AT_ONCE = 500

/** Throws if a table of ours has a row. `name`: the database's name in messages. */
export async function requireEmptyPostgres(options: ClientConfig, name: string): Promise<void> {
  await withClient(options, (client) => requireEmpty(client, name))
}

/**
 * Creates the tables if there are none, and copies all rows of a SQLite file of this version into them, in one
 * transaction. A server that starts on the database meanwhile waits for its end.
 */
export async function fillPostgres(options: ClientConfig, name: string, file: string): Promise<void> {
  await migratePostgres(options)
  const source = new DatabaseSync(file, { readOnly: true })
  const tables = getLayout(SCHEMA_VERSION)
  try {
    await withClient(options, async (client) => {
      await client.query('begin')
      await lockTables(client, tables, name)
      requireVersion(await readVersion(client))
      await requireEmpty(client, name)
      for (const table of tables) await fillTable(client, source, table)
      await continueRowNumbers(client, source, tables)
      // Otherwise the first queries would be planned as for empty tables.
      await client.query(`analyze ${tables.map((table) => table.name).join(', ')}`)
      await commit(client, name)
    })
  } finally {
    source.close()
  }
}

async function withClient<T>(options: ClientConfig, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await connect({ ...options, ...LONG }, new AbortController().signal)
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Servers lock the table of marks before they read, so that none acts on a database that is still empty. */
async function lockTables(client: Client, tables: readonly TableLayout[], name: string): Promise<void> {
  try {
    await client.query('select pg_advisory_xact_lock($1)', [TABLES_LOCK])
    await client.query(
      `lock table transaction_marks, ${tables.map((table) => table.name).join(', ')} in exclusive mode`,
    )
  } catch (error) {
    if (isLockTimeout(error)) throw new Error(`${name} is in use: stop all servers on it, and try again`)
    throw error
  }
}

async function requireEmpty(client: Client, name: string): Promise<void> {
  const names = getLayout(SCHEMA_VERSION).map((table) => table.name)
  const present = 'select name from unnest($1::text[]) as name where to_regclass(name) is not null'
  const { rows } = await client.query<{ name: string }>(present, [names])
  for (const { name: table } of rows) {
    const { rowCount } = await client.query(`select from ${table} limit 1`)
    if (rowCount === 0) continue
    const used = (await hasLiveLease(client)) ? ', and a server runs on it' : ''
    throw new Error(`${name} is not empty: there are ${table} in it${used}. Name a database that is new`)
  }
}

async function hasLiveLease(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(`select to_regclass('leases') is not null as there`)
  if (!rows[0]?.there) return false
  const live = 'select from leases where expires_at > extract(epoch from clock_timestamp()) * 1000 limit 1'
  return (await client.query(live)).rowCount === 1
}

async function fillTable(client: Client, source: DatabaseSync, { name, columns, key }: TableLayout): Promise<void> {
  const names = columns.map((column) => column.name).join(', ')
  const arrays = columns.map(({ type }, index) => `$${index + 1}::${type}[]`).join(', ')
  const insert = { name: `fill ${name}`, text: `insert into ${name} (${names}) select * from unnest(${arrays})` }
  const select = source.prepare(`select ${names} from ${name} order by ${key.join(', ')}`)
  select.setReadBigInts(true)
  select.setReturnArrays(true)
  let held: Value[][] = columns.map(() => [])
  for (const row of select.iterate() as Iterable<unknown> as Iterable<Value[]>) {
    for (const [index, values] of held.entries()) values.push(replaceZeroBytes(row[index]) as Value)
    if ((held[0]?.length ?? 0) < ROWS_AT_ONCE) continue
    await client.query({ ...insert, values: held })
    held = columns.map(() => [])
  }
  if (held[0]?.length) await client.query({ ...insert, values: held })
}
type Value = SQLOutputValue

async function continueRowNumbers(client: Client, source: DatabaseSync, tables: readonly TableLayout[]): Promise<void> {
  const last = source.prepare('select seq from sqlite_sequence where name = ?')
  for (const { name, rowNumber } of tables) {
    const seq = rowNumber === null ? undefined : last.get(name)?.seq
    // SQLite notes a 0 for a table that a migration filled with no row.
    if (!seq) continue
    await client.query('select setval(pg_get_serial_sequence($1, $2), $3)', [name, rowNumber, seq])
  }
}

async function commit(client: Client, name: string): Promise<void> {
  try {
    await client.query('commit')
  } catch (error) {
    if (!isLost(error)) throw error
    throw new Error(
      `the connection to ${name} was lost at the end: restore again, and where that is refused it was done all the same`,
    )
  }
}
