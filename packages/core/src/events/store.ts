import type { Db, Tx } from '../storage/database.ts'
import { prepared } from '../storage/prepared.ts'
import type { NewRow, Row } from '../storage/tables.ts'

export type EventRow = Row<'events'>

type Taken = { id: string; events: number }

const nextLive = prepared<Taken>()((db, value) =>
  db
    .updateTable('merchants')
    .set((eb) => ({ live_sequence: eb('live_sequence', '+', value.events) }))
    .where('id', '=', value.id)
    .returning('live_sequence as sequence'),
)

const nextSandbox = prepared<Taken>()((db, value) =>
  db
    .updateTable('merchants')
    .set((eb) => ({ sandbox_sequence: eb('sandbox_sequence', '+', value.events) }))
    .where('id', '=', value.id)
    .returning('sandbox_sequence as sequence'),
)

/** The last of the next numbers of a merchant's events, under a lock on the merchant's row: without gaps. */
export async function takeSequences(tx: Tx, owner: Owner, events: number): Promise<number> {
  const [row] = await (owner.livemode ? nextLive : nextSandbox)(tx, { id: owner.merchantId, events })
  if (!row) throw new Error(`no merchant ${owner.merchantId}`)
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

const EVENTS_A_TALLY = 1_000

type Tally = Row<'event_tallies'>
const tally = prepared<Tally>()((db, value) =>
  db
    .insertInto('event_tallies')
    .values({
      merchant_id: value.merchant_id,
      livemode: value.livemode,
      type: value.type,
      thousand: value.thousand,
      events: value.events,
    })
    .onConflict((conflict) =>
      conflict.columns(['merchant_id', 'livemode', 'type', 'thousand']).doUpdateSet((eb) => ({
        events: eb('event_tallies.events', '+', eb.ref('excluded.events')),
      })),
    ),
)

/** Writes events of one merchant in one environment, and counts them. */
export async function insertEvents(tx: Tx, rows: readonly NewRow<'events'>[]): Promise<void> {
  const tallies = new Map<string, Tally>()
  for (const row of rows) {
    await insert(tx, row)
    const thousand = Math.floor(row.sequence / EVENTS_A_TALLY)
    const { merchant_id, livemode, type } = row
    const key = `${type} ${thousand}`
    const events = (tallies.get(key)?.events ?? 0) + 1
    tallies.set(key, { merchant_id, livemode, type, thousand, events })
  }
  for (const counted of tallies.values()) await tally(tx, counted)
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

/** Counts events after a sequence number: one by one only up to the next thousand, by the tallies from there on. */
export async function countEvents(db: Db, owner: Owner, type: string, after: number): Promise<number> {
  const thousand = Math.floor(after / EVENTS_A_TALLY) + 1
  const [counted, tallied] = await Promise.all([
    ownEvents(db, owner)
      .select((eb) => eb.fn.countAll<number>().as('events'))
      .where('type', '=', type)
      .where('sequence', '>', after)
      .where('sequence', '<', thousand * EVENTS_A_TALLY)
      .executeTakeFirst(),
    db
      .selectFrom('event_tallies')
      .select((eb) => eb.fn.sum<number | null>('events').as('events'))
      .where('merchant_id', '=', owner.merchantId)
      .where('livemode', '=', owner.livemode ? 1 : 0)
      .where('type', '=', type)
      .where('thousand', '>=', thousand)
      .executeTakeFirst(),
  ])
  return Number(counted?.events ?? 0) + Number(tallied?.events ?? 0)
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
