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
 * it is then, without its QR code, which is made again from the rest when the event is shown. `sequence` is its
 * number where that was taken before, to share a round trip.
 */
export async function recordEvent(ctx: Context, tx: Tx, event: NewEvent, sequence?: number): Promise<EventRow> {
  const row = rowOf(ctx, tx, event, sequence ?? (await takeSequence(tx, event)))
  await insertEvents(tx, [row])
  return row
}

/** The number of a merchant's next event in one environment. */
export function takeSequence(tx: Tx, owner: Pick<NewEvent, 'merchantId' | 'livemode'>): Promise<number> {
  return takeSequences(tx, owner, 1)
}

/** Writes many events, in their order. */
export async function recordEvents(ctx: Context, tx: Tx, events: readonly NewEvent[]): Promise<void> {
  const owners = Map.groupBy(events, (event) => `${event.merchantId} ${event.livemode}`)
  for (const own of owners.values()) await recordOwn(ctx, tx, own)
}

/** Those of one merchant in one environment. */
async function recordOwn(ctx: Context, tx: Tx, [first, ...others]: readonly NewEvent[]): Promise<void> {
  if (!first) return
  const events = [first, ...others]
  const last = await takeSequences(tx, first, events.length)
  const before = last - events.length
  await insertEvents(
    tx,
    events.map((event, index) => rowOf(ctx, tx, event, before + 1 + index)),
  )
}

/** An event as a row, told to those who wait for it to be committed. */
function rowOf(ctx: Context, tx: Tx, event: NewEvent, sequence: number): EventRow {
  ctx.news.add(event)
  tell(tx, told(event))
  return {
    merchant_id: event.merchantId,
    livemode: event.livemode ? 1 : 0,
    sequence,
    id: ctx.newId('evt'),
    type: event.type,
    created_at: ctx.now(),
    object: JSON.stringify(event.object),
  }
}

/** What operators hear. */
function told({ type, livemode, object }: NewEvent) {
  const { network = null, cryptocurrency = null } = object as { network?: string; cryptocurrency?: string }
  return { type, environment: environmentOf(livemode), network, coin: cryptocurrency, paymentId: paymentOf(object) }
}
