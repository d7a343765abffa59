import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

const SQLITE_BUSY = 5
const RETRY_MS = 50

/** The process that runs a folder's network. The next start uses the same port if it is free. */
export type Holder = { readonly pid: number; readonly port: number }

export type LockedDataDir<H extends Holder> = {
  /** The last holder's record; only its `pid` if it ended before it was ready, undefined if there was none */
  readonly last: Partial<H> | undefined
  /** Records the holder for the next start. */
  record(holder: H): Promise<void>
  unlock(): void
}

/**
 * Creates the folder of a network and locks it for this process. Waits at most `timeoutMs` for another process to
 * unlock it.
 * @throws if the folder stays locked, or `signal` aborts first
 */
export async function lockDataDir<H extends Holder>(
  dir: string,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<LockedDataDir<H>> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const unlock = await lock(dir, timeoutMs, signal)
  const file = join(dir, 'network.json')
  const last = await readHolder<H>(file)
  if (!unlock) {
    const who = last?.pid ? `process ${last.pid}` : 'another process'
    throw new Error(
      `The local network in ${dir} is in use by ${who}. Stop that server, or take another data directory.`,
    )
  }
  const record = (holder: Partial<H>): Promise<void> => writeFile(file, `${JSON.stringify(holder)}\n`)
  // At once: another start can then name this process, even before the network is ready.
  await record({ ...last, pid: process.pid } as Partial<H>).catch((error: unknown) => {
    unlock()
    throw error
  })
  return { last, record, unlock }
}

async function readHolder<H extends Holder>(file: string): Promise<Partial<H> | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Partial<H>
  } catch {
    // Missing or half written: its content is not essential.
    return undefined
  }
}

/**
 * Returns the function that unlocks the folder; undefined if it stayed locked. The operating system frees the lock
 * however the process ends, which a file with a process id cannot guarantee. SQLite's exclusive lock is the one that
 * Node offers.
 */
async function lock(dir: string, timeoutMs: number, signal?: AbortSignal): Promise<(() => void) | undefined> {
  const database = openDatabase(join(dir, 'lock'))
  const deadline = performance.now() + timeoutMs
  while (!signal?.aborted) {
    if (tryLock(database)) return () => database.close()
    if (performance.now() > deadline) break
    await sleep(RETRY_MS)
  }
  database.close()
  return undefined
}

/** An import of `node:sqlite` would end an old Node before it could say why. */
function openDatabase(path: string): DatabaseSync {
  const sqlite: typeof import('node:sqlite') | undefined = process.getBuiltinModule?.('node:sqlite')
  if (sqlite) return new sqlite.DatabaseSync(path)
  throw new Error(`The local networks need Node.js 22.16 or later, or 24 or later. This is ${process.version}.`)
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
