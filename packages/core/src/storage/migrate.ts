/** The tables of a database: whose they are, which version they have, and what brings them up to date. */

import type { DatabaseSync } from 'node:sqlite'
import { up as accountsWithCode } from './migrations/0054-accounts-with-code.ts'
import { up as walletsOfKeys } from './migrations/0055-wallets-of-keys.ts'
import { up as takenPlaces } from './migrations/0056-taken-places.ts'
import { up as textsOfLinks } from './migrations/0057-texts-of-links.ts'
import { up as provenClaims } from './migrations/0058-proven-claims.ts'
import { up as refundKeys } from './migrations/0059-refund-keys.ts'
import { up as failedSignIns } from './migrations/0060-failed-sign-ins.ts'
import { up as claimedAddresses } from './migrations/0061-claimed-addresses.ts'
import { up as decimals } from './migrations/0062-decimals.ts'
import { up as restores } from './migrations/0063-restores.ts'
import { up as relays } from './migrations/0064-relays.ts'
import { up as reuse } from './migrations/0065-reuse.ts'
import { up as referencesOfRefunds } from './migrations/0066-references-of-refunds.ts'
import { up as connections } from './migrations/0067-connections.ts'
import { up as codesOfConnections } from './migrations/0068-codes-of-connections.ts'
import { up as customerReceipts } from './migrations/0070-customer-receipts.ts'
import { up as entries } from './migrations/0071-entries.ts'
import { up as settledEntries } from './migrations/0072-settled-entries.ts'
import { up as monthlyReports } from './migrations/0073-monthly-reports.ts'
import { up as oneQueueForSettlements } from './migrations/0074-one-queue-for-settlements.ts'
import { up as waitingEntries } from './migrations/0075-waiting-entries.ts'
import { up as routesOfSettlements } from './migrations/0076-routes-of-settlements.ts'
import { up as conversions } from './migrations/0077-conversions.ts'
import { up as earlyDeliveries } from './migrations/0078-early-deliveries.ts'
import { events } from './schema/events.ts'
import { money } from './schema/money.ts'
import { networks } from './schema/networks.ts'
import { payments } from './schema/payments.ts'
import { sending } from './schema/sending.ts'
import { shops } from './schema/shops.ts'
import { tallies } from './schema/tallies.ts'
import { users } from './schema/users.ts'

/** The version of `schema/`, and the oldest that is opened: commit 553b6959 brings older databases to it. */
export const FIRST_VERSION = 53

/** The tables of `FIRST_VERSION`, each after those that it refers to. Like the steps after it, it never changes. */
const schema = [shops, users, payments, sending, money, events, networks, tallies].join('')

/** The steps from `FIRST_VERSION` on, in order. Each makes a database one version newer. */
const migrations: readonly string[] = [
  accountsWithCode,
  walletsOfKeys,
  takenPlaces,
  textsOfLinks,
  provenClaims,
  refundKeys,
  failedSignIns,
  claimedAddresses,
  decimals,
  restores,
  relays,
  reuse,
  referencesOfRefunds,
  connections,
  codesOfConnections,
  entries,
  customerReceipts,
  settledEntries,
  monthlyReports,
  oneQueueForSettlements,
  waitingEntries,
  conversions,
  routesOfSettlements,
  earlyDeliveries,
]

/** The version that this code writes and reads. */
export const SCHEMA_VERSION = FIRST_VERSION + migrations.length

/** The database cannot be used as it is. The message says what to do and, if known, names the database. */
export class StorageError extends Error {
  override readonly name = 'StorageError'
  readonly code = 'database_not_usable'
}

/**
 * The treatment of a database's tables when it is opened. `run` creates or updates them. `upgrade` updates them.
 * `refuse` requires those of this release. Both `upgrade` and `refuse` reject a database without tables.
 */
export type Migrations = 'run' | 'upgrade' | 'refuse'

/** The database has no tables of a checkout. */
export class DatabaseMissing extends StorageError {
  constructor() {
    super(
      'there is no database of a checkout. Start a server (npm start, or crypto-checkout start) or run migrate to ' +
        'create it, or name the right one with --data DIR or CHECKOUT_DATABASE_URL',
    )
  }
}

