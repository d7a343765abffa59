import { existsSync, mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Storage } from './database.ts'
import type { Migrated, Migrations } from './migrate.ts'
import { openPostgres } from './postgres.ts'
import { parseConnectionOptions } from './postgres-client.ts'
import { migratePostgres } from './postgres-migrate.ts'
import { IN_MEMORY, migrateSqlite, openSqlite, requireFile } from './sqlite.ts'

export { IN_MEMORY }

const SQLITE = 'sqlite:'

/** Opens the database of a URL: `sqlite:<path>`, or `postgres://...`. */
export function openStorage(url: string, migrations: Migrations): Storage {
  const path = getSqlitePath(url)
  if (path === null) return openPostgres({ url, migrations })
  return openSqlite({ path: migrations === 'run' ? ensureFolder(path) : path, migrations })
}

/** Throws StorageError for the URL of a SQLite file that does not exist. Creates nothing. */
export function requireDatabaseFile(url: string): void {
  const path = getSqlitePath(url)
  if (path !== null && path !== IN_MEMORY) requireFile(path)
}

/** Brings a database's tables up to date, and returns the versions before and after. */
export async function migrateStorage(url: string): Promise<Migrated> {
  const path = getSqlitePath(url)
  return path === null ? migratePostgres(parseConnectionOptions(url)) : migrateSqlite(ensureFolder(path))
}

/** The path of the file; null for another kind of database. */
export function getSqlitePath(url: string): string | null {
  return url.startsWith(SQLITE) ? url.slice(SQLITE.length) : null
}

/** Creates the folder of a file; a new one is for its owner alone. */
export function ensureFolder(path: string): string {
  if (path !== IN_MEMORY) makeFolder(dirname(path))
  return path
}

/**
 * Creates a folder for its owner alone, and those above it. Node's own recursive way never ends below a folder of the system in
 * which nothing can be created, such as /proc.
 */
export function makeFolder(path: string): void {
  const folder = resolve(path)
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another process was faster.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}
