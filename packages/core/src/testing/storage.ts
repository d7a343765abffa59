import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Storage } from '../storage/database.ts'
import { DatabaseSync } from '../storage/node-sqlite.ts'
import { IN_MEMORY, migrate, openSqlite } from '../storage/sqlite.ts'
import { createDatabase, dropDatabase, lendDatabase, lendDatabaseUrl } from './spare-databases.ts'

export { runAdminStatement, runOnce } from './spare-databases.ts'

/** The variable that makes tests run on PostgreSQL: its URL without a database. */
export const TEST_POSTGRES = 'CHECKOUT_TEST_POSTGRES'

/** Tells whether the tests run on PostgreSQL, where tests of SQLite alone are skipped. */
export const isOnPostgres = (): boolean => process.env[TEST_POSTGRES] !== undefined

/** The databases on PostgreSQL that are open, each with its way to be closed. */
const open = new Set<() => Promise<void>>()

/** A new database: in-memory SQLite, or one on the run's PostgreSQL. */
export async function testStorage(): Promise<Storage> {
  const url = process.env[TEST_POSTGRES]
  if (url === undefined) return openInMemory()
  const storage = await lendDatabase(url)
  const close = () => storage.close().finally(() => open.delete(close))
  open.add(close)
  // The test sets the time, and the checkout is the only process.
  return { ...storage, sharedClock: null, close }
}

/** The databases that are open now. `closeOthers` closes those that are opened from now on. */
export function markOpen() {
  const before = new Set(open)
  return {
    closeOthers: () => Promise.all([...open].filter((close) => !before.has(close)).map((close) => close())),
  }
}

/** The bytes of an in-memory database that has all tables. Node before 24 cannot make them. */
let image: Uint8Array | undefined

/** Opens a new SQLite database in memory: a copy, because creating the tables takes longer than most tests. */
export function openInMemory(): Storage {
  if ('serialize' in DatabaseSync.prototype) image ??= createImage()
  return openSqlite(image ? { path: IN_MEMORY, image } : { path: IN_MEMORY })
}

function createImage(): Uint8Array {
  const database = new DatabaseSync(IN_MEMORY)
  try {
    migrate(database)
    return database.serialize()
  } finally {
    database.close()
  }
}

/**
 * A new database that several processes can open: a SQLite file, or one on the run's PostgreSQL. `isUnused`: no test
 * has used it, so its files and statistics are new, too.
 */
export async function testDatabase({ isUnused = false } = {}): Promise<{
  readonly url: string
  remove(): Promise<void>
}> {
  const server = process.env[TEST_POSTGRES]
  if (server === undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'checkout-'))
    const remove = async () => rmSync(folder, { recursive: true, force: true })
    return { url: `sqlite:${join(folder, 'checkout.db')}`, remove }
  }
  if (!isUnused) return lendDatabaseUrl(server)
  const name = await createDatabase(server)
  return { url: `${server}/${name}`, remove: () => dropDatabase(server, name) }
}
