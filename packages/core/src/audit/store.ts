import type { AuditObject, AuditOperation } from '@crypto-checkout/api-types'
import type { Owner } from '../domain/owner.ts'
import { countRows, type Db, type Tx } from '../storage/database.ts'
import { prepareInsert } from '../storage/prepared.ts'
import type { ListPosition, NewRow, Row } from '../storage/tables.ts'

export type AuditRow = Row<'audit_log'>
const insert = prepareInsert('audit_log')

export async function insertAuditRow(tx: Tx, row: NewRow<'audit_log'>): Promise<void> {
  await insert(tx, [row])
}

export type AuditRowFilter = {
  readonly actor?: string | undefined
  readonly object?: AuditRow['object'] | undefined
  readonly objectId?: string | undefined
  readonly operation?: AuditRow['operation'] | undefined
  /** One of these. */
  readonly operations?: readonly AuditRow['operation'][] | undefined
  readonly createdFrom?: number | undefined
  readonly createdBefore?: number | undefined
}

/** Newest first, after the item of the cursor. */
export function listAuditRows(
  db: Db,
  owner: Owner,
  filter: AuditRowFilter,
  after: ListPosition | null,
  limit: number,
): Promise<AuditRow[]> {
  return filtered(db, owner, filter)
    .selectAll()
    .$if(after !== null, (query) =>
      query.where((eb) => eb(eb.refTuple('created_at', 'seq'), '<', eb.tuple(after?.created_at ?? 0, after?.seq ?? 0))),
    )
    .orderBy('created_at', 'desc')
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()
}

export function countAuditRows(db: Db, owner: Owner, filter: AuditRowFilter): Promise<number> {
  return countRows(filtered(db, owner, filter))
}

export async function findAuditRow(db: Db, owner: Owner, id: string): Promise<AuditRow | null> {
  return (await filtered(db, owner, {}).selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** All merchants' entries and those of no merchant, newest first. */
export function listNewestAuditRows(db: Db, merchantId: string | null, limit: number): Promise<AuditRow[]> {
  const all = db.selectFrom('audit_log').selectAll().orderBy('seq', 'desc').limit(limit)
  return (merchantId === null ? all : all.where('merchant_id', '=', merchantId)).execute()
}

function filtered(db: Db, { merchantId, livemode }: Owner, filter: AuditRowFilter) {
  const { actor, object, objectId, operation, operations, createdFrom, createdBefore } = filter
  let query = db.selectFrom('audit_log').where('merchant_id', '=', merchantId).where('livemode', '=', livemode)
  if (actor !== undefined) query = query.where('actor', '=', actor)
  if (object !== undefined) query = query.where('object', '=', object)
  if (objectId !== undefined) query = query.where('object_id', '=', objectId)
  if (operation !== undefined) query = query.where('operation', '=', operation)
  if (operations !== undefined) query = query.where('operation', 'in', operations)
  if (createdFrom !== undefined) query = query.where('created_at', '>=', createdFrom)
  if (createdBefore !== undefined) query = query.where('created_at', '<', createdBefore)
  return query
}

/** Fields as the audit log shows them: what JSON can hold, and never a secret. */
export type RecordedFields = Readonly<Record<string, unknown>>

export type Change = {
  readonly operation: AuditOperation
  readonly object: AuditObject
  readonly objectId: string | null
  /** Null if the object was made, or if nothing of it is recorded. */
  readonly before: RecordedFields | null
  /** Null if the object was deleted. */
  readonly after: RecordedFields | null
}
