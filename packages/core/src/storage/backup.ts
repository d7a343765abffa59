import { existsSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { copyPostgres } from './backup-postgres.ts'
import { createPrivate, putInPlace, removeDatabase } from './durable-file.ts'
import { requireDatabaseFile, sqlitePath } from './open.ts'
import { connectionOptions } from './postgres-client.ts'

const BUSY_TIMEOUT_MS = 5_000

/**
 * Writes all that is committed in a database into a new SQLite file of one piece, which its owner alone may read; beside
 * whoever uses the database, and without holding them up. The file is there when it is whole, sound and on disk. Answers its size
 * in bytes. Throws where the file is there already.
 */
export async function backupStorage(url: string, file: string): Promise<number> {
  requireDatabaseFile(url)
  if (existsSync(file)) throw new Error(`${file} exists: name a new file`)
  const unfinished = `${file}.unfinished`
  hold(unfinished)
  try {
    const path = sqlitePath(url)
    if (path === null) await copyPostgres(connectionOptions(url), unfinished)
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

/** It will have the secrets that webhooks are signed with. */
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
    const trouble = troubleOf(copy)
    if (trouble !== null) throw new Error(`the copy is not sound: ${trouble}`)
  } finally {
    copy.close()
  }
}

/** What is wrong with a file as far as SQLite can tell; null for one that is sound. */
export function troubleOf(database: DatabaseSync): string | null {
  const [answer] = Object.values(database.prepare('pragma integrity_check(1)').get() ?? {})
  return answer === 'ok' ? null : String(answer)
}
