import type { Connection } from '@crypto-checkout/api-types'
import { type ExpressionBuilder, sql } from 'kysely'
import { type Owner, pickOwned } from '../domain/owner.ts'
import { countRows, type Db, type Tx } from '../storage/database.ts'
import type { Tables } from '../storage/tables.generated.ts'
import type { NewRow, Row } from '../storage/tables.ts'

export type ConnectionRow = Row<'connections'>
type ConnectionStatus = Connection['status']

export async function insertConnection(tx: Tx, row: NewRow<'connections'>): Promise<ConnectionRow> {
  return tx.insertInto('connections').values(row).returningAll().executeTakeFirstOrThrow()
}

export async function findConnectionByCode(db: Db, codeHash: string): Promise<ConnectionRow | null> {
  const row = await db.selectFrom('connections').selectAll().where('code_hash', '=', codeHash).executeTakeFirst()
  return row ?? null
}

/** `from`: the address that exchanged the code. */
export async function markConnected(
  tx: Tx,
  { seq }: ConnectionRow,
  { now, from }: { readonly now: number; readonly from: string | null },
): Promise<void> {
  const connected = { connected_at: now, exchanged_from: from }
  await tx.updateTable('connections').set(connected).where('seq', '=', seq).execute()
}

/** Lets a code that was not exchanged expire now. */
export async function expireCode(tx: Tx, { seq }: ConnectionRow, now: number): Promise<void> {
  await tx.updateTable('connections').set({ code_expires_at: now }).where('seq', '=', seq).execute()
}

/** A connection with the state of its code, its keys and its webhook. */
export type ConnectionWithParts = ConnectionRow & {
  readonly status: ConnectionStatus
  /** The newest of its keys. */
  readonly key_id: string | null
  readonly last_used_at: number | null
  readonly webhook_id: string | null
}

/** A connection, also one whose code has expired and is not pruned yet. */
export async function findConnection(
  db: Db,
  owner: Owner,
  id: string,
  now: number,
): Promise<ConnectionWithParts | null> {
  const row = await withParts(db, now).where('connections.id', '=', id).executeTakeFirst()
  return pickOwned(row ? toParts(row) : null, owner)
}

export type ConnectionFilter = { readonly status?: ConnectionStatus | undefined; readonly now: number }

/** Newest first, without those whose codes have expired. */
export async function listConnectionRows(
  db: Db,
  owner: Owner,
  { status, now }: ConnectionFilter,
  after: number | null,
  limit: number,
): Promise<ConnectionWithParts[]> {
  let query = withParts(db, now)
    .where('connections.merchant_id', '=', owner.merchantId)
    .where('connections.livemode', '=', owner.livemode)
    .where((eb) => isListed(eb, status, now))
    .orderBy('connections.seq', 'desc')
    .limit(limit)
  if (after !== null) query = query.where('connections.seq', '<', after)
  return (await query.execute()).map(toParts)
}

export function countConnections(db: Db, owner: Owner, { status, now }: ConnectionFilter): Promise<number> {
  return countRows(
    db
      .selectFrom('connections')
      .where('merchant_id', '=', owner.merchantId)
      .where('livemode', '=', owner.livemode)
      .where((eb) => isListed(eb, status, now)),
  )
}

/** Deletes connections whose codes have expired, the oldest first. Returns their number. */
export async function pruneCodes(tx: Tx, now: number, limit: number): Promise<number> {
  const old = tx
    .selectFrom('connections')
    .select('seq')
    .where('connected_at', 'is', null)
    .where('code_expires_at', '<=', now)
    .orderBy('code_expires_at')
    .limit(limit)
  const deleted = await tx.deleteFrom('connections').where('seq', 'in', old).returning('seq').execute()
  return deleted.length
}

type Connections = ExpressionBuilder<Tables, 'connections'>

function isListed(eb: Connections, status: ConnectionStatus | undefined, now: number) {
  const isConnected = eb('connected_at', 'is not', null)
  if (status === 'pending') return isPending(eb, now)
  if (status === 'active') return hasWorkingPart(eb, now)
  if (status === 'ended') return eb.and([isConnected, eb.not(hasWorkingPart(eb, now))])
  return eb.or([isConnected, isPending(eb, now)])
}

function isPending(eb: Connections, now: number) {
  return eb.and([eb('connected_at', 'is', null), eb('code_expires_at', '>', now)])
}

function hasWorkingPart(eb: Connections, now: number) {
  const one = sql.lit(1).as('one')
  const keys = eb
    .selectFrom('api_keys')
    .select(one)
    .whereRef('api_keys.connection_id', '=', 'connections.id')
    .where('revoked_at', 'is', null)
    .where((key) => key.or([key('expires_at', 'is', null), key('expires_at', '>', now)]))
  const webhooks = eb
    .selectFrom('webhooks')
    .select(one)
    .whereRef('webhooks.connection_id', '=', 'connections.id')
    .where('disabled_at', 'is', null)
  return eb.or([eb.exists(keys), eb.exists(webhooks)])
}

function withParts(db: Db, now: number) {
  return db
    .selectFrom('connections')
    .selectAll('connections')
    .select((eb) => {
      const keys = eb.selectFrom('api_keys').whereRef('api_keys.connection_id', '=', 'connections.id')
      const webhooks = eb.selectFrom('webhooks').whereRef('webhooks.connection_id', '=', 'connections.id')
      return [
        eb
          .case()
          .when(isPending(eb, now))
          .then(sql.lit('pending' as const))
          .when(hasWorkingPart(eb, now))
          .then(sql.lit('active' as const))
          .else(sql.lit('ended' as const))
          .end()
          .as('status'),
        keys.select('api_keys.id').orderBy('api_keys.seq', 'desc').limit(1).as('key_id'),
        keys.select((key) => key.fn.max('api_keys.last_used_at').as('at')).as('last_used_at'),
        webhooks.select('webhooks.id').limit(1).as('webhook_id'),
      ]
    })
}

/** PostgreSQL answers a maximum as a text. */
function toParts(
  row: Omit<ConnectionWithParts, 'last_used_at'> & { readonly last_used_at: number | string | null },
): ConnectionWithParts {
  const used = row.last_used_at
  return { ...row, last_used_at: used === null ? null : Number(used) }
}
