import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { OperatorError } from './usage.ts'

/**
 * Holds a data directory for one server. The lock is the operating system's, on a small SQLite
 * file: it goes with the process, however that ends. Answers null when another server holds it.
 */
export function tryLockData(dataDir: string): (() => void) | null {
  mkdirSync(dataDir, { recursive: true })
  const file = new DatabaseSync(join(dataDir, 'server.lock'), { timeout: 0 })
  try {
    file.exec('begin exclusive')
    return () => file.close()
  } catch {
    file.close()
    return null
  }
}

/** The same for who can not go on without it. */
export function lockData(dataDir: string): () => void {
  const release = tryLockData(dataDir)
  if (release) return release
  throw new OperatorError(`Another server uses ${dataDir}: stop it, or give this one its own with --data DIR.`)
}
