import type { Context } from '../context.ts'
import type { Tx } from '../storage/database.ts'
import type { EventType } from '../wire.ts'
import { insertEvent, takeSequence } from './store.ts'

/**
 * Writes an event in the transaction of the change that it tells of. `object` is the resource as
 * it is then, without its QR code, which is made again from the rest when the event is shown.
 */
export async function recordEvent(
  ctx: Context,
  tx: Tx,
  event: {
    readonly merchantId: string
    readonly livemode: boolean
    readonly type: EventType
    readonly object: object
  },
): Promise<void> {
  await insertEvent(tx, {
    merchant_id: event.merchantId,
    livemode: event.livemode ? 1 : 0,
    sequence: await takeSequence(tx, event.merchantId, event.livemode),
    id: ctx.newId('evt'),
    type: event.type,
    created_at: ctx.now(),
    object: JSON.stringify(event.object),
  })
}
