import type { Context } from '../../context/context.ts'
import type { Environment } from '../../domain/catalog/networks.ts'
import { areEqual } from '../../domain/text.ts'
import { hashSecret } from './pair.ts'
import { findKeyByPublicKey } from './store.ts'
import { getKeyStatus } from './view.ts'

type Pair = { readonly publicKey: string; readonly secretKey: string }

/** Tells whether a pair is of an environment, and works for every operation without a signature. For the operator. */
export async function isWorkingPair(
  ctx: Pick<Context, 'db' | 'now'>,
  environment: Environment,
  { publicKey, secretKey }: Pair,
): Promise<boolean> {
  const row = await findKeyByPublicKey(ctx.db, publicKey)
  if (!row || !areEqual(hashSecret(secretKey), row.secret_hash)) return false
  const isOfEnvironment = row.livemode === (environment === 'production')
  const isUnlimited = row.scopes === null && row.require_signature === 0
  return isOfEnvironment && isUnlimited && getKeyStatus(row, ctx.now()) === 'active'
}
