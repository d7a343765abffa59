import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const SQLITE = 'sqlite:'
const BUSY_TIMEOUT_MS = 5_000

/**
 * Writes all that is committed in a SQLite database into a new file of one piece, which its owner alone may read; beside
 * whoever uses the database, and without holding them up. The file is there when it is whole, sound and on disk. Answers its size
 * in bytes. Throws where the file is there already, and for a database of another kind.
 */
export function backupSqlite(url: string, file: string): number {
  if (!url.startsWith(SQLITE)) throw new Error('this is no SQLite database: back it up with pg_dump')
  const unfinished = `${file}.unfinished`
  // Holds the place. It will have the secrets that webhooks are signed with.
  create(file)
  try {
    rmSync(unfinished, { force: true })
    // SQLite takes an empty file for a new one.
    create(unfinished)
    const source = new DatabaseSync(url.slice(SQLITE.length), { readOnly: true, timeout: BUSY_TIMEOUT_MS })
    try {
      source.prepare('vacuum into ?').run(unfinished)
    } finally {
      source.close()
    }
    requireSound(unfinished)
    sync(unfinished)
    renameSync(unfinished, file)
    sync(dirname(file))
    return statSync(file).size
  } catch (error) {
    for (const path of [file, unfinished]) rmSync(path, { force: true })
    throw error
  }
}

function create(path: string): void {
  closeSync(openSync(path, 'wx', 0o600))
}

function requireSound(path: string): void {
  const copy = new DatabaseSync(path, { readOnly: true })
  try {
    const answer = Object.values(copy.prepare('pragma integrity_check').get() ?? {})[0]
    if (answer !== 'ok') throw new Error(`the copy is not sound: ${answer}`)
  } finally {
    copy.close()
  }
}

function sync(path: string): void {
  const opened = openSync(path, 'r')
  fsyncSync(opened)
  closeSync(opened)
}
