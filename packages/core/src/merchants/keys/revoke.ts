import type { ApiKey } from '@crypto-checkout/api-types'
import { type Author, asOperator, recordChange } from '../../audit/record.ts'
import type { Caller, Context } from '../../context/context.ts'
import { CheckoutError } from '../../domain/error.ts'
import type { Tx } from '../../storage/database.ts'
import { requireKey } from './find.ts'
import { findAnyKey, type KeyRow, updateKeyRow } from './store.ts'
import { getKeyStatus, toKeyView } from './view.ts'

/**
 * Revokes a key: it is refused within a second. Revoking it again changes nothing. Throws `invalid_state` for the key of
 * the request itself, which would lock its program out.
 */
export async function revokeKey(ctx: Context, caller: Caller, id: string): Promise<ApiKey> {
  if (id === caller.by) {
    const message = 'A key cannot revoke itself: use another one, or rotate it and it ends by itself.'
    throw new CheckoutError('invalid_state', message, 'id')
  }
  return caller.commit(async (tx) => {
    const row = await requireKey(tx, caller, id)
    return toKeyView(await revokeRow(ctx, tx, row), ctx.now())
  })
}

/** Revokes any merchant's key, for the operator. Throws `resource_missing`. */
export async function revokeApiKey(ctx: Context, id: string): Promise<void> {
  await ctx.transact(async (tx) => {
    const row = await findAnyKey(tx, id)
    if (!row) throw new CheckoutError('resource_missing', `There is no key ${id}.`)
    if (row.revoked_at !== null) return
    await revokeRow(ctx, tx, row)
    const status = getKeyStatus(row, ctx.now())
    await recordRevoked(ctx, tx, asOperator(row.merchant_id, row.livemode === 1), { id, status })
  })
}

/** `status`: before it was revoked. */
export async function recordRevoked(
  ctx: Context,
  tx: Tx,
  author: Author,
  { id, status }: { readonly id: string; readonly status: string },
): Promise<void> {
  const change = { operation: 'revokeKey', object: 'api_key', objectId: id } as const
  await recordChange(ctx, tx, author, { ...change, before: { status }, after: { status: 'revoked' } })
}

async function revokeRow(ctx: Context, tx: Tx, row: KeyRow): Promise<KeyRow> {
  return row.revoked_at === null ? updateKeyRow(tx, row, { revoked_at: ctx.now() }) : row
}
