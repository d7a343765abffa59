import type { Caller, Context } from '../context.ts'
import { CheckoutError } from '../domain/error.ts'
import { findWebhook, requireWebhook } from '../webhooks/find.ts'
import { requireEnabled } from '../webhooks/require-enabled.ts'
import type { Delivery, Resent } from '../wire.ts'
import { requireDelivery } from './find.ts'
import { sendAgain, sendFailedAgain } from './store.ts'
import { deliveryView } from './view.ts'

/** Few enough that nobody waits for the one writer. */
const RESENT_AT_ONCE = 5_000

/**
 * Sends a delivery once more, at once, to where its endpoint is now. Throws `invalid_state` where
 * the endpoint is disabled or was deleted.
 */
export async function resendDelivery(ctx: Context, caller: Caller, id: string): Promise<Delivery> {
  return caller.commit(async (tx) => {
    const row = await requireDelivery(tx, caller, id)
    if (row.webhook_id !== null) {
      const webhook = await findWebhook(tx, caller, row.webhook_id)
      if (!webhook) throw new CheckoutError('invalid_state', 'The webhook of this delivery was deleted: add it again.')
      requireEnabled(webhook)
    }
    return deliveryView(await sendAgain(tx, row, ctx.now()))
  })
}

/**
 * Sends what an endpoint missed since a time once more, oldest first: at most 5,000 deliveries a
 * request. Repeated until it answers none, all are sent. Throws `invalid_state` while it is disabled.
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
