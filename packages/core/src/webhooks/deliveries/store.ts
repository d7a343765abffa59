import { sql } from 'kysely'
import type { Owner } from '../../domain/owner.ts'
import { countRows, type Db, pipeline, type Tx } from '../../storage/database.ts'
import { excluded, prepareInsert, prepareQuery, prepareReturningInsert, prepareWrite } from '../../storage/prepared.ts'
import { type NewRow, pick, type Row } from '../../storage/tables.ts'
import { countTallied, type DeliveryFilter, matchAnswered, tallyDeliveries } from './count-store.ts'

export type DeliveryRow = Row<'deliveries'>
export type AttemptRow = Row<'delivery_attempts'>
export type NewDelivery = NewRow<'deliveries'>

/**
 * A literal: the partial indexes of some states need one, and with a bound value SQLite plans the query anew each time.
 */
const PENDING = sql.lit('pending' as const)

const insert = prepareReturningInsert('deliveries', (query) => query.returningAll())

/** Writes deliveries, and opens the lanes of pending ones. */
export async function insertDeliveries(tx: Tx, rows: readonly NewDelivery[]): Promise<DeliveryRow[]> {
  const dueByLane = new Map<string, number>()
  for (const { lane, due_at } of rows) if (due_at !== null && due_at !== undefined) dueByLane.set(lane, due_at)
  const [written] = await pipeline([
    pipeline(rows.map((row) => insert(tx, row))),
    pipeline([...dueByLane].map(([lane, due]) => openLane(tx, lane, due))),
    tallyDeliveries(
      tx,
      rows.map((row) => ({ ...row, webhook_id: row.webhook_id ?? null })),
      1,
    ),
  ])
  return written.flat()
}

const open = prepareQuery<{ lane: string; due_at: number }>()((db, value) =>
  db
    .insertInto('delivery_lanes')
    .values(pick(value, 'lane', 'due_at'))
    .onConflict((conflict) =>
      conflict
        .column('lane')
        .doUpdateSet(excluded('due_at'))
        .where((eb) =>
          eb.or([eb('delivery_lanes.due_at', 'is', null), eb('delivery_lanes.due_at', '>', eb.ref('excluded.due_at'))]),
        ),
    ),
)

/** Makes a lane due at a time. */
async function openLane(tx: Tx, lane: string, due: number): Promise<void> {
  await open(tx, { lane, due_at: due })
}

const dueLanes = prepareQuery<{ now: number; limit: number }>()((db, value) =>
  db.selectFrom('delivery_lanes').select('lane').where('due_at', '<=', value.now).orderBy('due_at').limit(value.limit),
)

/** Lanes that may have due deliveries, longest due first, except those named. */
export async function findDueLanes(db: Db, now: number, but: readonly string[], limit: number): Promise<string[]> {
  const rows = await dueLanes(db, { now, limit: limit + but.length })
  const passed = new Set(but)
  return rows.map((row) => row.lane).filter((lane) => !passed.has(lane))
}

const due = prepareQuery<{ lane: string; now: number; limit: number }>()((db, value) =>
  db
    .selectFrom('deliveries')
    .selectAll()
    .where('lane', '=', value.lane)
    .where('state', '=', PENDING)
    .where('due_at', '<=', value.now)
    .orderBy('due_at')
    .orderBy('event_sequence')
    .limit(value.limit),
)

export function findDue(db: Db, lane: string, now: number, limit: number): Promise<DeliveryRow[]> {
  return due(db, { lane, now, limit })
}

const moveDue = prepareWrite<Pick<DeliveryRow, 'seq' | 'due_at'> & { to: number | null }>()((db, value) =>
  db
    .updateTable('deliveries')
    .set({ due_at: value.to })
    .where('seq', '=', value.seq)
    .where('due_at', '=', value.due_at),
)

/** Postpones due deliveries of a lane, and updates when the lane is due. */
export async function claimRows(tx: Tx, lane: string, rows: readonly DeliveryRow[], until: number): Promise<void> {
  for (const row of rows) await moveDue(tx, { ...row, to: until })
  await settleLane(tx, { lane })
}

