import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { Storage } from '../storage/database.ts'
import { openStorage } from '../storage/open.ts'

/** Where tests run on PostgreSQL: its URL without a database. */
export const TEST_POSTGRES = 'CHECKOUT_TEST_POSTGRES'
/** The database there that has all tables. */
export const TEMPLATE = 'checkout_template'

/** Why a test is only of use on SQLite; false where it runs there. */
export const onPostgres = (): boolean => process.env[TEST_POSTGRES] !== undefined

/** A new database: in-memory SQLite, or one on the PostgreSQL of the run. */
export async function testStorage(): Promise<Storage> {
  if (!onPostgres()) return openStorage('sqlite::memory:', 'run')
  const { url, remove } = await testDatabase()
  const storage = openStorage(url, 'run')
  return {
    ...storage,
    // Time is what the test says, and the checkout is the only one.
    sharedClock: null,
    async close() {
      await storage.close()
      await remove()
    },
  }
}

/** A new database that several can open: a file of SQLite's, or one on the PostgreSQL of the run. */
export async function testDatabase(): Promise<{ readonly url: string; remove(): Promise<void> }> {
  const server = process.env[TEST_POSTGRES]
  if (server === undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'checkout-'))
    const remove = async () => rmSync(folder, { recursive: true, force: true })
    return { url: `sqlite:${join(folder, 'checkout.db')}`, remove }
  }
  const name = `test_${randomBytes(8).toString('hex')}`
  await administer(server, `create database ${name} template ${TEMPLATE}`)
  return { url: `${server}/${name}`, remove: () => administer(server, `drop database if exists ${name} with (force)`) }
}

/** Runs a statement beside all databases of a server. */
export async function administer(server: string, sql: string): Promise<void> {
  await onceAt(`${server}/postgres`, sql)
}

/** Runs statements in a database on PostgreSQL as another program would, and answers the rows. */
export async function onceAt(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
