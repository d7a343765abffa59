import type { DatabaseSync } from 'node:sqlite'
import { up as first } from './migrations/0001-first.ts'
import { up as webhooks } from './migrations/0002-webhooks.ts'
import { up as settings } from './migrations/0003-settings.ts'
import { up as sends } from './migrations/0004-sends.ts'
import { up as deposits } from './migrations/0005-deposits.ts'
import { up as settlements } from './migrations/0006-settlements.ts'
import { up as refunds } from './migrations/0007-refunds.ts'
import { up as authorizations } from './migrations/0008-authorizations.ts'
import { up as sweeps } from './migrations/0009-sweeps.ts'
import { up as fairness } from './migrations/0013-fairness.ts'
import { up as leases } from './migrations/0014-leases.ts'
import type { Profile } from './profile.ts'

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
]

/** The version that this code writes and reads. */
export const SCHEMA_VERSION = migrations.length

export function schemaVersion(database: DatabaseSync): number {
  return Number(database.prepare('pragma user_version').get()?.user_version ?? 0)
}

/** Brings the tables up to date in one transaction. Throws when a newer release wrote the database. */
export function migrate(database: DatabaseSync, profile: Profile): void {
  const version = schemaVersion(database)
  if (version > SCHEMA_VERSION) {
    throw new Error(
      `the database is at version ${version}, this release knows up to ${SCHEMA_VERSION}: use a newer release`,
    )
  }
  if (version === SCHEMA_VERSION) return
  database.exec('begin immediate')
  try {
    for (const up of migrations.slice(version)) database.exec(up.replaceAll('{id}', profile.rowNumber))
    database.exec(`pragma user_version = ${SCHEMA_VERSION}`)
    database.exec('commit')
  } catch (error) {
    database.exec('rollback')
    throw error
  }
}
