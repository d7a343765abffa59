/** Temporary places for one test, removed when it ends. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { testDatabase } from './storage.ts'

export function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'checkout-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The URL of a new database: a SQLite file, or a database on the run's PostgreSQL. */
export async function createDatabaseUrl(options?: Parameters<typeof testDatabase>[0]): Promise<string> {
  const { url, remove } = await testDatabase(options)
  onTestFinished(remove)
  return url
}
