import {
  type Delivery,
  type DeliveryStatusClass,
  type DeliveryWithAttempts,
  eventTypes,
  type List,
} from '@crypto-checkout/api-types'
import { z } from 'zod'
import type { Caller, Context } from '../../context/context.ts'
import { requireFound } from '../../domain/error.ts'
import { isId } from '../../domain/id.ts'
import { toIsoTimeOrNull } from '../../domain/time.ts'
import { listQuery, readPage, time } from '../../http/fields.ts'
import { attempt, delivery } from '../../http/shapes/notification.ts'
import { createView } from '../../http/view.ts'
import { requirePayment } from '../../payments/find.ts'
import type { Db } from '../../storage/database.ts'
import { requireWebhook } from '../find.ts'
import type { DeliveryFilter } from './count-store.ts'
import {
  countDeliveries,
  countPending,
  type DeliveryRow,
  findAttempts,
  findDelivery,
  listDeliveryRows,
} from './store.ts'

/** Throws `resource_missing`. */
export async function requireDelivery(db: Db, caller: Caller, id: string): Promise<DeliveryRow> {
  return requireFound('delivery', await findDelivery(db, caller, id))
}

/** A delivery with each attempt, oldest first. */
export async function retrieveDelivery(ctx: Context, caller: Caller, id: string): Promise<DeliveryWithAttempts> {
  const row = await requireDelivery(ctx.db, caller, id)
  const attempts = await findAttempts(ctx.db, row.id)
  return { ...toDeliveryView(row), attempts: attempts.map((one) => toAttemptView(one, {})) }
}

/** The count stops here, however many are pending. */
const PENDING_LOOKED_AT = 10_000

/** Counts the pending deliveries, and finds when the oldest was created, in milliseconds; null if there are none. */
export function countPendingDeliveries(db: Db): Promise<{ readonly count: number; readonly oldest: number | null }> {
  return countPending(db, PENDING_LOOKED_AT)
}

type Query = ValidDeliveryQuery

/** Deliveries to an endpoint, newest first. Throws `resource_missing` and `invalid_cursor`. */
export async function listDeliveriesOfWebhook(
  ctx: Context,
  caller: Caller,
  id: string,
  query: Query,
): Promise<List<Delivery>> {
  const { id: webhook } = await requireWebhook(ctx.db, caller, id)
  return listDeliveries(ctx, caller, { webhook }, query)
}

/** Deliveries of a payment's events, including those to its own `webhookUrl`, newest first. */
export async function listDeliveriesOfPayment(
  ctx: Context,
  caller: Caller,
  id: string,
  query: Query,
): Promise<List<Delivery>> {
  const { id: payment } = await requirePayment(ctx.db, caller, id)
  return listDeliveries(ctx, caller, { payment }, query)
}

/** Deliveries to all of the caller's endpoints, newest first. */
export function listAllDeliveries(ctx: Context, caller: Caller, query: Query): Promise<List<Delivery>> {
  return listDeliveries(ctx, caller, null, query)
}

function listDeliveries({ db }: Context, caller: Caller, of: DeliveryFilter['of'], query: Query) {
  const filter = toFilter(of, query)
  return readPage(query, {
    noun: 'delivery',
    find: (id) => findDelivery(db, caller, id),
    list: (after, limit) => listDeliveryRows(db, caller, filter, after, limit),
    count: () => countDeliveries(db, caller, filter),
    view: (rows) => rows.map(toDeliveryView),
  })
}

function toFilter(of: DeliveryFilter['of'], query: Query): DeliveryFilter {
  const { state, event, eventType, status, created_gte: since, created_lt: before } = query
  const named = eventTypes.find((type) => type === event)
  const types = [named, eventType].filter((type) => type !== undefined)
  return { of, state, event: named ? undefined : event, types, answered: status && toRange(status), since, before }
}

/** `4xx`: 400 up to 499. */
function toRange(status: DeliveryStatusClass): DeliveryFilter['answered'] {
  if (status === 'none') return null
  const from = Number(status[0]) * 100
  return { from, below: from + 100 }
}

const statusClasses = ['2xx', '3xx', '4xx', '5xx', 'none'] as const satisfies readonly DeliveryStatusClass[]

export const deliveryQuery = listQuery.extend({
  state: z.enum(['pending', 'delivered', 'failed']).optional().meta({ description: 'Those in this state' }),
  event: z
    .string()
    .refine(
      (text) => isId('evt', text) || eventTypes.some((type) => type === text),
      'must be the id of an event or a type',
    )
    .optional()
    .meta({ description: 'Id of an event (evt_...), or a type such as payment.completed' }),
  eventType: z.enum(eventTypes).optional().meta({ description: 'Those of events of this type' }),
  status: z
    .enum(statusClasses)
    .optional()
    .meta({ description: 'HTTP status of the last answer; none: there was none' }),
  created_gte: time.optional().meta({ description: 'Created at or after this ISO 8601 time' }),
  created_lt: time.optional().meta({ description: 'Created before this ISO 8601 time' }),
})
type ValidDeliveryQuery = z.output<typeof deliveryQuery>

const toView = createView(delivery)
const toAttemptView = createView(attempt)

export function toDeliveryView(row: DeliveryRow): Delivery {
  return toView(row, {
    event: row.event_id,
    webhook: row.webhook_id,
    payment: row.payment_id,
    attemptCount: row.attempts,
    nextAttemptAt: toIsoTimeOrNull(row.due_at),
  })
}
