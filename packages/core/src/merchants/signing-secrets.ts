import { randomBytes } from 'node:crypto'
import type { WebhookSecret } from '@crypto-checkout/api-types'
import type { Caller, Context } from '../context/context.ts'
import type { Environment } from '../domain/catalog/networks.ts'
import { CheckoutError } from '../domain/error.ts'
import { type Owner, toOwnerColumns } from '../domain/owner.ts'
import { toIsoTime } from '../domain/time.ts'
import type { Db, Tx } from '../storage/database.ts'
import { findFirstMerchant, requireMerchant } from './merchant.ts'
import { expireCurrentSecret, findSecretRows, insertSecret } from './signing-secret-store.ts'

/** The time for which a replaced secret still signs. */
const OVERLAP_MS = 24 * 60 * 60 * 1_000

/** 32 unpredictable bytes as Standard Webhooks writes a symmetric secret: `whsec_` and base64. */
export function generateWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

/**
 * The secrets that sign deliveries to an endpoint at a time, in milliseconds: the current one first, then earlier ones
 * until they expire, at most ten in all. Null means the merchant's default secret. Empty when there is none.
 */
export async function findSigningSecrets(
  db: Db,
  owner: Owner,
  webhookId: string | null,
  now: number,
): Promise<string[]> {
  const rows = await findSecretRows(db, owner, webhookId, now)
  return rows.map((row) => row.secret)
}

/** The secret that signs for payments' own `webhookUrl`; created when it is first needed. */
export async function ensureDefaultSecret(ctx: Pick<Context, 'now'>, tx: Tx, owner: Owner): Promise<string> {
  const [current] = await findSigningSecrets(tx, owner, null, ctx.now())
  return current ?? (await replaceSecret(ctx, tx, owner, null))
}

/** The secrets that sign for payments' own `webhookUrl` now: the current one first, created if there is none. */
export async function loadDefaultSecrets(ctx: Context, owner: Owner): Promise<[string, ...string[]]> {
  const [current, ...others] = await findSigningSecrets(ctx.db, owner, null, ctx.now())
  if (current !== undefined) return [current, ...others]
  return [await ctx.transact((tx) => ensureDefaultSecret(ctx, tx, owner))]
}

/** Creates and returns the new current secret. The old one also signs for 24 hours. */
export async function replaceSecret(
  ctx: Pick<Context, 'now'>,
  tx: Tx,
  owner: Owner,
  webhookId: string | null,
): Promise<string> {
  const now = ctx.now()
  const secret = generateWebhookSecret()
  await expireCurrentSecret(tx, owner, webhookId, now + OVERLAP_MS)
  await insertSecret(tx, {
    ...toOwnerColumns(owner),
    webhook_id: webhookId,
    secret,
    created_at: now,
    expires_at: null,
  })
  return secret
}

/** A new default secret, shown only once. The old one also signs for 24 hours. */
export async function rotateDefaultSecret(ctx: Context, caller: Caller): Promise<WebhookSecret> {
  return caller.commit(async (tx) => ({
    object: 'webhook_secret',
    secret: await replaceSecret(ctx, tx, caller, null),
    livemode: caller.livemode,
    createdAt: toIsoTime(ctx.now()),
  }))
}

/**
 * The secrets that sign with a merchant's default now, by default the first one's: the current one first, then earlier
 * ones that still sign. Creates the first one. Throws `resource_missing` for an unknown merchant, and before there is one.
 */
export async function defaultSecretsAsOperator(
  ctx: Context,
  environment: Environment,
  merchantId?: string,
): Promise<[string, ...string[]]> {
  const merchant =
    merchantId === undefined ? await findFirstMerchant(ctx.db) : await requireMerchant(ctx.db, merchantId)
  if (!merchant) throw new CheckoutError('resource_missing', 'There is no merchant yet: create one first.')
  return loadDefaultSecrets(ctx, { merchantId: merchant.id, livemode: environment === 'production' })
}
