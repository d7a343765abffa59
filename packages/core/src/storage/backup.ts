import { existsSync, statSync } from 'node:fs'
import { copyPostgres } from './backup-postgres.ts'
import { createPrivate, putInPlace, removeDatabase } from './durable-file.ts'
import { DatabaseSync } from './node-sqlite.ts'
import { getSqlitePath, requireDatabaseFile } from './open.ts'
import { parseConnectionOptions } from './postgres-client.ts'

const BUSY_TIMEOUT_MS = 5_000

/**
 * Writes everything that is committed in a database into one new SQLite file that only its owner may read. Other users
 * of the database are not held up. The file appears when it is complete, sound and on disk. Returns its size in bytes.
 * Throws when the file exists.
 */
export async function backupStorage(url: string, file: string): Promise<number> {
  requireDatabaseFile(url)
  if (existsSync(file)) throw new Error(`${file} exists: name a new file`)
  const unfinished = `${file}.unfinished`
  hold(unfinished)
  try {
    const path = getSqlitePath(url)
    if (path === null) await copyPostgres(parseConnectionOptions(url), unfinished)
    else copySqlite(path, unfinished)
    requireSound(unfinished)
    if (existsSync(file)) throw new Error(`${file} exists by now: name a new file`)
    putInPlace(unfinished, file)
    return statSync(file).size
  } catch (error) {
    removeDatabase(unfinished)
    throw error
  }
}

/** The file will contain the secrets that sign webhooks. */
function hold(unfinished: string): void {
  try {
    createPrivate(unfinished)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    throw new Error(`${unfinished} exists: remove it, unless that backup is still under way`)
  }
}

function copySqlite(path: string, unfinished: string): void {
  const source = new DatabaseSync(path, { readOnly: true, timeout: BUSY_TIMEOUT_MS })
  try {
    source.prepare('vacuum into ?').run(unfinished)
  } finally {
    source.close()
  }
}

function requireSound(path: string): void {
  const copy = new DatabaseSync(path, { readOnly: true })
  try {
    const trouble = findDamage(copy)
    if (trouble !== null) throw new Error(`the copy is not sound: ${trouble}`)
  } finally {
    copy.close()
  }
}

/** SQLite's description of a file's damage; null for a sound file. */
export function findDamage(database: DatabaseSync): string | null {
  const [answer] = Object.values(database.prepare('pragma integrity_check(1)').get() ?? {})
  return answer === 'ok' ? null : String(answer)
}
