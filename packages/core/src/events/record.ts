import { environmentOf } from '../catalog/environments.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../storage/database.ts'
import type { EventType } from '../wire.ts'
import { paymentOf } from './payment-of.ts'
import { type EventRow, insertEvents, takeSequences } from './store.ts'
import { tell } from './told.ts'

/** An event to write: whose it is, and the resource as it is then. */
export type NewEvent = {
  readonly merchantId: string
  readonly livemode: boolean
  readonly type: EventType
  readonly object: object
}

/**
 * Writes an event in the transaction of the change that it tells of. `object` is the resource as
 * it is then, without its QR code, which is made again from the rest when the event is shown.
 */
export async function recordEvent(ctx: Context, tx: Tx, event: NewEvent): Promise<EventRow> {
  const [row] = await numbered(ctx, tx, [event])
  if (!row) throw new Error('an event was not numbered')
  await insertEvents(tx, [row])
  return row
}

/** The same for many events, in their order. */
export async function recordEvents(ctx: Context, tx: Tx, events: readonly NewEvent[]): Promise<void> {
  const owners = Map.groupBy(events, (event) => `${event.merchantId} ${event.livemode}`)
  for (const own of owners.values()) await insertEvents(tx, await numbered(ctx, tx, own))
}

/** What operators hear. */
function told({ type, livemode, object }: NewEvent) {
  const { network = null, cryptocurrency = null } = object as { network?: string; cryptocurrency?: string }
  return { type, environment: environmentOf(livemode), network, coin: cryptocurrency, paymentId: paymentOf(object) }
}

/** Events of one merchant in one environment as rows, numbered on from the last one. */
async function numbered(ctx: Context, tx: Tx, events: readonly NewEvent[]): Promise<EventRow[]> {
  const [first] = events
  if (!first) return []
  const last = await takeSequences(tx, first, events.length)
  ctx.news.add(first)
  for (const event of events) tell(tx, told(event))
  return events.map((event, index) => ({
    merchant_id: event.merchantId,
    livemode: event.livemode ? 1 : 0,
    sequence: last - events.length + 1 + index,
    id: ctx.newId('evt'),
    type: event.type,
    created_at: ctx.now(),
    object: JSON.stringify(event.object),
  }))
}
