import type { ApiKey } from '@crypto-checkout/api-types'
import { type Author, asOperator, recordChange } from '../../audit/record.ts'
import type { Caller, Context } from '../../context/context.ts'
import type { Scope } from '../../domain/catalog/entitlements.ts'
import { CheckoutError } from '../../domain/error.ts'
import { toOwner } from '../../domain/owner.ts'
import type { Tx } from '../../storage/database.ts'
import { requireKey } from './find.ts'
import { readScopes } from './pair.ts'
import { staysWithin } from './rights.ts'
import { findAnyKey, type KeyRow, listUnrevokedKeyRows, updateKeyRow } from './store.ts'
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
    await recordRevoked(ctx, tx, asOperator(row.merchant_id, row.livemode), { id, status })
  })
}

/**
 * Revokes the keys of a merchant, in both environments, that a user made or that such a key made. `rights`: what the user may
 * still do; keys stay that change users and keys no further than that. Null: none stays.
 */
export async function revokeKeysMadeBy(
  ctx: Context,
  tx: Tx,
  author: Author & { readonly merchantId: string },
  { userId, rights }: { readonly userId: string; readonly rights: readonly Scope[] | null },
): Promise<void> {
  const makers = new Set([userId])
  // Oldest first: a key comes after the one that made it.
  for (const row of await listUnrevokedKeyRows(tx, author.merchantId)) {
    if (row.created_by === null || !makers.has(row.created_by)) continue
    makers.add(row.id)
    if (rights !== null && staysWithin(readScopes(row), rights)) continue
    const status = getKeyStatus(row, ctx.now())
    await revokeRow(ctx, tx, row)
    await recordRevoked(ctx, tx, { ...author, ...toOwner(row) }, { ...row, status })
  }
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
