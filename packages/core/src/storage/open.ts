import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Storage } from './database.ts'
import type { Migrated, Migrations } from './migrate.ts'
import { openPostgres } from './postgres.ts'
import { connectionOptions } from './postgres-client.ts'
import { migratePostgres } from './postgres-migrate.ts'
import { migrateSqlite, openSqlite } from './sqlite.ts'

const SQLITE = 'sqlite:'
export const IN_MEMORY = ':memory:'

/** Opens the database of a URL: `sqlite:<path>`, or `postgres://...`. */
export function openStorage(url: string, migrations: Migrations): Storage {
  const path = sqlitePath(url)
  return path === null ? openPostgres({ url, migrations }) : openSqlite({ path: inFolder(path), migrations })
}

/** Brings the tables of a database up to date, and answers what there was to do. */
export async function migrateStorage(url: string): Promise<Migrated> {
  const path = sqlitePath(url)
  return path === null ? migratePostgres(connectionOptions(url)) : migrateSqlite(inFolder(path))
}

/** Where the file is; null for another database. */
export function sqlitePath(url: string): string | null {
  return url.startsWith(SQLITE) ? url.slice(SQLITE.length) : null
}

/** Makes the folder of a file. */
export function inFolder(path: string): string {
  if (path !== IN_MEMORY) mkdirSync(dirname(path), { recursive: true })
  return path
}
