import type { Deleted, Webhook, WebhookWithSecret } from '@crypto-checkout/api-types'
import type { Caller, Context } from '../context/context.ts'
import { requireReachable } from '../context/require-reachable.ts'
import { replaceSecret } from '../merchants/signing-secrets.ts'
import { failPending } from './deliveries/store.ts'
import { disableWebhook } from './disable.ts'
import { requireWebhook, toWebhookView } from './find.ts'
import type { ValidWebhookChanges } from './schema.ts'
import { deleteWebhookRow, updateWebhookRow } from './store.ts'

/**
 * Changes the given fields. Pending deliveries go to the new URL with their next attempt. An endpoint that is enabled
 * again gets events from then on; resending failed deliveries sends the missed ones.
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
    if (changes.enabled === undefined || changes.enabled === (found.disabled_at === null)) return toWebhookView(changed)
    if (!changes.enabled) return toWebhookView(await disableWebhook(ctx, tx, changed, 'manual'))
    const fresh = { failing_since: null, disabled_at: null, disabled_reason: null }
    return toWebhookView(await updateWebhookRow(tx, changed, fresh))
  })
}

/** Gives an endpoint a new secret, shown only once. The old one also signs for a day. */
export async function rotateWebhook(ctx: Context, caller: Caller, id: string): Promise<WebhookWithSecret> {
  return caller.commit(async (tx) => {
    const row = await requireWebhook(tx, caller, id)
    return { ...toWebhookView(row), secret: await replaceSecret(ctx, tx, caller, row.id) }
  })
}

/** Stops deliveries to an endpoint. Its past deliveries remain readable. */
export async function deleteWebhook(ctx: Context, caller: Caller, id: string): Promise<Deleted<'webhook'>> {
  return caller.commit(async (tx) => {
    const row = await requireWebhook(tx, caller, id)
    await failPending(tx, row.id, ctx.now())
    await deleteWebhookRow(tx, row)
    return { id: row.id, object: 'webhook', deleted: true }
  })
}
