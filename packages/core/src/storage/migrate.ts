/** The tables of a database: whose they are, which version they have, and what brings them up to date. */

import type { DatabaseSync } from 'node:sqlite'
import { up as first } from './migrations/0001-first.ts'
import { up as webhooks } from './migrations/0002-webhooks.ts'
import { deposits, sends, settings } from './migrations/0003-0005.ts'
import { authorizations, refunds, settlements, sweeps } from './migrations/0006-0009.ts'
import { arrived, dust, fairness, leases, sendingKeys, transactions, walletUsers } from './migrations/0010-0016.ts'
import {
  cancelledRefunds,
  claims,
  lostCoins,
  memos,
  merchantIdentity,
  namedBy,
  nonceOnly,
  price,
  serverSecrets,
  usage,
  walletProofs,
} from './migrations/0017-0027.ts'
import { up as directions } from './migrations/0028-directions.ts'
import { apiKeys, assignedBy, depositWallets, methods, orders, paymentLinks } from './migrations/0029-0034.ts'
import { up as users } from './migrations/0035-users.ts'
import { up as auditLog } from './migrations/0036-audit-log.ts'
import { up as lists } from './migrations/0037-lists.ts'
import { up as eventsOfPayment } from './migrations/0038-events-of-payment.ts'
import { up as deliveryLog } from './migrations/0039-delivery-log.ts'
import { up as requestLog } from './migrations/0040-request-log.ts'
import { up as notifications } from './migrations/0041-notifications.ts'
import { up as authorizationIds } from './migrations/0042-authorizations.ts'
import { up as unresolved } from './migrations/0043-unresolved.ts'
import { up as receipts } from './migrations/0044-receipts.ts'
import { up as linkTexts } from './migrations/0045-link-texts.ts'
import { up as unusedAuthorizations } from './migrations/0046-unused-authorizations.ts'
import { confirmedAddresses, deliveryCounts, failedAuthorizations, listCounts } from './migrations/0047-0050.ts'
import { up as sponsoredTransfers } from './migrations/0051-sponsored-transfers.ts'
import { up as retiredReservations } from './migrations/0052-retired-reservations.ts'
import { up as namedAuthorizations } from './migrations/0053-named-authorizations.ts'
import { up as accountsWithCode } from './migrations/0054-accounts-with-code.ts'
import { up as walletsOfKeys } from './migrations/0055-wallets-of-keys.ts'
import { up as takenPlaces } from './migrations/0056-taken-places.ts'
import { up as textsOfLinks } from './migrations/0057-texts-of-links.ts'
import { up as provenClaims } from './migrations/0058-proven-claims.ts'
import { up as refundKeys } from './migrations/0059-refund-keys.ts'
import { up as failedSignIns } from './migrations/0060-failed-sign-ins.ts'
import { up as claimedAddresses } from './migrations/0061-claimed-addresses.ts'
import { up as decimals } from './migrations/0062-decimals.ts'

/** In order. A database's version is the number of migrations it has had. Small ones in a row share a file. */
const migrations: readonly string[] = [
  first,
  webhooks,
  settings,
  sends,
  deposits,
  settlements,
  refunds,
  authorizations,
  sweeps,
  fairness,
  leases,
  transactions,
  arrived,
  walletUsers,
  sendingKeys,
  dust,
  serverSecrets,
  namedBy,
  price,
  memos,
  usage,
  lostCoins,
  nonceOnly,
  cancelledRefunds,
  walletProofs,
  merchantIdentity,
  claims,
  directions,
  orders,
  methods,
  assignedBy,
  paymentLinks,
  depositWallets,
  apiKeys,
  users,
  auditLog,
  lists,
  eventsOfPayment,
  deliveryLog,
  requestLog,
  notifications,
  authorizationIds,
  unresolved,
  receipts,
  linkTexts,
  unusedAuthorizations,
  confirmedAddresses,
  listCounts,
  deliveryCounts,
  failedAuthorizations,
  sponsoredTransfers,
  retiredReservations,
  namedAuthorizations,
  accountsWithCode,
  walletsOfKeys,
  takenPlaces,
  textsOfLinks,
  provenClaims,
  refundKeys,
  failedSignIns,
  claimedAddresses,
  decimals,
]

/** The version that this code writes and reads. */
export const SCHEMA_VERSION = migrations.length

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

/** The migrations that a database of a version still needs. Throws when a newer release wrote the database. */
export function listMigrationsAfter(version: number): readonly string[] {
  if (version > SCHEMA_VERSION) {
    throw new StorageError(
      `the database is at version ${version}, this release knows up to ${SCHEMA_VERSION}: use a newer release`,
    )
  }
  return migrations.slice(version)
}

/** Throws when tables that must be of this release are not. */
export function requireVersion(version: number): void {
  if (version === SCHEMA_VERSION) return
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

export const sqliteProfile: Profile = {
  migration: (up) => up.replaceAll(PARTS, '$1').replaceAll(ROW_NUMBER, 'integer primary key autoincrement'),
}

/** Text is compared by its bytes, as in SQLite, whatever the database's own collation. */
export const postgresProfile: Profile = {
  migration: (up) =>
    up
      .replaceAll(PARTS, '$2')
      .replaceAll(ROW_NUMBER, 'bigint generated by default as identity primary key')
      .replaceAll(/^(\s*(?:alter table \w+ add column )?\w+ text)\b/gm, '$1 collate "C"'),
}

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
