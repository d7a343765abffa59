import type { Delivery } from '@crypto-checkout/api-types'
import type { Caller, Context } from '../context/context.ts'
import { recordEvent } from '../events/record.ts'
import { addDelivery } from './deliveries/add.ts'
import { requireWebhook } from './find.ts'
import { requireEnabled } from './require-enabled.ts'
import { webhookView } from './view.ts'

/** Sends an endpoint a test event, `webhook.ping`. Throws `invalid_state` while it is disabled. */
export async function pingWebhook(ctx: Context, caller: Caller, id: string): Promise<Delivery> {
  return caller.commit(async (tx) => {
    const row = await requireWebhook(tx, caller, id)
    requireEnabled(row)
    const event = await recordEvent(ctx, tx, { ...caller, type: 'webhook.ping', object: webhookView(row) })
    return addDelivery(ctx, tx, event, row)
  })
}
