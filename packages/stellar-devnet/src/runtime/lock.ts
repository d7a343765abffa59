import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

const SQLITE_BUSY = 5
const RETRY_MS = 50

/**
 * Locks the folder for this process, and waits at most `timeoutMs` for another process to release it. Returns the
 * function that releases it. The operating system frees the lock however the process ends, which a file with a process
 * id cannot guarantee. SQLite's exclusive lock is the one that Node offers.
 * @returns undefined if the folder stayed locked
 */
export async function lockFolder(
  dir: string,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<(() => void) | undefined> {
  const database = new DatabaseSync(join(dir, 'lock'))
  const deadline = performance.now() + timeoutMs
  while (!signal.aborted) {
    if (tryLock(database)) return () => database.close()
    if (performance.now() > deadline) break
    await sleep(RETRY_MS)
  }
  database.close()
  return undefined
}

function tryLock(database: DatabaseSync): boolean {
  try {
    database.exec('begin exclusive')
    return true
  } catch (error) {
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return false
    throw error
  }
}
