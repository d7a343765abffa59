/** Copies a database of SQLite's to PostgreSQL, to be read there: what it would number next is not copied. */
import { DatabaseSync } from 'node:sqlite'
import { createCheckout } from '@crypto-checkout/core'
import { Client } from 'pg'
import { benchOptions } from './setup.ts'

const ROWS_AT_ONCE = 5_000

type Row = Record<string, unknown>

export async function copyDatabase(path: string, url: string): Promise<void> {
  const checkout = createCheckout({ ...benchOptions(url), log: () => {} })
  await checkout.ready()
  await checkout.stop()
  const from = new DatabaseSync(path, { readOnly: true })
  const to = new Client(url)
  await to.connect()
  // References are not looked up, so that tables may come in any order; and nothing is kept of a copy that breaks off.
  await to.query('set session_replication_role = replica; set synchronous_commit = off')
  const indexes = await dropIndexes(to)
  const tables = from.prepare(`select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'`).all()
  for (const { name } of tables) await copyTable(from, to, String(name))
  for (const index of indexes) await to.query(index)
  await to.query('vacuum analyze')
  await to.end()
  from.close()
}

/** Drops those that no constraint needs, and answers how they were made: once all rows are there they are made faster. */
async function dropIndexes(to: Client): Promise<string[]> {
  const { rows } = await to.query<{ name: string; made: string }>(
    `select indexname as name, indexdef as made from pg_indexes
      where schemaname = 'public' and indexname not in (select conname from pg_constraint)`,
  )
  for (const { name } of rows) await to.query(`drop index ${name}`)
  return rows.map(({ made }) => made)
}

async function copyTable(from: DatabaseSync, to: Client, table: string): Promise<void> {
  const { rows: columns } = await to.query<{ name: string; type: string }>(
    'select column_name as name, data_type as type from information_schema.columns where table_name = $1',
    [table],
  )
  await to.query(`truncate ${table} cascade`)
  const names = columns.map(({ name }) => name)
  const lists = columns.map(({ type }, index) => `$${index + 1}::${type}[]`)
  const insert = `insert into ${table} (${names.join(', ')}) select * from unnest(${lists.join(', ')})`
  const write = (rows: readonly Row[]) =>
    to.query(
      insert,
      names.map((name) => rows.map((row) => row[name])),
    )
  let waiting: Row[] = []
  for (const row of from.prepare(`select ${names.join(', ')} from ${table}`).iterate()) {
    waiting.push(row)
    if (waiting.length < ROWS_AT_ONCE) continue
    await write(waiting)
    waiting = []
  }
  if (waiting.length > 0) await write(waiting)
}
