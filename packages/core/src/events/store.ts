import type { Db, Tx } from '../storage/database.ts'
import { prepared } from '../storage/prepared.ts'
import type { NewRow, Row } from '../storage/tables.ts'

export type EventRow = Row<'events'>

const nextLive = prepared<{ id: string }>()((db, value) =>
  db
    .updateTable('merchants')
    .set((eb) => ({ live_sequence: eb('live_sequence', '+', 1) }))
    .where('id', '=', value.id)
    .returning('live_sequence as sequence'),
)

const nextSandbox = prepared<{ id: string }>()((db, value) =>
  db
    .updateTable('merchants')
    .set((eb) => ({ sandbox_sequence: eb('sandbox_sequence', '+', 1) }))
    .where('id', '=', value.id)
    .returning('sandbox_sequence as sequence'),
)

/** The next number of a merchant's events, under a lock on the merchant's row: without gaps. */
export async function takeSequence(tx: Tx, merchantId: string, livemode: boolean): Promise<number> {
  const [row] = await (livemode ? nextLive : nextSandbox)(tx, { id: merchantId })
  if (!row) throw new Error(`no merchant ${merchantId}`)
  return row.sequence
}

const insert = prepared<NewRow<'events'>>()((db, value) =>
  db.insertInto('events').values({
    merchant_id: value.merchant_id,
    livemode: value.livemode,
    sequence: value.sequence,
    id: value.id,
    type: value.type,
    created_at: value.created_at,
    object: value.object,
  }),
)

export async function insertEvent(tx: Tx, row: NewRow<'events'>): Promise<void> {
  await insert(tx, row)
}

type Owner = { readonly merchantId: string; readonly livemode: boolean }

export async function findEvent(db: Db, owner: Owner, id: string): Promise<EventRow | null> {
  return (await ownEvents(db, owner).selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** Oldest first from after a sequence number on: what catches up. */
export function eventsAfter(db: Db, owner: Owner, sequence: number, limit: number, types?: readonly string[]) {
  let query = ownEvents(db, owner).selectAll().where('sequence', '>', sequence).orderBy('sequence').limit(limit)
  if (types) query = query.where('type', 'in', types)
  return query.execute()
}

/** Newest first, before a sequence number where one is given. */
export function eventsBefore(db: Db, owner: Owner, sequence: number | null, limit: number, type?: string) {
  let query = ownEvents(db, owner).selectAll().orderBy('sequence', 'desc').limit(limit)
  if (sequence !== null) query = query.where('sequence', '<', sequence)
  if (type) query = query.where('type', '=', type)
  return query.execute()
}

export async function countEvents(db: Db, owner: Owner, type?: string, after = 0): Promise<number> {
  let query = ownEvents(db, owner)
    .select((eb) => eb.fn.countAll<number>().as('events'))
    .where('sequence', '>', after)
  if (type) query = query.where('type', '=', type)
  return Number((await query.executeTakeFirstOrThrow()).events)
}

/** The last sequence number given; events have no gaps, so it also counts them. */
export async function lastSequence(db: Db, owner: Owner): Promise<number> {
  const row = await db
    .selectFrom('merchants')
    .select(['live_sequence', 'sandbox_sequence'])
    .where('id', '=', owner.merchantId)
    .executeTakeFirst()
  return (owner.livemode ? row?.live_sequence : row?.sandbox_sequence) ?? 0
}

function ownEvents(db: Db, owner: Owner) {
  return db
    .selectFrom('events')
    .where('merchant_id', '=', owner.merchantId)
    .where('livemode', '=', owner.livemode ? 1 : 0)
}
