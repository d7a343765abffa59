import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { Storage } from '../storage/database.ts'
import { openStorage } from '../storage/open.ts'

/** The variable that makes tests run on PostgreSQL: its URL without a database. */
export const TEST_POSTGRES = 'CHECKOUT_TEST_POSTGRES'
/** The database there that has all tables. */
export const TEMPLATE = 'checkout_template'

/** Whether the tests run on PostgreSQL, where tests of SQLite alone are skipped. */
export const isOnPostgres = (): boolean => process.env[TEST_POSTGRES] !== undefined

/** A new database: in-memory SQLite, or one on the run's PostgreSQL. */
export async function testStorage(): Promise<Storage> {
  if (!isOnPostgres()) return openStorage('sqlite::memory:', 'run')
  const { url, remove } = await testDatabase()
  const storage = openStorage(url, 'run')
  return {
    ...storage,
    // The test sets the time, and the checkout is the only process.
    sharedClock: null,
    async close() {
      await storage.close()
      await remove()
    },
  }
}

/** A new database that several processes can open: a SQLite file, or one on the run's PostgreSQL. */
export async function testDatabase(): Promise<{ readonly url: string; remove(): Promise<void> }> {
  const server = process.env[TEST_POSTGRES]
  if (server === undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'checkout-'))
    const remove = async () => rmSync(folder, { recursive: true, force: true })
    return { url: `sqlite:${join(folder, 'checkout.db')}`, remove }
  }
  const name = `test_${randomBytes(8).toString('hex')}`
  await runAdminStatement(server, `create database ${name} template ${TEMPLATE}`)
  return {
    url: `${server}/${name}`,
    remove: () => runAdminStatement(server, `drop database if exists ${name} with (force)`),
  }
}

/** Runs a statement outside all databases of a server. */
export async function runAdminStatement(server: string, sql: string): Promise<void> {
  await runOnce(`${server}/postgres`, sql)
}

/** Runs statements in a PostgreSQL database like another program, and returns the rows. */
export async function runOnce(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
