import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Storage } from './database.ts'
import type { Migrated, Migrations } from './migrate.ts'
import { openPostgres } from './postgres.ts'
import { connectionOptions } from './postgres-client.ts'
import { migratePostgres } from './postgres-migrate.ts'
import { migrateSqlite, openSqlite } from './sqlite.ts'

const SQLITE = 'sqlite:'

/** Opens the database of a URL: `sqlite:<path>`, or `postgres://...`. */
export function openStorage(url: string, migrations: Migrations): Storage {
  const path = sqlitePath(url)
  return path === null ? openPostgres({ url, migrations }) : openSqlite({ path, migrations })
}

/** Brings the tables of a database up to date, and answers what there was to do. */
export async function migrateStorage(url: string): Promise<Migrated> {
  const path = sqlitePath(url)
  return path === null ? migratePostgres(connectionOptions(url)) : migrateSqlite(path)
}

/** Where the file is, its folder made; null for another database. */
function sqlitePath(url: string): string | null {
  if (!url.startsWith(SQLITE)) return null
  const path = url.slice(SQLITE.length)
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true })
  return path
}
