/** Changes of webhooks, by merchants or after too many failures. */

import type { Deleted, Webhook, WebhookWithSecret } from '@crypto-checkout/api-types'
import { type Caller, type Context, requireRecentAuthentication } from '../context/context.ts'
import { CheckoutError } from '../domain/error.ts'
import { type Owner, toOwner, toOwnerColumns } from '../domain/owner.ts'
import { findLastSequence } from '../events/find.ts'
import { recordEvent } from '../events/record.ts'
import { requireReachable } from '../http/fields.ts'
import { replaceSecret } from '../merchants/signing-secrets.ts'
import type { Db, Tx } from '../storage/database.ts'
import { failPending } from './deliveries/store.ts'
import { requireWebhook, toWebhookView } from './find.ts'
import type { ValidWebhookChanges, ValidWebhookInput } from './schema.ts'
import {
  countWebhooks,
  deleteWebhookRow,
  insertWebhook,
  MAX_WEBHOOKS,
  updateWebhookRow,
  type WebhookRow,
} from './store.ts'

/**
 * Adds a URL that gets events from now on. The response contains its secret, which is shown only once. Throws
 * `invalid_state` when the environment already has 16.
 */
export async function createWebhook(
  ctx: Context,
  caller: Caller,
  input: ValidWebhookInput,
): Promise<WebhookWithSecret> {
  requireReachable(ctx, caller, input.url)
  return caller.commit((tx) => addWebhook(ctx, tx, caller, input))
}

/** Adds a URL in a transaction. Throws `invalid_state` when the environment already has 16. */
export async function addWebhook(
  ctx: Pick<Context, 'now' | 'newId'>,
  tx: Tx,
  owner: Owner,
  { url, description, events = ['*'], connectionId }: NewWebhook,
): Promise<WebhookWithSecret> {
  await requireWebhookRoom(tx, owner)
  const row = await insertWebhook(tx, {
    id: ctx.newId('wh'),
    ...toOwnerColumns(owner),
    url,
    description: description ?? null,
    events: JSON.stringify(events),
    created_at: ctx.now(),
    from_sequence: await findLastSequence(tx, owner),
    failing_since: null,
    disabled_at: null,
    disabled_reason: null,
    connection_id: connectionId ?? null,
  })
  return { ...toWebhookView(row), secret: await replaceSecret(ctx, tx, owner, row.id) }
}

type NewWebhook = ValidWebhookInput & { readonly connectionId?: string }

/** Throws `invalid_state` if the environment has as many webhooks as it may. */
export async function requireWebhookRoom(db: Db, owner: Owner): Promise<void> {
  if ((await countWebhooks(db, owner)) < MAX_WEBHOOKS) return
  throw new CheckoutError('invalid_state', `There are ${MAX_WEBHOOKS} webhooks already: delete one first.`)
}

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
    if (changes.url !== undefined && changes.url !== found.url) requireRecentAuthentication(caller)
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
    await removeWebhook(ctx, tx, row)
    return { id: row.id, object: 'webhook', deleted: true }
  })
}

/** Removes an endpoint in a transaction. Its pending deliveries have failed. */
export async function removeWebhook(ctx: Pick<Context, 'now'>, tx: Tx, row: WebhookRow): Promise<void> {
  await failPending(tx, row.id, ctx.now())
  await deleteWebhookRow(tx, row)
}

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
  const owner = toOwner(row)
  await recordEvent(ctx, tx, { ...owner, type: 'webhook.disabled', object: toWebhookView(disabled) })
  return disabled
}
