import type { Owner } from '../../domain/owner.ts'
import { countRows, type Db, type Tx } from '../../storage/database.ts'
import { prepareInsert } from '../../storage/prepared.ts'
import type { NewRow, Row } from '../../storage/tables.ts'

export type RequestRow = Row<'request_log'>
/** Requests of a merchant in an environment that are kept. */
export const MAX_STORED = 10_000

const insert = prepareInsert('request_log', (query) =>
  // A commit whose answer was lost is repeated.
  query.onConflict((conflict) => conflict.columns(['merchant_id', 'livemode', 'id']).doNothing()),
)

export async function insertRequests(tx: Tx, rows: readonly NewRow<'request_log'>[]): Promise<void> {
  await insert(tx, rows)
}

/** Deletes all but the newest of a merchant in an environment. */
export async function trimRequests(tx: Tx, owner: Owner): Promise<void> {
  const tooOld = await ownRequests(tx, owner)
    .select('id')
    .orderBy('id', 'desc')
    .offset(MAX_STORED)
    .limit(1)
    .executeTakeFirst()
  if (!tooOld) return
  await tx
    .deleteFrom('request_log')
    .where('merchant_id', '=', owner.merchantId)
    .where('livemode', '=', owner.livemode)
    .where('id', '<=', tooOld.id)
    .execute()
}

/** Finds the time when the oldest stored request was made; null if there is none. */
export async function findOldestRequest(db: Db, owner: Owner): Promise<number | null> {
  const row = await ownRequests(db, owner).select('created_at').orderBy('id').limit(1).executeTakeFirst()
  return row?.created_at ?? null
}

/** Deletes a merchant's oldest requests up to a time, at most `limit`. Returns their number. */
export async function pruneRequests(tx: Tx, owner: Owner, until: number, limit: number): Promise<number> {
  const oldest = await ownRequests(tx, owner).select(['id', 'created_at']).orderBy('id').limit(limit).execute()
  const ids = oldest.filter((row) => row.created_at <= until).map(({ id }) => id)
  if (ids.length === 0) return 0
  await tx
    .deleteFrom('request_log')
    .where('merchant_id', '=', owner.merchantId)
    .where('livemode', '=', owner.livemode)
    .where('id', 'in', ids)
    .execute()
  return ids.length
}

export type RequestFilter = {
  readonly method?: string | undefined
  readonly actor?: string | undefined
  /** From a status, and below another one. */
  readonly status?: { readonly from: number; readonly below: number } | undefined
}

/** Newest first: ids begin with the time. */
export function listRequestRows(
  db: Db,
  owner: Owner,
  filter: RequestFilter,
  after: string | null,
  limit: number,
): Promise<RequestRow[]> {
  let query = filtered(db, owner, filter).selectAll().orderBy('id', 'desc').limit(limit)
  if (after !== null) query = query.where('id', '<', after)
  return query.execute()
}

export function countRequests(db: Db, owner: Owner, filter: RequestFilter): Promise<number> {
  return countRows(filtered(db, owner, filter))
}

export async function hasRequest(db: Db, owner: Owner, id: string): Promise<boolean> {
  return (await ownRequests(db, owner).select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

function filtered(db: Db, owner: Owner, { method, actor, status }: RequestFilter) {
  let query = ownRequests(db, owner)
  if (method !== undefined) query = query.where('method', '=', method)
  if (actor !== undefined) query = query.where('actor', '=', actor)
  if (status) query = query.where('status', '>=', status.from).where('status', '<', status.below)
  return query
}

function ownRequests(db: Db, { merchantId, livemode }: Owner) {
  return db.selectFrom('request_log').where('merchant_id', '=', merchantId).where('livemode', '=', livemode)
}
