import { chmodSync, constants, copyFileSync, existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { findDamage } from './backup.ts'
import { describeStorage } from './describe.ts'
import { putInPlace, removeDatabase, SIDE_FILES } from './durable-file.ts'
import { getLayout, listColumns, listTableNames } from './layout.ts'
import { isOwnFile, requireKnown, SCHEMA_VERSION, StorageError } from './migrate.ts'
import { DatabaseSync } from './node-sqlite.ts'
import { ensureFolder, getSqlitePath, IN_MEMORY } from './open.ts'
import { parseConnectionOptions } from './postgres-client.ts'
import { fillPostgres, requireEmptyPostgres } from './restore-postgres.ts'
import { migrate, readVersion } from './sqlite.ts'

/**
 * `version`: of the tables in the file, before they were brought up to date. `heldRefunds`: pending ones that a wallet
 * may have paid since the backup.
 */
export type Restored = {
  readonly version: number
  readonly payments: number
  readonly events: number
  readonly heldRefunds: number
}

/**
 * Restores a backup of either database into a database that is new or has no rows: all of it or nothing. The restored
 * tables are of this release, and say that they were restored; the file stays unchanged. `folder`: exists, for a
 * working copy, and no other process uses it.
 */
export async function restoreStorage(file: string, url: string, folder: string): Promise<Restored> {
  requireFile(file)
  const path = getSqlitePath(url)
  if (path === null) return restorePostgres(file, url, folder)
  if (path === IN_MEMORY)
    throw new Error('a database in memory would be gone at once: name a file, or a PostgreSQL database')
  requireEmptyFile(path)
  return withCopy(file, `${ensureFolder(path)}.unfinished`, (copy, restored) => {
    settle(path)
    putInPlace(copy, path)
    return restored
  })
}

async function restorePostgres(file: string, url: string, folder: string): Promise<Restored> {
  const options = parseConnectionOptions(url)
  const name = describeStorage(url)
  await requireEmptyPostgres(options, name)
  return withCopy(file, join(folder, 'restore.unfinished'), async (copy, restored) => {
    await fillPostgres(options, name, copy)
    return restored
  })
}

/** Refuses a database in use, whose side files belong to it, and an unfinished copy. */
function requireFile(file: string): void {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new Error(`there is no file ${file}`)
  if (file.endsWith('.unfinished')) throw new Error(`${file} is what was left of a copy that was not finished`)
  const beside = ['-journal', '-wal'].map((suffix) => `${file}${suffix}`)
  const filled = beside.find((path) => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0)
  if (filled) throw new Error(`${file} is a database in use, as ${filled} shows: make a backup of it`)
}

type Use = (copy: string, restored: Restored) => Restored | Promise<Restored>

/** Runs work on an updated copy of a backup, and removes the copy afterwards unless the work has moved it. */
async function withCopy(file: string, copy: string, use: Use): Promise<Restored> {
  removeDatabase(copy)
  try {
    copyFileSync(file, copy, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
    chmodSync(copy, 0o600)
    return await use(copy, bringUpToDate(copy, file))
  } finally {
    removeDatabase(copy)
  }
}

function bringUpToDate(copy: string, file: string): Restored {
  const database = new DatabaseSync(copy)
  try {
    const version = requireBackup(database, file)
    database.exec('pragma journal_mode = delete')
    migrate(database)
    // No node sends on these lanes any more.
    database.exec('update delivery_lanes set held_until = 0 where holder is not null')
    const heldRefunds = markRestored(database)
    const count = (table: string) => Number(database.prepare(`select count(*) as n from ${table}`).get()?.n)
    return { version, payments: count('payments'), events: count('events'), heldRefunds }
  } finally {
    database.close()
  }
}

/**
 * Records that a database (with the tables of this release) was put back, and holds the pending refunds that a wallet may
 * have paid since: those that wait for its signature, and those that no key has signed yet. Returns how many.
 */
export function markRestored(database: DatabaseSync): number {
  database.exec(MARK)
  return Number(database.prepare(HOLD).run().changes)
}

/** By the machine's clock, for people alone: the numbers decide. */
const MARK = `
insert into restores (restored_at, last_payment, last_refund) values (
  cast(unixepoch('subsec') * 1000 as integer),
  coalesce((select max(seq) from payments), 0),
  coalesce((select max(seq) from refunds), 0))
`

/** A key's refund is paid from its own account, so the wallet is that of the payment's method. */
const HOLD = `
update refunds set held_for = case method when 'sign' then from_address else coalesce(
  (select lower(m.merchant_wallet) from methods as m
   where m.payment_id = refunds.payment_id and m.chain = refunds.chain and m.token = refunds.token),
  (select lower(p.merchant_wallet) from payments as p where p.id = refunds.payment_id)) end
where status = 'pending' and (method = 'sign' or (method = 'signer' and exists
  (select 1 from sends where sends.id = refunds.send_id and sends.state = 'queued')))
`

/** SQLite's codes. */
const BUSY = 5
const CORRUPT = 11
const NO_DATABASE = 26

function readCode(error: unknown): unknown {
  return error instanceof Error && 'errcode' in error ? error.errcode : null
}

/**
 * Returns the version of its tables. Throws with the reason if `backup` did not write the file, and changes nothing.
 */
function requireBackup(database: DatabaseSync, file: string): number {
  try {
    const version = readVersion(database)
    if (version > SCHEMA_VERSION) {
      throw new Error(
        `${file} is of a newer release: its tables are at version ${version}, this release knows up to ${SCHEMA_VERSION}`,
      )
    }
    if (version === 0 || !isOwnFile(database)) throw new Error(`${file} is no backup of a checkout`)
    requireKnown(version)
    if (!hasTables(database, version)) throw new Error(`${file} is no backup of a checkout`)
    const trouble = findDamage(database)
    if (trouble !== null) throw new Error(`${file} is damaged: ${trouble}`)
    return version
  } catch (error) {
    if (readCode(error) === NO_DATABASE) throw new Error(`${file} is no backup of a checkout`)
    if (readCode(error) === CORRUPT) throw new Error(`${file} is damaged`)
    if (error instanceof StorageError) throw new StorageError(`${file}: ${error.message}`)
    throw error
  }
}

/** Tells whether all tables of a version exist, with their columns. */
function hasTables(database: DatabaseSync, version: number): boolean {
  return getLayout(version).every(({ name, columns }) => {
    const found = listColumns(database, name).map((column) => column.name)
    return found.length === columns.length && columns.every((column) => found.includes(column.name))
  })
}

/** Throws if the file has any content, also another program's. */
function requireEmptyFile(path: string): void {
  if (!existsSync(path)) {
    const left = SIDE_FILES.map((suffix) => `${path}${suffix}`).find((beside) => existsSync(beside))
    if (left) throw new Error(`${left} is there without its database: move it away`)
    return
  }
  const full = `${path} is not empty: move it away with its -wal and -shm, or name another database`
  const database = new DatabaseSync(path)
  try {
    const filled = listTableNames(database).filter((name) => database.prepare(`select 1 from "${name}" limit 1`).get())
    if (filled.length > 0) throw new Error(full)
  } catch (error) {
    throw readCode(error) === NO_DATABASE ? new Error(full) : error
  } finally {
    database.close()
  }
}

/** Removes the side files of an empty database: the next database would take them for its own. */
function settle(path: string): void {
  if (!existsSync(path)) return
  const used = `${path} is in use: stop whoever uses it`
  const database = new DatabaseSync(path)
  try {
    database.exec('pragma journal_mode = delete')
  } catch (error) {
    throw readCode(error) === BUSY ? new Error(used) : error
  } finally {
    database.close()
  }
  if (SIDE_FILES.some((suffix) => existsSync(`${path}${suffix}`))) throw new Error(used)
}
