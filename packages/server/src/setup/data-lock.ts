import { chmodSync, closeSync, openSync, readdirSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeFolder } from '@crypto-checkout/core'
import { OperatorError } from '../command-line/errors.ts'

const SQLITE_BUSY = 5
export const LOCK = 'server.lock'
/** Longer than a command holds the directory when no server is running. */
const COMMANDS_END_WITHIN_MS = 2_000

/**
 * Locks a data directory for one server. The operating system holds the lock, on a small SQLite file: it is released
 * when the process ends, however it ends. Returns null if another process holds it. Throws OperatorError for a directory that
 * cannot be written.
 */
export function tryLockData(dataDir: string, waitMs = 0): (() => void) | null {
  try {
    return lockFolder(dataDir, waitMs)
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error
    throw new OperatorError(
      `The data directory ${dataDir} cannot be used (${error.message}). Let the user that runs this, ${userInfo().uid}, write ` +
        'there, or name another directory with --data DIR.',
    )
  }
}

function lockFolder(dataDir: string, waitMs: number): (() => void) | null {
  // The database contains the secrets that sign webhooks.
  makeFolder(dataDir)
  if (isOurs(dataDir)) closeToOthers(dataDir, 0o700)
  const lock = join(dataDir, LOCK)
  // Anyone who can read the file can lock it and keep the server from starting.
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

/** True if the folder belongs to the server: it is empty or contains a lock file, and is not the working directory. */
function isOurs(dataDir: string): boolean {
  const names = readdirSync(dataDir)
  return (names.length === 0 || names.includes(LOCK)) && resolve(dataDir) !== process.cwd()
}

/** Only the owner can change the mode: files and folders of other users stay as they are. */
function closeToOthers(path: string, mode: number): void {
  try {
    if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, mode)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) throw error
  }
}

/** Like `tryLockData`, but throws OperatorError if another process keeps the lock. */
export function lockData(dataDir: string): () => void {
  const release = tryLockData(dataDir, COMMANDS_END_WITHIN_MS)
  if (release) return release
  throw new OperatorError(`Another server uses ${dataDir}: stop it, or give this one its own with --data DIR.`)
}
