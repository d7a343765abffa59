import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

const SQLITE_BUSY = 5
const RETRY_MS = 50

/**
 * Takes the folder for this process, waiting at most `timeoutMs` for another one to leave it; answers the function that
 * gives it back. The operating system frees it when the process ends in whatever way, which a file with a process id
 * cannot promise: SQLite's exclusive lock is the one that Node offers.
 * @returns undefined where the folder stayed taken
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
