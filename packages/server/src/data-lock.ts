import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { OperatorError } from './usage.ts'

const SQLITE_BUSY = 5
/** Longer than a command holds the directory that runs while no server does. */
const COMMANDS_END_WITHIN_MS = 2_000

/**
 * Holds a data directory for one server. The lock is the operating system's, on a small SQLite
 * file: it goes with the process, however that ends. Answers null when another process holds it.
 */
export function tryLockData(dataDir: string, waitMs = 0): (() => void) | null {
  // The database has the secrets that webhooks are signed with.
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = new DatabaseSync(join(dataDir, 'server.lock'), { timeout: waitMs })
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

/** The same for who can not go on without it. */
export function lockData(dataDir: string): () => void {
  const release = tryLockData(dataDir, COMMANDS_END_WITHIN_MS)
  if (release) return release
  throw new OperatorError(`Another server uses ${dataDir}: stop it, or give this one its own with --data DIR.`)
}
