/** Deliveries that a merchant asks for: again, or as a test. */
import type { Delivery, Resent } from '@crypto-checkout/api-types'
import type { Caller, Context } from '../../context/context.ts'
import { CheckoutError } from '../../domain/error.ts'
import type { EventRow } from '../../events/find.ts'
import { recordEventNow } from '../../events/record.ts'
import type { Tx } from '../../storage/database.ts'
import { findWebhook, requireEnabled, requireWebhook, toWebhookView } from '../find.ts'
import { createEndpointDelivery } from './fan-out.ts'
import { requireDelivery, toDeliveryView } from './find.ts'
import { insertDeliveries, sendAgain, sendFailedAgain } from './store.ts'

/** Few enough that others do not wait for the single writer. */
const RESENT_AT_ONCE = 5_000

/**
 * Sends a delivery again, at once, to its endpoint's present URL. Throws `invalid_state` if the endpoint is disabled or
 * was deleted.
 */
export async function resendDelivery(ctx: Context, caller: Caller, id: string): Promise<Delivery> {
  return caller.commit(async (tx) => {
    const row = await requireDelivery(tx, caller, id)
    if (row.webhook_id !== null) {
      const webhook = await findWebhook(tx, caller, row.webhook_id)
      if (!webhook) throw new CheckoutError('invalid_state', 'The webhook of this delivery was deleted: add it again.')
      requireEnabled(webhook)
    }
    return toDeliveryView(await sendAgain(tx, row, ctx.now()))
  })
}

/**
 * Sends an endpoint's failed deliveries since a time again, oldest first: at most 5,000 in a request. Repeat it until
 * it returns 0. Throws `invalid_state` while the endpoint is disabled.
 */
export async function resendFailed(
  ctx: Context,
  caller: Caller,
  id: string,
  input: { readonly since: number },
): Promise<Resent> {
  return caller.commit(async (tx) => {
    const webhook = await requireWebhook(tx, caller, id)
    requireEnabled(webhook)
    const deliveries = await sendFailedAgain(tx, webhook.id, input.since, ctx.now(), RESENT_AT_ONCE)
    return { object: 'resent', deliveries }
  })
}

/** Sends an endpoint a test event, `webhook.ping`. Throws `invalid_state` while it is disabled. */
export async function pingWebhook(ctx: Context, caller: Caller, id: string): Promise<Delivery> {
  return caller.commit(async (tx) => {
    const row = await requireWebhook(tx, caller, id)
    requireEnabled(row)
    const event = await recordEventNow(ctx, tx, { ...caller, type: 'webhook.ping', object: toWebhookView(row) })
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
