import type { List, Webhook } from '@crypto-checkout/api-types'
import type { Caller, Context } from '../context/context.ts'
import { CheckoutError, requireFound } from '../domain/error.ts'
import type { Owner } from '../domain/owner.ts'
import { readPage } from '../http/fields.ts'
import { webhook } from '../http/shapes/notification.ts'
import { createView } from '../http/view.ts'
import type { Db, Tx } from '../storage/database.ts'
import type { ValidWebhookQuery } from './schema.ts'
import {
  countDisabledWebhooks,
  countWebhooks,
  findWebhook,
  listWebhookRows,
  MAX_WEBHOOKS,
  updateWebhookRow,
  type WebhookRow,
} from './store.ts'

export { findWebhook, type WebhookRow } from './store.ts'

/** Throws `resource_missing`. */
export async function requireWebhook(db: Db, owner: Owner, id: string): Promise<WebhookRow> {
  return requireFound('webhook', await findWebhook(db, owner, id))
}

/** All endpoints of a merchant in an environment. */
export async function findAllWebhooks(db: Db, owner: Owner): Promise<WebhookRow[]> {
  return listWebhookRows(db, owner, null, MAX_WEBHOOKS)
}

/** Null: the endpoint is not failing. */
export async function setFailingSince(tx: Tx, row: WebhookRow, since: number | null): Promise<void> {
  await updateWebhookRow(tx, row, { failing_since: since })
}

export async function retrieveWebhook(ctx: Context, caller: Caller, id: string): Promise<Webhook> {
  return toWebhookView(await requireWebhook(ctx.db, caller, id))
}

/** Newest first. Throws `invalid_cursor`. */
export function listWebhooks({ db }: Context, caller: Caller, query: ValidWebhookQuery): Promise<List<Webhook>> {
  return readPage(query, {
    noun: 'webhook',
    find: (id) => findWebhook(db, caller, id),
    list: (after, limit) => listWebhookRows(db, caller, after?.seq ?? null, limit, query.state),
    count: () => countWebhooks(db, caller, query.state),
    view: (rows) => rows.map(toWebhookView),
  })
}

/** Counts the disabled endpoints of all merchants. */
export function countAllDisabledWebhooks(db: Db): Promise<number> {
  return countDisabledWebhooks(db)
}

/** Throws `invalid_state` for a disabled endpoint. */
export function requireEnabled(webhook: { readonly disabled_at: number | null }): void {
  if (webhook.disabled_at !== null)
    throw new CheckoutError('invalid_state', 'The webhook is disabled: enable it first.')
}

const toView = createView(webhook)

export function toWebhookView(row: WebhookRow): Webhook {
  return toView(row, { status: row.disabled_at === null ? 'enabled' : 'disabled' })
}

/** Describes a webhook for the audit log. */
export function describeWebhook({ url, events, description, status }: Webhook) {
  return { url, events, description, status }
}
