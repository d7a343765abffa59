import { hash, randomBytes } from 'node:crypto'
import type { Context } from '../context/context.ts'
import type { Environment } from '../domain/catalog/environments.ts'
import type { Scope } from '../domain/catalog/scopes.ts'
import { CheckoutError } from '../domain/error.ts'
import { insertApiKey, listApiKeyRows, markRevoked, revokeLabelled } from './api-key-store.ts'
import { findFirstMerchant, findMerchant } from './find.ts'

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

/** Revokes a key; running servers notice within a second. Revoking it again changes nothing. */
export async function revokeApiKey(ctx: Context, id: string): Promise<void> {
  const known = await ctx.transact((tx) => markRevoked(tx, id, ctx.now()))
  if (!known) throw new CheckoutError('resource_missing', `There is no key ${id}.`)
}

export type ApiKey = {
  readonly id: string
  readonly publicKey: string
  readonly environment: 'production' | 'sandbox'
  readonly merchant: string
  readonly scopes: string[] | null
  readonly requireSignature: boolean
  readonly createdAt: string
  readonly revokedAt: string | null
}

export async function listApiKeys(ctx: Context): Promise<ApiKey[]> {
  return (await listApiKeyRows(ctx.db)).map((row) => ({
    id: row.id,
    publicKey: row.public_key,
    environment: row.livemode ? 'production' : 'sandbox',
    merchant: row.merchant_id,
    scopes: row.scopes ? JSON.parse(row.scopes) : null,
    requireSignature: row.require_signature === 1,
    createdAt: new Date(row.created_at).toISOString(),
    revokedAt: row.revoked_at === null ? null : new Date(row.revoked_at).toISOString(),
  }))
}
