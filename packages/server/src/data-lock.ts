import { chmodSync, closeSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { OperatorError } from './usage.ts'

const SQLITE_BUSY = 5
export const LOCK = 'server.lock'
/** Longer than a command holds the directory that runs while no server does. */
const COMMANDS_END_WITHIN_MS = 2_000

/**
 * Holds a data directory for one server. The lock is the operating system's, on a small SQLite
 * file: it goes with the process, however that ends. Answers null when another process holds it.
 */
export function tryLockData(dataDir: string, waitMs = 0): (() => void) | null {
  // The database has the secrets that webhooks are signed with.
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  if (isOurs(dataDir)) closeToOthers(dataDir, 0o700)
  const lock = join(dataDir, LOCK)
  // Who may read it can lock it, and keep the server from starting.
  closeSync(openSync(lock, 'a', 0o600))
  closeToOthers(lock, 0o600)
  const file = new DatabaseSync(lock, { timeout: waitMs })
  try {
    file.exec('begin exclusive')
    return () => {
      if (file.isOpen) file.close()
    }
  } catch (error) {
    file.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return null
    throw error
  }
}

/** Whether a folder is the server's: it is empty, or was locked before; and commands do not run in it. */
function isOurs(dataDir: string): boolean {
  const names = readdirSync(dataDir)
  return (names.length === 0 || names.includes(LOCK)) && resolve(dataDir) !== process.cwd()
}

/** A folder or file of another user is theirs to close. */
function closeToOthers(path: string, mode: number): void {
  try {
    if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, mode)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) throw error
  }
}

/** The same for who cannot go on without it. */
export function lockData(dataDir: string): () => void {
  const release = tryLockData(dataDir, COMMANDS_END_WITHIN_MS)
  if (release) return release
  throw new OperatorError(`Another server uses ${dataDir}: stop it, or give this one its own with --data DIR.`)
}
