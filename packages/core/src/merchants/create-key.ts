import { hash, randomBytes } from 'node:crypto'
import type { Context } from '../context/context.ts'
import type { Environment } from '../domain/catalog/environments.ts'
import type { Scope } from '../domain/catalog/scopes.ts'
import { CheckoutError } from '../domain/error.ts'
import { findFirstMerchant, findMerchant } from './find.ts'
import { insertApiKey, revokeLabelled } from './key-store.ts'

export type NewApiKey = {
  readonly environment: Environment
  /** The first merchant by default. */
  readonly merchantId?: string | undefined
  /** Null: all operations are allowed. */
  readonly scopes?: readonly Scope[] | null | undefined
  readonly requireSignature?: boolean | undefined
  /** Replaces the key with this label. */
  readonly label?: string | undefined
}

export type ApiKeyPair = {
  readonly id: string
  readonly publicKey: string
  /** Shown only once: only its hash is stored. */
  readonly secretKey: string
  readonly scopes: readonly Scope[] | null
}

/** Creates a key pair of 256 random bits each. Throws `resource_missing` for an unknown merchant. */
export async function createApiKey(ctx: Context, input: NewApiKey): Promise<ApiKeyPair> {
  const mode = input.environment === 'production' ? 'live' : 'test'
  const pair: ApiKeyPair = {
    id: ctx.newId('key'),
    publicKey: `pk_${mode}_${randomBytes(32).toString('base64url')}`,
    secretKey: `sk_${mode}_${randomBytes(32).toString('base64url')}`,
    scopes: input.scopes ?? null,
  }
  await ctx.transact(async (tx) => {
    const merchant = input.merchantId ? await findMerchant(tx, input.merchantId) : await findFirstMerchant(tx)
    if (!merchant)
      throw new CheckoutError('resource_missing', `No merchant ${input.merchantId ?? 'yet'}: create one first.`)
    if (input.label) await revokeLabelled(tx, input.label, ctx.now())
    await insertApiKey(tx, {
      id: pair.id,
      merchant_id: merchant.id,
      livemode: input.environment === 'production' ? 1 : 0,
      public_key: pair.publicKey,
      secret_hash: hashSecret(pair.secretKey),
      scopes: pair.scopes ? JSON.stringify(pair.scopes) : null,
      require_signature: input.requireSignature ? 1 : 0,
      label: input.label ?? null,
      created_at: ctx.now(),
      revoked_at: null,
    })
  })
  return pair
}

/** Lower-case hex of SHA-256: enough for 256 random bits, which cannot be guessed. */
export function hashSecret(secretKey: string): string {
  return hash('sha256', secretKey)
}
