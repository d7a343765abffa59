import type { Webhook } from '@crypto-checkout/api-types'
import type { Context } from '../context/context.ts'
import { recordEvent } from '../events/record.ts'
import type { Tx } from '../storage/database.ts'
import { failPending } from './deliveries/store.ts'
import { toWebhookView } from './find.ts'
import { updateWebhookRow, type WebhookRow } from './store.ts'

/**
 * Stops deliveries to an endpoint and reports the reason (`webhook.disabled`). Pending deliveries have failed and can
 * be sent again later.
 */
export async function disableWebhook(
  ctx: Context,
  tx: Tx,
  row: WebhookRow,
  reason: NonNullable<Webhook['disabledReason']>,
): Promise<WebhookRow> {
  const now = ctx.now()
  const disabled = await updateWebhookRow(tx, row, { disabled_at: now, disabled_reason: reason })
  await failPending(tx, row.id, now)
  const owner = { merchantId: row.merchant_id, livemode: row.livemode === 1 }
  await recordEvent(ctx, tx, { ...owner, type: 'webhook.disabled', object: toWebhookView(disabled) })
  return disabled
}
