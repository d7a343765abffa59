/** Databases of earlier versions with chosen rows, and what a migration makes of them. */
import { randomBytes } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { listSteps, postgresProfile, sqliteProfile } from '../storage/migrate.ts'
import { DatabaseSync } from '../storage/node-sqlite.ts'
import { isOnPostgres, runAdminStatement, runOnce, TEST_POSTGRES } from './storage.ts'

export type Rows = readonly Record<string, unknown>[]
type Select = (sql: string) => Promise<Rows>

/**
 * Creates the tables of the version before a migration, which is the first whose text contains `mark`, and puts rows
 * into them. Runs the migration. Returns a function that reads the result.
 */
export async function migrateRows(mark: string, tables: Readonly<Record<string, Rows>>): Promise<Select> {
  const ups = listSteps(0).map((step) => step.up)
  const place = ups.findIndex((up) => up.includes(mark))
  const [before, up = ''] = [ups.slice(0, place), ups[place]]
  const stored = Object.fromEntries(Object.entries(tables).map(([name, rows]) => [name, rows.map(toStored)]))
  return isOnPostgres() ? migratePostgres(before, up, stored) : migrateSqlite(before, up, stored)
}

/** A row as the databases keep it: queries give `livemode` as a boolean. */
function toStored(row: Rows[number]): Rows[number] {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'boolean' ? Number(value) : value]),
  )
}

function migrateSqlite(before: readonly string[], up: string, tables: Readonly<Record<string, Rows>>): Select {
  const database = new DatabaseSync(':memory:')
  for (const one of before) database.exec(sqliteProfile.migration(one))
  for (const [table, rows] of Object.entries(tables)) {
    const known = database.prepare(`select name from pragma_table_info('${table}')`).all()
    const names = known.map(({ name }) => String(name))
    const insert = database.prepare(`insert into ${table} (${names.join()}) values (${names.map(() => '?').join()})`)
    for (const row of rows) insert.run(...names.map((name) => (row[name] ?? null) as string | number | null))
  }
  database.exec(sqliteProfile.migration(up))
  return async (sql) => database.prepare(sql).all()
}

async function migratePostgres(
  before: readonly string[],
  up: string,
  tables: Readonly<Record<string, Rows>>,
): Promise<Select> {
  const server = process.env[TEST_POSTGRES] ?? ''
  const name = `test_${randomBytes(8).toString('hex')}`
  await runAdminStatement(server, `create database ${name}`)
  onTestFinished(() => runAdminStatement(server, `drop database if exists ${name} with (force)`))
  const url = `${server}/${name}`
  for (const one of before) await runOnce(url, postgresProfile.migration(one))
  for (const [table, rows] of Object.entries(tables)) {
    const text = JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value))
    const json = text.replaceAll("'", "''")
    await runOnce(url, `insert into ${table} select * from json_populate_recordset(null::${table}, '${json}')`)
  }
  await runOnce(url, postgresProfile.migration(up))
  return async (sql) => (await runOnce(url, sql)) as Rows
}