/** Restores a postponed delivery's due time, if the delivery did not change meanwhile. */
export async function releaseClaim(tx: Tx, row: DeliveryRow, until: number): Promise<void> {
  const moved = await moveDue(tx, { ...row, due_at: until, to: row.due_at })
  if (moved === 1 && row.due_at !== null) await openLane(tx, row.lane, row.due_at)
}

const settleLane = prepareQuery<{ lane: string }>()((db, value) =>
  db
    .updateTable('delivery_lanes')
    .set((eb) => ({
      due_at: eb
        .selectFrom('deliveries')
        .select('deliveries.due_at')
        .where('deliveries.lane', '=', value.lane)
        .where('deliveries.state', '=', PENDING)
        .orderBy('deliveries.due_at')
        .limit(1),
    }))
    .where('lane', '=', value.lane),
)

const attempted = prepareInsert('delivery_attempts')

export async function insertAttempt(tx: Tx, row: AttemptRow): Promise<void> {
  await attempted(tx, [row])
}

const FATE = ['attempts', 'last_status', 'state', 'due_at', 'ended_at'] as const
type Fate = Pick<DeliveryRow, (typeof FATE)[number]>
const end = prepareQuery<Fate & { seq: number }>()((db, value) =>
  db
    .updateTable('deliveries')
    .set(pick(value, ...FATE))
    .where('seq', '=', value.seq),
)

/** Writes a delivery's state after an attempt. */
export async function endAttempt(tx: Tx, row: DeliveryRow, fate: Fate): Promise<void> {
  await end(tx, { ...row, ...fate })
  // A lane's time may be too early until a pass finds nothing due on it.
  if (fate.due_at !== null) await openLane(tx, row.lane, fate.due_at)
}

