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

/** The sender of a code, who has no keys. */
type Anyone = Pick<Caller, 'by' | 'request'>

/**
 * Exchanges a code for a key and a webhook, which are made now. A code works once, with its verifier, and only while its author
 * may still connect. One that comes again with its verifier from another address has two holders, so its connection ends
 * (RFC 6749, 4.1.2). From the same address it is a shop system's retry, and only refused. Throws `invalid_code`, which never
 * says why, and `quota_exceeded` and `invalid_state`, after which the code still works.
 */
export async function exchangeCode(
  ctx: Context,
  caller: Anyone,
  { code, codeVerifier }: ValidExchangeInput,
): Promise<ConnectedShop> {
  const challenge = hash('sha256', codeVerifier, 'base64url')
  const connected = await ctx.transact(async (tx) => {
    const row = await findConnectionByCode(tx, hashToken(code))
    // A code seen in a log can neither be used up nor end the connection.
    if (!row || !areEqual(challenge, row.code_challenge)) return null
    if (row.connected_at !== null) {
      if (caller.request?.address !== row.exchanged_from) await endRepeated(ctx, tx, row, caller)
      return null
    }
    if (row.code_expires_at <= ctx.now()) return null
    if (!canConnect(await findRights(ctx, tx, row), readScopes(row))) return null
    return connect(ctx, tx, row, caller)
  })
  if (connected) return connected
  const message =
    'The code is wrong, was used or has expired: connect again. Send the verifier of the challenge with it.'
  throw new CheckoutError('invalid_code', message, 'code')
}

async function connect(ctx: Context, tx: Tx, row: ConnectionRow, caller: Anyone): Promise<ConnectedShop> {
  await markConnected(tx, row, { now: ctx.now(), from: caller.request?.address ?? null })
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
  await recordConnected(ctx, tx, row, { key: key.row, webhook, caller })
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

type Connected = { readonly key: KeyRow; readonly webhook: Webhook; readonly caller: Anyone }

/**
 * Key and webhook have entries of their own. That of the webhook has the key as its author, so whoever removes the author of
 * the consent learns that the webhook goes on (decision 97).
 */
async function recordConnected(
  ctx: Context,
  tx: Tx,
  row: ConnectionRow,
  { key, webhook, caller }: Connected,
): Promise<void> {
  const record = (change: Omit<Change, 'before'>, by = caller.by) =>
    recordChange(ctx, tx, { ...toOwner(row), request: caller.request, by }, { ...change, before: null })
  const after = { ...describeKey(key), connection: row.id }
  await record({ operation: 'createKey', object: 'api_key', objectId: key.id, after })
  const created = { operation: 'createWebhook', object: 'webhook', objectId: webhook.id } as const
  await record({ ...created, after: describeWebhook(webhook) }, key.id as `key_${string}`)
  const connected = { key: key.id, webhook: webhook.id }
  await record({ operation: 'exchangeConnectionCode', object: 'connection', objectId: row.id, after: connected })
}

async function endRepeated(ctx: Context, tx: Tx, row: ConnectionRow, { by, request }: Anyone): Promise<void> {
  const author = { ...toOwner(row), by, request }
  const { status, webhook } = toConnectionView(await requireConnection(ctx, tx, author, row.id))
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
