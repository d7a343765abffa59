import type { Caller, Context } from '../context.ts'
import type { Webhook } from '../wire.ts'
import { disableWebhook } from './disable.ts'
import { requireWebhook } from './find.ts'
import { requireReachable } from './require-reachable.ts'
import type { ValidWebhookChanges } from './schema.ts'
import { updateWebhookRow } from './store.ts'
import { webhookView } from './view.ts'

/**
 * Changes what is given. What is on its way goes to the new URL with its next attempt. Enabled again,
 * it is told of what happens from then on; what it missed is sent by resending what failed.
 */
export async function updateWebhook(
  ctx: Context,
  caller: Caller,
  id: string,
  changes: ValidWebhookChanges,
): Promise<Webhook> {
  if (changes.url !== undefined) requireReachable(ctx, caller, changes.url)
  return caller.commit(async (tx) => {
    const found = await requireWebhook(tx, caller, id)
    const changed = await updateWebhookRow(tx, found, {
      url: changes.url ?? found.url,
      events: changes.events ? JSON.stringify(changes.events) : found.events,
      description: changes.description === undefined ? found.description : changes.description,
    })
    if (changes.enabled === undefined || changes.enabled === (found.disabled_at === null)) return webhookView(changed)
    if (!changes.enabled) return webhookView(await disableWebhook(ctx, tx, changed, 'manual'))
    const fresh = { failing_since: null, disabled_at: null, disabled_reason: null }
    return webhookView(await updateWebhookRow(tx, changed, fresh))
  })
}