/** The versions before and after the migration. */
export type Migrated = { readonly from: number; readonly to: number }

/** SQL, and the version that a database has after it. */
type Step = { readonly up: string; readonly to: number }

const steps: readonly Step[] = [schema, ...migrations].map((up, index) => ({ up, to: FIRST_VERSION + index }))

/** The steps that a database of a version still needs; 0 is one without tables. Throws as `requireKnown` does. */
export function listSteps(version: number): readonly Step[] {
  if (version !== 0) requireKnown(version)
  return steps.filter(({ to }) => to > version)
}

/** Throws StorageError for tables of a newer release, and for those that are too old to be brought up to date. */
export function requireKnown(version: number): void {
  if (version > SCHEMA_VERSION) {
    throw new StorageError(
      `the database is at version ${version}, this release knows up to ${SCHEMA_VERSION}: use a newer release`,
    )
  }
  if (version < FIRST_VERSION) {
    throw new StorageError(
      `the database is at version ${version}, this release knows ${FIRST_VERSION} and later: open it once with commit 553b6959, ` +
        `which brings it to ${FIRST_VERSION}`,
    )
  }
}

/** Throws when tables that must be of this release are not. */
export function requireVersion(version: number): void {
  if (version === SCHEMA_VERSION) return
  requireKnown(version)
  throw new StorageError(
    'the database is of another release: start the server of this release once, it brings it up to date',
  )
}

/** The differences between the databases in the text of migrations. */
type Profile = {
  /** Translates a migration for the database. */
  readonly migration: (up: string) => string
}

/** `{id}` is a row number: it counts up, and is never reused. */
const ROW_NUMBER = '{id}'

/** A migration may have statements for SQLite, then others for PostgreSQL, where one cannot do what the other can. */
const PARTS = /^-- sqlite\n(.*?)^-- postgres\n(.*?)^-- both\n/gms

const COMMENT = /^ *--.*\n| *--.*$/gm

export const sqliteProfile: Profile = {
  migration: (up) =>
    up.replaceAll(PARTS, '$1').replaceAll(COMMENT, '').replaceAll(ROW_NUMBER, 'integer primary key autoincrement'),
}

/** Text is compared by its bytes, as in SQLite, whatever the database's own collation. */
export const postgresProfile: Profile = {
  migration: (up) =>
    up
      .replaceAll(PARTS, '$2')
      .replaceAll(COMMENT, '')
      .replaceAll(ROW_NUMBER, 'bigint generated by default as identity primary key')
      .replaceAll(/^(\s*(?:alter table \w+ add column )?\w+ text)\b/gm, '$1 collate "C"'),
}

/** `CCKO`, in the header of each of our SQLite files: https://www.sqlite.org/pragma.html#pragma_application_id */
export const APPLICATION_ID = 0x43_43_4b_4f

/** Every version has had these tables. They identify a database from before the mark. */
export const OWN_TABLES: readonly string[] = ['api_keys', 'cursors', 'idempotency', 'merchants', 'payments', 'wallets']

export function isMarked(database: DatabaseSync): boolean {
  return readApplicationId(database) === APPLICATION_ID
}

/** Tells whether a SQLite file has the mark, or our tables from before there was one. */
export function isOwnFile(database: DatabaseSync): boolean {
  if (isMarked(database)) return true
  const names = listNames(database)
  return readApplicationId(database) === 0 && OWN_TABLES.every((name) => names.has(name))
}

/** Throws StorageError for a SQLite file with another program's tables. */
export function requireOwnFile(database: DatabaseSync): void {
  const isEmpty = readApplicationId(database) === 0 && listNames(database).size === 0
  if (isEmpty || isOwnFile(database)) return
  throw new StorageError('it is a database of another program: name a file of its own for the checkout')
}

function listNames(database: DatabaseSync): ReadonlySet<string> {
  const rows = database.prepare(`select name from sqlite_schema where type = 'table'`).all()
  return new Set(rows.map(({ name }) => String(name)))
}

function readApplicationId(database: DatabaseSync): number {
  return Number(database.prepare('pragma application_id').get()?.application_id ?? 0)
}
