/** Database files: created for their owner alone, synced to disk, and removed with their side files. */
import { chmodSync, closeSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** SQLite's side files. SQLite matches them to a database by name alone. */
export const SIDE_FILES = ['-journal', '-wal', '-shm'] as const

/** Creates an empty file, which SQLite takes for a new database. Throws if it exists. */
export function createPrivate(path: string): void {
  closeSync(openSync(path, 'wx', 0o600))
}

/** Creates the file of a new database for its owner alone. SQLite gives its side files the same mode. */
export function ensurePrivate(path: string): void {
  try {
    createPrivate(path)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  }
}

/** Restricts a database and its side files to their owner: they contain secrets. */
export function closeToOthers(path: string): void {
  for (const suffix of ['', ...SIDE_FILES]) {
    try {
      const name = `${path}${suffix}`
      if ((statSync(name).mode & 0o077) !== 0) chmodSync(name, 0o600)
    } catch (error) {
      // A side file may disappear meanwhile. A file of another user is not ours to change.
      if (!hasCode(error, 'ENOENT') && !hasCode(error, 'EPERM')) throw error
    }
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

/** Moves a complete file to its place durably. */
export function putInPlace(unfinished: string, path: string): void {
  sync(unfinished)
  renameSync(unfinished, path)
  sync(dirname(path))
}

export function removeDatabase(path: string): void {
  for (const suffix of ['', ...SIDE_FILES]) rmSync(`${path}${suffix}`, { force: true })
}

function sync(path: string): void {
  const opened = openSync(path, 'r')
  fsyncSync(opened)
  closeSync(opened)
}
