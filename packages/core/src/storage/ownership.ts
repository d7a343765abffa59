/** Ownership of a database: the checkout creates its tables in an empty database, or in one of its own. */
import type { DatabaseSync } from 'node:sqlite'
import { StorageError } from './migrate.ts'

/** `CCKO`, in the header of each of our SQLite files: https://www.sqlite.org/pragma.html#pragma_application_id */
export const APPLICATION_ID = 0x43_43_4b_4f

/** Every version has had these tables. They identify a database from before the mark. */
export const OWN_TABLES: readonly string[] = ['api_keys', 'cursors', 'idempotency', 'merchants', 'payments', 'wallets']

export function isMarked(database: DatabaseSync): boolean {
  return Number(database.prepare('pragma application_id').get()?.application_id ?? 0) === APPLICATION_ID
}

/** Throws StorageError for a SQLite file with another program's tables. */
export function requireOwnFile(database: DatabaseSync): void {
  const id = Number(database.prepare('pragma application_id').get()?.application_id ?? 0)
  if (isMarked(database)) return
  const rows = database.prepare(`select name from sqlite_schema where type = 'table'`).all()
  const names = new Set(rows.map(({ name }) => String(name)))
  if (id === 0 && (names.size === 0 || OWN_TABLES.every((name) => names.has(name)))) return
  throw new StorageError('it is a database of another program: name a file of its own for the checkout')
}
