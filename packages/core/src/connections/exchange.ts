import { hash } from 'node:crypto'
import type { ConnectedShop, Webhook } from '@crypto-checkout/api-types'
import { recordChange } from '../audit/record.ts'
import type { Change } from '../audit/store.ts'
import type { Caller, Context } from '../context/context.ts'
import { roleScopes, type Scope } from '../domain/catalog/entitlements.ts'
import { CheckoutError } from '../domain/error.ts'
import { toOwner } from '../domain/owner.ts'
import { areEqual } from '../domain/text.ts'
import { requireRoom } from '../merchants/keys/limits.ts'
import { issuePair } from '../merchants/keys/pair.ts'
import { loadScopes } from '../merchants/keys/rights.ts'
import { findAnyKey, type KeyRow } from '../merchants/keys/store.ts'
import { describeKey, getKeyStatus } from '../merchants/keys/view.ts'
import { requireMerchant } from '../merchants/merchant.ts'
import type { Tx } from '../storage/database.ts'
import { pick } from '../storage/tables.ts'
import { listMemberships } from '../users/store.ts'
import { hashToken } from '../users/tokens.ts'
import { addWebhook } from '../webhooks/change.ts'
import { describeWebhook } from '../webhooks/find.ts'
import { endParts } from './end.ts'
import { requireConnection } from './find.ts'
import { CONNECTED_WALLETS, canConnect, listEventPatterns } from './request.ts'
import type { ValidExchangeInput } from './schema.ts'
import { type ConnectionRow, findConnectionByCode, markConnected } from './store.ts'
import { toConnectionView } from './view.ts'

/**
 * Exchanges a code for a key and a webhook, which are made now. A code works once, with its verifier, and only while its author
 * may still connect. One that comes again with its verifier has two holders, so its connection ends (RFC 6749, 4.1.2).
 * Throws `invalid_code`, which never says why, and `quota_exceeded` and `invalid_state`, after which the code still works.
 */
export async function exchangeCode(
  ctx: Context,
  { request }: Pick<Caller, 'request'>,
  { code, codeVerifier }: ValidExchangeInput,
): Promise<ConnectedShop> {
  const challenge = hash('sha256', codeVerifier, 'base64url')
  const connected = await ctx.transact(async (tx) => {
    const row = await findConnectionByCode(tx, hashToken(code))
    // A code seen in a log can neither be used up nor end the connection.
    if (!row || !areEqual(challenge, row.code_challenge)) return null
    if (row.connected_at !== null) {
      await endRepeated(ctx, tx, row, request)
      return null
    }
    if (row.code_expires_at <= ctx.now()) return null
    if (!canConnect(await findRights(ctx, tx, row), readScopes(row))) return null
    return connect(ctx, tx, row, request)
  })
  if (connected) return connected
  const message =
    'The code is wrong, was used or has expired: connect again. Send the verifier of the challenge with it.'
  throw new CheckoutError('invalid_code', message, 'code')
}

async function connect(ctx: Context, tx: Tx, row: ConnectionRow, request: Caller['request']): Promise<ConnectedShop> {
  await markConnected(tx, row, ctx.now())
  const [owner, scopes] = [toOwner(row), readScopes(row)]
  const made = { ...owner, name: row.client_name, scopes, connectionId: row.id, requireSignature: false }
  const key = await issuePair(ctx, tx, { ...made, wallets: CONNECTED_WALLETS, by: row.created_by as Caller['by'] })
  await requireRoom(ctx, tx, owner)
  const webhook = await addWebhook(ctx, tx, owner, {
    url: row.webhook_url,
    description: row.client_name,
    events: listEventPatterns(scopes),
    connectionId: row.id,
  })
  await recordConnected(ctx, tx, row, { key: key.row, webhook, request })
  const merchant = await requireMerchant(tx, row.merchant_id)
  return {
    id: row.id,
    object: 'connected_shop',
    merchant: { id: merchant.id, name: merchant.name },
    scopes,
    key: { id: key.row.id, publicKey: key.row.public_key, secretKey: key.secretKey },
    webhook: pick(webhook, 'id', 'url', 'secret'),
    livemode: row.livemode,
  }
}

type Connected = Pick<Caller, 'request'> & { readonly key: KeyRow; readonly webhook: Webhook }

/**
 * Key and webhook have entries of their own. That of the webhook has the key as its author, so whoever removes the author of
 * the consent learns that the webhook goes on (decision 97).
 */
async function recordConnected(
  ctx: Context,
  tx: Tx,
  row: ConnectionRow,
  { key, webhook, request }: Connected,
): Promise<void> {
  const author = { ...toOwner(row), by: key.id as `key_${string}`, request }
  const record = (change: Omit<Change, 'before'>) => recordChange(ctx, tx, author, { ...change, before: null })
  const after = { ...describeKey(key), connection: row.id }
  await record({ operation: 'createKey', object: 'api_key', objectId: key.id, after })
  await record({
    ...{ operation: 'createWebhook', object: 'webhook', objectId: webhook.id },
    after: describeWebhook(webhook),
  })
  const connected = { key: key.id, webhook: webhook.id }
  await record({ operation: 'exchangeConnectionCode', object: 'connection', objectId: row.id, after: connected })
}

/** Acts for the connection's key: the sender of a repeated code is unknown. */
async function endRepeated(ctx: Context, tx: Tx, row: ConnectionRow, request: Caller['request']): Promise<void> {
  const owner = toOwner(row)
  const { status, key, webhook } = toConnectionView(await requireConnection(ctx, tx, owner, row.id))
  const author = { ...owner, by: key as `key_${string}`, request }
  await endParts(ctx, tx, author, row)
  const change = { operation: 'endConnection', object: 'connection', objectId: row.id } as const
  const [before, after] = [
    { status, webhook },
    { status: 'ended', webhook: null },
  ]
  await recordChange(ctx, tx, author, { ...change, before, after })
}

/** The rights that the author of a consent has now; null for all. */
async function findRights(
  ctx: Context,
  tx: Tx,
  { created_by: author, merchant_id }: ConnectionRow,
): Promise<readonly Scope[] | null> {
  if (author.startsWith('usr_')) {
    const at = (await listMemberships(tx, author)).find((one) => one.merchant_id === merchant_id)
    return at ? roleScopes[at.role] : []
  }
  if (!author.startsWith('key_')) return null
  const key = await findAnyKey(tx, author)
  return key && getKeyStatus(key, ctx.now()) === 'active' ? loadScopes(tx, key) : []
}

function readScopes({ scopes }: Pick<ConnectionRow, 'scopes'>): Scope[] {
  return JSON.parse(scopes)
}
