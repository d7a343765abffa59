/** Databases as files: made for their owner alone, put on disk, and removed with what belongs to them. */
import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'

/** What SQLite keeps beside a file. It belongs to whatever file has the name. */
export const besides = ['-journal', '-wal', '-shm'] as const

/** Makes an empty file, which SQLite takes for a new database. Throws where there is one. */
export function createPrivate(path: string): void {
  closeSync(openSync(path, 'wx', 0o600))
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