/** Tells whether the last report about a lane is older than a span of time. The next one is then of now. */
export async function claimReport(tx: Tx, lane: string, now: number, spanMs: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('delivery_lanes')
    .set({ reported_at: now })
    .where('lane', '=', lane)
    .where((eb) => eb.or([eb('reported_at', 'is', null), eb('reported_at', '<=', now - spanMs)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Marks an endpoint's pending deliveries as failed. */
export async function failPending(tx: Tx, lane: string, now: number): Promise<void> {
  await tx
    .updateTable('deliveries')
    .set({ state: 'failed', due_at: null, ended_at: now })
    .where('lane', '=', lane)
    .where('state', '=', PENDING)
    .execute()
  await tx.updateTable('delivery_lanes').set({ due_at: null }).where('lane', '=', lane).execute()
}

const byId = prepareQuery<Owner & { id: string }>()((db, value) =>
  db
    .selectFrom('deliveries')
    .selectAll()
    .where('id', '=', value.id)
    .where('merchant_id', '=', value.merchantId)
    .where('livemode', '=', value.livemode),
)

export async function findDelivery(db: Db, owner: Owner, id: string): Promise<DeliveryRow | null> {
  const [row] = await byId(db, { ...owner, id })
  return row ?? null
}

export function findAttempts(db: Db, deliveryId: string): Promise<AttemptRow[]> {
  return db
    .selectFrom('delivery_attempts')
    .selectAll()
    .where('delivery_id', '=', deliveryId)
    .orderBy('number')
    .execute()
}

/** Newest first. */
export function listDeliveryRows(
  db: Db,
  owner: Owner,
  filter: DeliveryFilter,
  after: Pick<DeliveryRow, 'seq' | 'created_at'> | null,
  limit: number,
): Promise<DeliveryRow[]> {
  const query = filtered(db, owner, filter).selectAll().limit(limit)
  // A type, and answers that are not 2xx, have indexes in the order of all of a merchant's.
  const isOfAll = filter.types.length > 0 || filter.answered !== undefined
  if (filter.of && ('payment' in filter.of || !isOfAll)) {
    const own = query.orderBy('seq', 'desc')
    return (after ? own.where('seq', '<', after.seq) : own).execute()
  }
  const all = query.orderBy('created_at', 'desc').orderBy('seq', 'desc')
  if (!after) return all.execute()
  return all.where((eb) => eb(eb.refTuple('created_at', 'seq'), '<', eb.tuple(after.created_at, after.seq))).execute()
}

export function countDeliveries(db: Db, owner: Owner, filter: DeliveryFilter): Promise<number> {
  const isNarrow = filter.event !== undefined || (filter.of && 'payment' in filter.of)
  if (!isNarrow) return countTallied(db, owner, filter)
  return countRows(filtered(db, owner, filter))
}

function filtered(db: Db, owner: Owner, { of, state, event, types, answered, since, before }: DeliveryFilter) {
  let query = ownDeliveries(db, owner)
  if (of)
    query = 'webhook' in of ? query.where('webhook_id', '=', of.webhook) : query.where('payment_id', '=', of.payment)
  // A literal: the partial indexes need one.
  if (state !== undefined) query = query.where('state', '=', sql.lit(state))
  if (event !== undefined) query = query.where('event_id', '=', event)
  for (const type of types) query = query.where('event_type', '=', type)
  for (const condition of matchAnswered(answered)) query = query.where(condition)
  if (since !== undefined) query = query.where('created_at', '>=', since)
  if (before !== undefined) query = query.where('created_at', '<', before)
  return query
}

/** Makes a delivery due at once, whatever its state. */
export async function sendAgain(tx: Tx, row: DeliveryRow, now: number): Promise<DeliveryRow> {
  await openLane(tx, row.lane, now)
  return tx
    .updateTable('deliveries')
    .set({ state: 'pending', due_at: now, ended_at: null })
    .where('seq', '=', row.seq)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Makes an endpoint's failed deliveries since a time due again, oldest first. Returns their number. */
export async function sendFailedAgain(
  tx: Tx,
  webhookId: string,
  since: number,
  now: number,
  limit: number,
): Promise<number> {
  const failed = tx
    .selectFrom('deliveries')
    .select('seq')
    .where('webhook_id', '=', webhookId)
    .where('state', '=', sql.lit('failed'))
    .where('created_at', '>=', since)
    .orderBy('created_at')
    .limit(limit)
  const result = await tx
    .updateTable('deliveries')
    .set({ state: 'pending', due_at: now, ended_at: null })
    .where('seq', 'in', failed)
    .executeTakeFirst()
  if (result.numUpdatedRows > 0n) await openLane(tx, webhookId, now)
  return Number(result.numUpdatedRows)
}

function ownDeliveries(db: Db, owner: Owner) {
  return db.selectFrom('deliveries').where('merchant_id', '=', owner.merchantId).where('livemode', '=', owner.livemode)
}

/** Deletes ended deliveries up to a time, with their attempts, at most `limit`. Returns their number. */
export async function pruneDeliveries(tx: Tx, until: number, limit: number): Promise<number> {
  const rows = await tx
    .selectFrom('deliveries')
    .select(['seq', 'id', 'merchant_id', 'livemode', 'webhook_id', 'event_type', 'created_at'])
    // A literal, so that the index of ended deliveries can serve it.
    .where(sql<boolean>`state <> 'pending'`)
    .where('created_at', '<=', until)
    .orderBy('created_at')
    .limit(limit)
    .execute()
  if (rows.length === 0) return 0
  const ids = rows.map((row) => row.id)
  await tx.deleteFrom('delivery_attempts').where('delivery_id', 'in', ids).execute()
  const seqs = rows.map((row) => row.seq)
  await tx.deleteFrom('deliveries').where('seq', 'in', seqs).execute()
  await tallyDeliveries(tx, rows, -1)
  return rows.length
}

/** Counts the pending deliveries, at most `limit`, and finds when the oldest was created; null if there are none. */
export async function countPending(db: Db, limit: number): Promise<{ count: number; oldest: number | null }> {
  const row = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('deliveries')
        .select('created_at')
        // A literal: the partial index cannot serve a bound value.
        .where('state', '=', PENDING)
        .limit(limit)
        .as('pending'),
    )
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min<number | null>('created_at').as('oldest')])
    .executeTakeFirstOrThrow()
  return { count: Number(row.count), oldest: row.oldest === null ? null : Number(row.oldest) }
}
