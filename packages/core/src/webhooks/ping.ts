import type { Delivery } from '@crypto-checkout/api-types'
import type { Caller, Context } from '../context/context.ts'
import type { EventRow } from '../events/find.ts'
import { recordEvent } from '../events/record.ts'
import type { Tx } from '../storage/database.ts'
import { createEndpointDelivery } from './deliveries/new-delivery.ts'
import { insertDeliveries } from './deliveries/store.ts'
import { toDeliveryView } from './deliveries/view.ts'
import { requireEnabled, requireWebhook, toWebhookView } from './find.ts'

/** Sends an endpoint a test event, `webhook.ping`. Throws `invalid_state` while it is disabled. */
export async function pingWebhook(ctx: Context, caller: Caller, id: string): Promise<Delivery> {
  return caller.commit(async (tx) => {
    const row = await requireWebhook(tx, caller, id)
    requireEnabled(row)
    const event = await recordEvent(ctx, tx, { ...caller, type: 'webhook.ping', object: toWebhookView(row) })
    return addDelivery(ctx, tx, event, row)
  })
}

/** Sends an event without a payment to one endpoint, in the transaction that records the event. */
async function addDelivery(
  ctx: Context,
  tx: Tx,
  event: EventRow,
  endpoint: Parameters<typeof createEndpointDelivery>[3],
): Promise<Delivery> {
  const [row] = await insertDeliveries(tx, [createEndpointDelivery(ctx, event, null, endpoint)])
  if (!row) throw new Error('a delivery was not written')
  return toDeliveryView(row)
}
