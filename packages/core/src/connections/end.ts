import type { Connection } from '@crypto-checkout/api-types'
import { type Author, recordChange } from '../audit/record.ts'
import type { Caller, Context } from '../context/context.ts'
import { recordRevoked } from '../merchants/keys/revoke.ts'
import { listConnectionKeys, updateKeyRow } from '../merchants/keys/store.ts'
import { getKeyStatus } from '../merchants/keys/view.ts'
import type { Tx } from '../storage/database.ts'
import { removeWebhook } from '../webhooks/change.ts'
import { describeWebhook, toWebhookView } from '../webhooks/find.ts'
import { listConnectionWebhooks } from '../webhooks/store.ts'
import { requireConnection } from './find.ts'
import { requireConnecting } from './request.ts'
import { type ConnectionRow, expireCode } from './store.ts'
import { toConnectionView } from './view.ts'

/**
 * Ends a connection: its keys are refused within a second, and its webhook is deleted. The code of a pending one is refused.
 * Ending it again changes nothing. Throws `insufficient_scope` and `resource_missing`.
 */
export async function endConnection(ctx: Context, caller: Caller, id: string): Promise<Connection> {
  requireConnecting(caller)
  return caller.commit(async (tx) => {
    const row = await requireConnection(ctx, tx, caller, id)
    if (row.status === 'pending') await expireCode(tx, row, ctx.now())
    await endParts(ctx, tx, caller, row)
    return toConnectionView(await requireConnection(ctx, tx, caller, id))
  })
}

/** Revokes the keys of a connection, and removes its webhook. The audit log has an entry for each. */
export async function endParts(ctx: Context, tx: Tx, author: Author, { id }: Pick<ConnectionRow, 'id'>): Promise<void> {
  for (const key of await listConnectionKeys(tx, id)) {
    await updateKeyRow(tx, key, { revoked_at: ctx.now() })
    await recordRevoked(ctx, tx, author, { id: key.id, status: getKeyStatus(key, ctx.now()) })
  }
  for (const webhook of await listConnectionWebhooks(tx, id)) {
    await removeWebhook(ctx, tx, webhook)
    const deleted = { operation: 'deleteWebhook', object: 'webhook', objectId: webhook.id } as const
    await recordChange(ctx, tx, author, { ...deleted, before: describeWebhook(toWebhookView(webhook)), after: null })
  }
}
