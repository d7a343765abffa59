import type { ApiKeyWithSecret, KeyWallets } from '@crypto-checkout/api-types'
import { type Author, asOperator, recordChange } from '../../audit/record.ts'
import type { Actor, Caller, Context } from '../../context/context.ts'
import type { Scope } from '../../domain/catalog/entitlements.ts'
import type { Environment } from '../../domain/catalog/networks.ts'
import { CheckoutError } from '../../domain/error.ts'
import type { Tx } from '../../storage/database.ts'
import { findFirstMerchant, findMerchant } from '../merchant.ts'
import { requireGrantable, requireRoom } from './limits.ts'
import { type IssuedPair, issuePair, readScopes } from './pair.ts'
import { recordRevoked } from './revoke.ts'
import type { ValidKeyInput } from './schema.ts'
import { revokeLabelled } from './store.ts'
import { describeKey, toIssuedView } from './view.ts'

/**
 * Makes a key pair. The response contains its secret, which is shown only once. Throws `insufficient_scope` for scopes
 * that the caller lacks, and `quota_exceeded`.
 */
export async function createKey(ctx: Context, caller: Caller, input: ValidKeyInput): Promise<ApiKeyWithSecret> {
  const { name, scopes = null, requireSignature = false, wallets = caller.wallets ?? 'any' } = input
  requireGrantable(caller, { scopes, wallets })
  return caller.commit(async (tx) => {
    const { merchantId, livemode, by } = caller
    const issued = await issuePair(ctx, tx, { merchantId, livemode, by, name, scopes, requireSignature, wallets })
    await requireRoom(ctx, tx, caller)
    return toIssuedView(issued, ctx.now())
  })
}

export type NewApiKey = {
  readonly environment: Environment
  /** The first merchant by default. */
  readonly merchantId?: string | undefined
  readonly name?: string | undefined
  /** Null: all operations are allowed. */
  readonly scopes?: readonly Scope[] | null | undefined
  readonly requireSignature?: boolean | undefined
  /** Default: any. */
  readonly wallets?: KeyWallets | undefined
  /** Replaces the key with this label. */
  readonly label?: string | undefined
  /** Default: the command line. */
  readonly by?: Actor | undefined
}

export type ApiKeyPair = {
  readonly id: string
  readonly publicKey: string
  /** Shown only once: only its hash is stored. */
  readonly secretKey: string
  readonly scopes: readonly Scope[] | null
}

/** Makes a key pair of any merchant, for the operator. Throws `resource_missing` for an unknown merchant. */
export async function createApiKey(ctx: Context, input: NewApiKey): Promise<ApiKeyPair> {
  const issued = await ctx.transact(async (tx) => {
    const merchant = input.merchantId ? await findMerchant(tx, input.merchantId) : await findFirstMerchant(tx)
    if (!merchant)
      throw new CheckoutError('resource_missing', `No merchant ${input.merchantId ?? 'yet'}: create one first.`)
    const author = asOperator(merchant.id, input.environment === 'production', input.by)
    if (input.label) await replaceLabelled(ctx, tx, author, input.label)
    const issued = await issuePair(ctx, tx, {
      merchantId: merchant.id,
      livemode: author.livemode,
      name: input.name ?? null,
      scopes: input.scopes ?? null,
      requireSignature: input.requireSignature ?? false,
      wallets: input.wallets ?? 'any',
      label: input.label,
      by: author.by,
    })
    const change = { operation: 'createKey', object: 'api_key', objectId: issued.row.id, before: null } as const
    await recordChange(ctx, tx, author, { ...change, after: describeKey(issued.row) })
    return issued
  })
  return toPair(issued)
}

async function replaceLabelled(ctx: Context, tx: Tx, author: Author, label: string): Promise<void> {
  for (const id of await revokeLabelled(tx, label, ctx.now())) {
    await recordRevoked(ctx, tx, author, { id, status: 'active' })
  }
}

/** A pair as commands print it. */
export function toPair({ row, secretKey }: IssuedPair): ApiKeyPair {
  return { id: row.id, publicKey: row.public_key, secretKey, scopes: readScopes(row) }
}
