import { up as first } from './migrations/0001-first.ts'
import { up as webhooks } from './migrations/0002-webhooks.ts'
import { up as settings } from './migrations/0003-settings.ts'
import { up as sends } from './migrations/0004-sends.ts'
import { up as deposits } from './migrations/0005-deposits.ts'
import { up as settlements } from './migrations/0006-settlements.ts'
import { up as refunds } from './migrations/0007-refunds.ts'
import { up as authorizations } from './migrations/0008-authorizations.ts'
import { up as sweeps } from './migrations/0009-sweeps.ts'
import { up as fairness } from './migrations/0010-fairness.ts'
import { up as leases } from './migrations/0011-leases.ts'
import { up as transactions } from './migrations/0012-transactions.ts'
import { up as arrived } from './migrations/0013-arrived.ts'
import { up as walletUsers } from './migrations/0014-wallet-users.ts'
import { up as sendingKeys } from './migrations/0015-sending-keys.ts'
import { up as dust } from './migrations/0016-dust.ts'
import { up as serverSecrets } from './migrations/0017-server-secrets.ts'
import { up as namedBy } from './migrations/0018-named-by.ts'
import { up as price } from './migrations/0019-price.ts'
import { up as memos } from './migrations/0020-memos.ts'
import { up as usage } from './migrations/0021-usage.ts'
import { up as lostCoins } from './migrations/0022-lost-coins.ts'
import { up as nonceOnly } from './migrations/0023-nonce-only.ts'
import { up as cancelledRefunds } from './migrations/0024-cancelled-refunds.ts'
import { up as walletProofs } from './migrations/0025-wallet-proofs.ts'
import { up as merchantIdentity } from './migrations/0026-merchant-identity.ts'
import { up as claims } from './migrations/0027-claims.ts'
import { up as directions } from './migrations/0028-directions.ts'
import { up as orders } from './migrations/0029-orders.ts'
import { up as methods } from './migrations/0030-methods.ts'
import { up as assignedBy } from './migrations/0031-assigned-by.ts'

/** In order. A database's version is the number of migrations it has had. */
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
]

/** The version that this code writes and reads. */
export const SCHEMA_VERSION = migrations.length

/** The database cannot be used as it is. The message says what to do and, if known, names the database. */
export class StorageError extends Error {
  override readonly name = 'StorageError'
  readonly code = 'database_not_usable'
}

/**
 * How opening a database treats its tables. `run` creates or updates them. `upgrade` updates them. `refuse` requires
 * those of this release. Both `upgrade` and `refuse` reject a database without tables.
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
