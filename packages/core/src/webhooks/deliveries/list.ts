import { type Delivery, eventTypes, type List } from '@crypto-checkout/api-types'
import { z } from 'zod'
import type { Caller, Context } from '../../context/context.ts'
import { CheckoutError } from '../../domain/error.ts'
import { isId } from '../../domain/id.ts'
import { DEFAULT_PAGE, toPage } from '../../domain/page.ts'
import { listQuery } from '../../http/fields.ts'
import { requirePayment } from '../../payments/find.ts'
import { requireWebhook } from '../find.ts'
import { countDeliveries, type DeliveryFilter, findDelivery, listDeliveryRows } from './store.ts'
import { toDeliveryView } from './view.ts'

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

async function listDeliveries(ctx: Context, caller: Caller, of: DeliveryFilter['of'], query: Query) {
  const limit = query.limit ?? DEFAULT_PAGE
  const filter = { of, state: query.state, event: eventFilter(query.event) }
  const after = query.starting_after === undefined ? null : await cursorSeq(ctx, caller, query.starting_after)
  const rows = await listDeliveryRows(ctx.db, caller, filter, after, limit + 1)
  return toPage(rows, limit, await countDeliveries(ctx.db, caller, filter), toDeliveryView)
}

function eventFilter(event: string | undefined): DeliveryFilter['event'] {
  if (event === undefined) return undefined
  return event.startsWith('evt_') ? { id: event } : { type: event }
}

async function cursorSeq(ctx: Context, caller: Caller, id: string): Promise<number> {
  const row = await findDelivery(ctx.db, caller, id)
  if (!row) throw new CheckoutError('invalid_cursor', 'There is no such delivery to start after.', 'starting_after')
  return row.seq
}

export const deliveryQuery = listQuery.extend({
  state: z.enum(['pending', 'delivered', 'failed']).optional(),
  event: z
    .string()
    .refine(
      (text) => isId('evt', text) || eventTypes.some((type) => type === text),
      'must be the id of an event or a type',
    )
    .optional()
    .meta({ description: 'Id of an event (evt_...), or a type such as payment.completed' }),
})
type ValidDeliveryQuery = z.output<typeof deliveryQuery>
