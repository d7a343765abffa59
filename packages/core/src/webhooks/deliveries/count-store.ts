/**
 * Counts of deliveries in lists. All that were created are in tallies, by webhook, type and time. Those that wait,
 * failed or were not accepted are few as a rule: they have indexes of their own, and are counted one by one. The rest
 * is what the tallies have more.
 */

import type { EventType } from '@crypto-checkout/api-types'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Owner } from '../../domain/owner.ts'
import { END_OF_TIME, splitSpan, TALLIED_SPANS_MS } from '../../domain/time-spans.ts'
import { type Db, pipeline, type Tx } from '../../storage/database.ts'
import { prepareQuery, prepareSums } from '../../storage/prepared.ts'
import { type Row, sumSpan } from '../../storage/tables.ts'

type Tally = Row<'delivery_tallies'>

export type DeliveryFilter = {
  /** Deliveries of an endpoint or of a payment; null: all of a merchant. */
  readonly of: { readonly webhook: string } | { readonly payment: string } | null
  readonly state?: 'pending' | 'delivered' | 'failed' | undefined
  readonly event?: string | undefined
  readonly types: readonly EventType[]
  /** Statuses of the last answer: from, and below; null: it was not answered. */
  readonly answered?: { readonly from: number; readonly below: number } | null | undefined
  /** Milliseconds. */
  readonly since?: number | undefined
  readonly before?: number | undefined
}

const ACCEPTED = 200
/** As the partial index says it. */
const NOT_ACCEPTED = sql<SqlBool>`(last_status is null or last_status < 200 or last_status > 299)`

const tally = prepareSums(
  'delivery_tallies',
  ['merchant_id', 'livemode', 'span', 'webhook_id', 'event_type', 'start'],
  ['deliveries'],
)

const removeEmpty = prepareQuery<Omit<Tally, 'deliveries'>>()((db, value) =>
  db
    .deleteFrom('delivery_tallies')
    .where('merchant_id', '=', value.merchant_id)
    .where('livemode', '=', value.livemode)
    .where('span', '=', value.span)
    .where('webhook_id', '=', value.webhook_id)
    .where('event_type', '=', value.event_type)
    .where('start', '=', value.start)
    .where('deliveries', '=', 0),
)

type Counted = Pick<Row<'deliveries'>, 'merchant_id' | 'livemode' | 'webhook_id' | 'event_type' | 'created_at'>

/** Counts deliveries that were written (1) or deleted (-1). */
export async function tallyDeliveries(tx: Tx, rows: readonly Counted[], by: 1 | -1): Promise<void> {
  const tallies = new Map<string, Tally>()
  for (const { merchant_id, livemode, webhook_id, event_type, created_at } of rows) {
    for (const span of TALLIED_SPANS_MS) {
      const of = { merchant_id, livemode, webhook_id: webhook_id ?? '', event_type, span }
      const start = Math.floor(Number(created_at) / span)
      const key = [...Object.values(of), start].join(' ')
      tallies.set(key, { ...of, start, deliveries: (tallies.get(key)?.deliveries ?? 0) + by })
    }
  }
  const changes = [...tallies.values()]
  await tally(tx, changes)
  if (by < 0) await pipeline(changes.map((row) => removeEmpty(tx, row)))
}

/** Counts the deliveries that a filter of all or of one webhook's selects. */
export async function countTallied(db: Db, owner: Owner, filter: DeliveryFilter): Promise<number> {
  if (new Set(filter.types).size > 1) return 0
  const parts = isOneByOne(filter)
    ? [countRows(owner, filter, ...inState(filter.state), ...matchAnswered(filter.answered))]
    : [sumTallies(owner, filter), ...listOthers(owner, filter)]
  const { rows } = await sql<{ total: number | string }>`select ${sql.join(parts, sql` - `)} as total`.execute(db)
  return Number(rows[0]?.total ?? 0)
}

/** Tells whether few are counted: those that wait or failed, or were not accepted. */
function isOneByOne({ state, answered }: DeliveryFilter): boolean {
  return state === 'failed' || state === 'pending' || (answered !== undefined && answered?.from !== ACCEPTED)
}

/** Those that the tallies have, and the filter does not allow. No two of these overlap. */
function listOthers(owner: Owner, { state, answered, ...filter }: DeliveryFilter): RawBuilder<unknown>[] {
  const notAccepted = answered === undefined ? [] : [countRows(owner, filter, ...inState(state), NOT_ACCEPTED)]
  if (state === undefined) return notAccepted
  return [...notAccepted, ...(['failed', 'pending'] as const).map((one) => countRows(owner, filter, ...inState(one)))]
}

function countRows(owner: Owner, filter: DeliveryFilter, ...more: RawBuilder<SqlBool>[]): RawBuilder<unknown> {
  return sql`(select count(*) from deliveries where ${buildWhere(owner, filter, more)})`
}

/** A literal, which the partial indexes need. */
function inState(state: DeliveryFilter['state']): RawBuilder<SqlBool>[] {
  return state === undefined ? [] : [sql`state = ${sql.lit(state)}`]
}

/** `null`: it was tried, and there was no answer. */
function isAnswered(answered: NonNullable<DeliveryFilter['answered']> | null): RawBuilder<SqlBool> {
  if (answered === null) return sql`(attempts > 0 and last_status is null)`
  return sql`(last_status >= ${sql.lit(answered.from)} and last_status < ${sql.lit(answered.below)})`
}

/** The same for deliveries whose answer was not 2xx, so that their index serves it. */
export function matchAnswered(answered: DeliveryFilter['answered']): RawBuilder<SqlBool>[] {
  if (answered === undefined) return []
  return answered?.from === ACCEPTED ? [isAnswered(answered)] : [NOT_ACCEPTED, isAnswered(answered)]
}

function buildWhere({ merchantId, livemode }: Owner, filter: DeliveryFilter, more: readonly RawBuilder<SqlBool>[]) {
  const conditions = [
    sql`merchant_id = ${merchantId} and livemode = ${livemode}`,
    ...ofKind(filter),
    ...(filter.since === undefined ? [] : [sql`created_at >= ${filter.since}`]),
    ...(filter.before === undefined ? [] : [sql`created_at < ${filter.before}`]),
    ...more,
  ]
  return sql.join(conditions, sql` and `)
}

function ofKind({ of, types: [type] }: DeliveryFilter): RawBuilder<unknown>[] {
  const ofWebhook = of && 'webhook' in of ? [sql`webhook_id = ${of.webhook}`] : []
  return [...ofWebhook, ...(type === undefined ? [] : [sql`event_type = ${type}`])]
}

function sumTallies({ merchantId, livemode }: Owner, filter: DeliveryFilter): RawBuilder<unknown> {
  const own = [sql`merchant_id = ${merchantId} and livemode = ${livemode}`, ...ofKind(filter)]
  const sum = (span: number, from: number, to: number) => {
    const within = sql`span = ${sql.lit(span)} and start >= ${from} and start < ${to}`
    return sql`coalesce((select sum(deliveries) from delivery_tallies where ${sql.join([...own, within], sql` and `)}), 0)`
  }
  const { since = 0, before = END_OF_TIME } = filter
  if (since <= 0 && before >= END_OF_TIME) return sum(END_OF_TIME, 0, 1)
  const rows = (from: number, to: number) => {
    const within = sql`created_at >= ${from} and created_at < ${to}`
    return sql`(select count(*) from deliveries where ${sql.join([...own, within], sql` and `)})`
  }
  return sumSpan(splitSpan(Math.max(0, since), before), { rows, tallies: sum })
}
