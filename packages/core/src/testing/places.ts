/** Places of one test's own, which are gone when it has ended. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { testDatabase } from './storage.ts'

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'checkout-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The URL of a new database: a file of SQLite's, or one on the PostgreSQL of the run. */
export async function newUrl(): Promise<string> {
  const { url, remove } = await testDatabase()
  onTestFinished(remove)
  return url
}
