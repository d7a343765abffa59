import type { EventType } from '@crypto-checkout/api-types'
import { sql } from 'kysely'
import type { Owner } from '../domain/owner.ts'
import { countRows, type Db, type Tx } from '../storage/database.ts'
import { prepareQuery } from '../storage/prepared.ts'
import type { Row } from '../storage/tables.ts'

export type EventRow = Row<'events'>

/** Events of a type are counted in thousands by their numbers. */
export const EVENTS_A_TALLY = 1_000

const byId = prepareQuery<Owner & { id: string }>()((db, value) =>
  db
    .selectFrom('events')
    .selectAll()
    .where('id', '=', value.id)
    .where('merchant_id', '=', value.merchantId)
    .where('livemode', '=', value.livemode),
)

export async function findEvent(db: Db, owner: Owner, id: string): Promise<EventRow | null> {
  const [row] = await byId(db, { ...owner, id })
  return row ?? null
}

/** Events of these types, and of this payment. */
export type EventFilter = { readonly types?: readonly EventType[] | undefined; readonly payment?: string | undefined }

/** Oldest first, after a sequence number, for catching up. */
export function findEventsAfter(db: Db, owner: Owner, sequence: number, limit: number, filter: EventFilter = {}) {
  return filteredEvents(db, owner, filter)
    .selectAll()
    .where('sequence', '>', sequence)
    .orderBy('sequence')
    .limit(limit)
    .execute()
}

/** Newest first, optionally before a sequence number. */
export function findEventsBefore(
  db: Db,
  owner: Owner,
  sequence: number | null,
  limit: number,
  filter: EventFilter = {},
) {
  let query = filteredEvents(db, owner, filter).selectAll().orderBy('sequence', 'desc').limit(limit)
  if (sequence !== null) query = query.where('sequence', '<', sequence)
  return query.execute()
}

/** Counts a payment's events one by one: it has few. */
export function countEventsOfPayment(
  db: Db,
  owner: Owner,
  filter: EventFilter & { readonly payment: string },
  after: number,
): Promise<number> {
  return countRows(filteredEvents(db, owner, filter).where('sequence', '>', after))
}

/**
 * A payment has few events, which its index finds. `coalesce` keeps databases from the primary key, by which they would
 * read all events of the merchant.
 */
function filteredEvents(db: Db, owner: Owner, { types, payment }: EventFilter) {
  const query =
    payment === undefined
      ? ownEvents(db, owner)
      : db
          .selectFrom('events')
          .where('payment_id', '=', payment)
          .where((eb) => eb.fn.coalesce('merchant_id', sql.lit('')), '=', owner.merchantId)
          .where((eb) => eb.fn.coalesce('livemode', sql.lit(0)), '=', owner.livemode)
  return types ? query.where('type', 'in', types) : query
}

/** Counts events after a sequence number: individually up to the next thousand, with the tallies from there. */
export async function countEvents(db: Db, owner: Owner, type: EventType, after: number): Promise<number> {
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
      .where('livemode', '=', owner.livemode)
      .where('type', '=', type)
      .where('thousand', '>=', thousand)
      .executeTakeFirst(),
  ])
  return Number(counted?.events ?? 0) + Number(tallied?.events ?? 0)
}

/** The last sequence number assigned. */
export async function findLastSequence(db: Db, owner: Owner): Promise<number> {
  const row = await db
    .selectFrom('merchants')
    .select(['live_sequence', 'sandbox_sequence'])
    .where('id', '=', owner.merchantId)
    .executeTakeFirst()
  return (owner.livemode ? row?.live_sequence : row?.sandbox_sequence) ?? 0
}

/** The last sequence numbers of merchants in each environment; 0 for one that does not exist. */
export async function findLastSequences(db: Db, merchantIds: readonly string[]): Promise<(owner: Owner) => number> {
  const rows = await db
    .selectFrom('merchants')
    .select(['id', 'live_sequence', 'sandbox_sequence'])
    .where('id', 'in', merchantIds)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ({ merchantId, livemode }) => {
    const row = byId.get(merchantId)
    return (livemode ? row?.live_sequence : row?.sandbox_sequence) ?? 0
  }
}

/** The payments of events after a sequence number; null for transfers that pay none. */
export async function findChangedPayments(db: Db, owner: Owner, sequence: number): Promise<(string | null)[]> {
  const rows = await ownEvents(db, owner)
    .select('payment_id')
    .distinct()
    .where('sequence', '>', sequence)
    .where((eb) => eb.or([eb('payment_id', 'is not', null), eb('type', '=', 'transfer.unattributed')]))
    .execute()
  return rows.map((row) => row.payment_id)
}

/** The oldest stored event; null when there is none. */
export async function findOldestEvent(db: Db, owner: Owner): Promise<Pick<EventRow, 'sequence' | 'created_at'> | null> {
  const oldest = ownEvents(db, owner).select(['sequence', 'created_at']).orderBy('sequence').limit(1)
  return (await oldest.executeTakeFirst()) ?? null
}

/**
 * Deletes a merchant's oldest events up to a time, at most `limit`, and subtracts them from the counts. It stops before
 * the first event that has a delivery or still needs its deliveries, so the rest has no gaps. Returns their number.
 */
export async function pruneEvents(tx: Tx, owner: Owner, until: number, limit: number): Promise<number> {
  const place = tx
    .selectFrom('webhook_places')
    .select('sequence')
    .where('merchant_id', '=', owner.merchantId)
    .where('livemode', '=', owner.livemode)
  const oldest = await ownEvents(tx, owner)
    .select(['sequence', 'type', 'created_at'])
    .select((eb) =>
      eb
        .selectFrom('deliveries')
        .select('deliveries.seq')
        .whereRef('deliveries.event_id', '=', 'events.id')
        .limit(1)
        .as('delivery'),
    )
    .where('sequence', '<=', place)
    .orderBy('sequence')
    .limit(limit)
    .execute()
  const firstKept = oldest.findIndex((row) => row.created_at > until || row.delivery !== null)
  const pruned = firstKept === -1 ? oldest : oldest.slice(0, firstKept)
  const last = pruned.at(-1)
  if (!last) return 0
  await tx
    .deleteFrom('events')
    .where('merchant_id', '=', owner.merchantId)
    .where('livemode', '=', owner.livemode)
    .where('sequence', '<=', last.sequence)
    .execute()
  await untally(tx, owner, pruned)
  return pruned.length
}

async function untally(tx: Tx, owner: Owner, rows: readonly Pick<EventRow, 'sequence' | 'type'>[]): Promise<void> {
  const groups = Map.groupBy(rows, ({ type, sequence }) => `${type} ${Math.floor(sequence / EVENTS_A_TALLY)}`)
  for (const group of groups.values()) {
    const [first] = group
    if (!first) continue
    await tx
      .updateTable('event_tallies')
      .set((eb) => ({ events: eb('events', '-', group.length) }))
      .where('merchant_id', '=', owner.merchantId)
      .where('livemode', '=', owner.livemode)
      .where('type', '=', first.type)
      .where('thousand', '=', Math.floor(first.sequence / EVENTS_A_TALLY))
      .execute()
  }
}

function ownEvents(db: Db, owner: Owner) {
  return db.selectFrom('events').where('merchant_id', '=', owner.merchantId).where('livemode', '=', owner.livemode)
}
