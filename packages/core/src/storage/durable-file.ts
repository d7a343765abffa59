/** Databases as files: made for their owner alone, put on disk, and removed with what belongs to them. */
import { chmodSync, closeSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** What SQLite keeps beside a file. It belongs to whatever file has the name. */
export const besides = ['-journal', '-wal', '-shm'] as const

/** Makes an empty file, which SQLite takes for a new database. Throws where there is one. */
export function createPrivate(path: string): void {
  closeSync(openSync(path, 'wx', 0o600))
}

/** Makes the file of a new database for its owner alone; SQLite gives its side files the same mode. */
export function ensurePrivate(path: string): void {
  try {
    createPrivate(path)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  }
}

/** Closes a database to others than its owner, with its side files: it has secrets in it. */
export function closeToOthers(path: string): void {
  for (const suffix of ['', ...besides]) {
    try {
      const name = `${path}${suffix}`
      if ((statSync(name).mode & 0o077) !== 0) chmodSync(name, 0o600)
    } catch (error) {
      // A side file comes and goes. Somebody else's file is theirs to close.
      if (!hasCode(error, 'ENOENT') && !hasCode(error, 'EPERM')) throw error
    }
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

/** Puts a file that is whole in its place, for good. */
export function putInPlace(unfinished: string, path: string): void {
  sync(unfinished)
  renameSync(unfinished, path)
  sync(dirname(path))
}

export function removeDatabase(path: string): void {
  for (const suffix of ['', ...besides]) rmSync(`${path}${suffix}`, { force: true })
}

function sync(path: string): void {
  const opened = openSync(path, 'r')
  fsyncSync(opened)
  closeSync(opened)
}
