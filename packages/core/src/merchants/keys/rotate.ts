import type { ApiKeyWithSecret } from '@crypto-checkout/api-types'
import { asOperator, recordChange } from '../../audit/record.ts'
import type { Actor, Caller, Context } from '../../context/context.ts'
import { CheckoutError } from '../../domain/error.ts'
import { toOwner } from '../../domain/owner.ts'
import type { Tx } from '../../storage/database.ts'
import { pick } from '../../storage/tables.ts'
import { type ApiKeyPair, toPair } from './create.ts'
import { requireKey } from './find.ts'
import { requireGrantable, requireRoom } from './limits.ts'
import { type IssuedPair, issuePair, readScopes } from './pair.ts'
import { DEFAULT_EXPIRE_OLD_IN_S, type ValidRotateInput } from './schema.ts'
import { findAnyKey, type KeyRow, updateKeyRow } from './store.ts'
import { getKeyStatus, toIssuedView } from './view.ts'

/** A key that rotates itself must be able to ask again, if the answer with the new secret is lost. */
const LEAST_OWN_S = 60

/**
 * Makes a new pair with the name and the rights of an old one, which works for a day more unless the input says
 * otherwise. Throws `insufficient_scope` if the key may do what the caller may not, and `invalid_state` for a key that
 * has been rotated already or does not work any more.
 */
export async function rotateKey(
  ctx: Context,
  caller: Caller,
  id: string,
  { expireOldIn = DEFAULT_EXPIRE_OLD_IN_S }: ValidRotateInput,
): Promise<ApiKeyWithSecret> {
  if (id === caller.by && expireOldIn < LEAST_OWN_S) {
    const message = `expireOldIn: your own key must work for ${LEAST_OWN_S} seconds, so that you can ask again.`
    throw new CheckoutError('invalid_parameter', message, 'expireOldIn')
  }
  return caller.commit(async (tx) => {
    const row = await requireKey(tx, caller, id)
    requireGrantable(caller, { ...row, scopes: readScopes(row) })
    const issued = await replacePair(ctx, tx, row, { by: caller.by, expireOldIn })
    await requireRoom(ctx, tx, caller)
    return toIssuedView(issued, ctx.now())
  })
}

/** Rotates any merchant's key, for the operator. Throws `resource_missing` and `invalid_state`. */
export async function rotateKeyAsOperator(
  ctx: Context,
  id: string,
  { expireOldIn = DEFAULT_EXPIRE_OLD_IN_S }: ValidRotateInput,
): Promise<ApiKeyPair> {
  return ctx.transact(async (tx) => {
    const row = await findAnyKey(tx, id)
    if (!row) throw new CheckoutError('resource_missing', `There is no key ${id}.`)
    const author = asOperator(row.merchant_id, row.livemode)
    const issued = await replacePair(ctx, tx, row, { by: author.by, expireOldIn })
    const change = { operation: 'rotateKey', object: 'api_key', objectId: id, before: null } as const
    await recordChange(ctx, tx, author, { ...change, after: { successor: issued.row.id } })
    return toPair(issued)
  })
}

async function replacePair(
  ctx: Context,
  tx: Tx,
  row: KeyRow,
  { by, expireOldIn }: { readonly by: Actor; readonly expireOldIn: number },
): Promise<IssuedPair> {
  const now = ctx.now()
  const status = getKeyStatus(row, now)
  if (status !== 'active') throw new CheckoutError('invalid_state', `This key is ${status}: make a new one.`)
  if (row.expires_at !== null) {
    throw new CheckoutError('invalid_state', 'This key has been rotated already: rotate the pair that replaced it.')
  }
  await updateKeyRow(tx, row, { expires_at: now + expireOldIn * 1_000 })
  return issuePair(ctx, tx, {
    ...toOwner(row),
    ...pick(row, 'name', 'wallets'),
    scopes: readScopes(row),
    requireSignature: row.require_signature === 1,
    connectionId: row.connection_id,
    by,
  })
}
