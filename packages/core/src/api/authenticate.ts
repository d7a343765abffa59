import { createHmac } from 'node:crypto'
import type { KeyWallets } from '@crypto-checkout/api-types'
import type { Context } from '../context/context.ts'
import { CheckoutError } from '../domain/error.ts'
import { areEqual } from '../domain/text.ts'
import { type ApiRequest, getHeader } from '../http/exchange.ts'
import { hashSecret } from '../merchants/keys/pair.ts'
import { loadScopes } from '../merchants/keys/rights.ts'
import { findKeyByPublicKey, type KeyWithPlan } from '../merchants/keys/store.ts'
import { getKeyStatus } from '../merchants/keys/view.ts'
import { getClientNetwork, RateLimits, toRetryAfterSeconds } from './rate-limit.ts'

type Authenticated = {
  readonly keyId: `key_${string}`
  readonly merchantId: string
  readonly livemode: boolean
  readonly plan: string
  readonly scopes: readonly string[] | null
  readonly requireSignature: boolean
  readonly wallets: KeyWallets
  readonly secretKey: string
}

/** The time for which a key is cached: a revoked one is refused within this time. */
const REMEMBER_MS = 1_000
const MAX_REMEMBERED = 10_000
const MAX_FAILURES_A_MINUTE = 60

type CachedKey = { readonly row: KeyWithPlan; readonly scopes: readonly string[] | null; readonly until: number }

/** Checks key pairs. A refusal never reveals which half was wrong. */
export function createAuthenticator(ctx: Context) {
  const cache = new Map<string, CachedKey>()

  async function lookUp(publicKey: string): Promise<CachedKey | null> {
    const now = ctx.elapsed()
    const known = cache.get(publicKey)
    if (known && known.until > now) return known
    const row = await findKeyByPublicKey(ctx.db, publicKey)
    if (!row) return null
    if (cache.size >= MAX_REMEMBERED) cache.clear()
    const fresh = { row, scopes: await loadScopes(ctx.db, row), until: now + REMEMBER_MS }
    cache.set(publicKey, fresh)
    return fresh
  }

  async function check(request: ApiRequest, livemode: boolean): Promise<Authenticated> {
    const { publicKey, secretKey } = readKeys(request)
    const known = await lookUp(publicKey)
    const right = areEqual(hashSecret(secretKey), known?.row.secret_hash ?? '')
    if (!known || !right || getKeyStatus(known.row, ctx.now()) !== 'active') {
      throw new CheckoutError('invalid_api_key', 'These keys are not a valid pair: check both, or make a new pair.')
    }
    const { row } = known
    if (row.livemode !== livemode) {
      const [right, wrong] = livemode ? ['/sandbox/v1', 'sandbox'] : ['/v1', 'production']
      throw new CheckoutError('wrong_environment', `These are ${wrong} keys: use ${right}.`)
    }
    ctx.keyUses.note(row.id, ctx.now())
    return {
      keyId: row.id as `key_${string}`,
      merchantId: row.merchant_id,
      livemode,
      plan: livemode ? row.plan : 'sandbox',
      scopes: known.scopes,
      requireSignature: row.require_signature === 1,
      wallets: row.wallets,
      secretKey,
    }
  }

  return check
}

/** Limits failed authentications by address. Correct ones are never refused because of wrong ones. */
export function createFailureLimit(ctx: Context) {
  // Separate from the accounts' windows: a flood of addresses must not evict those.
  const failures = new RateLimits()
  return async <T>(
    request: ApiRequest,
    headers: Record<string, string>,
    authenticate: () => Promise<T>,
  ): Promise<T> => {
    try {
      return await authenticate()
    } catch (error) {
      const now = ctx.elapsed()
      const window = failures.window(getClientNetwork(request.address), MAX_FAILURES_A_MINUTE, now)
      if (error instanceof CheckoutError && !window.accept(now)) {
        headers['retry-after'] = String(toRetryAfterSeconds(window.waitMs(now)))
        throw new CheckoutError('rate_limited', 'Too many failed authentications from this address: wait a minute.')
      }
      throw error
    }
  }
}

function readKeys(request: ApiRequest): { publicKey: string; secretKey: string } {
  const publicKey = /^Bearer +([\x21-\x7e]{1,200})$/i.exec(getHeader(request, 'authorization') ?? '')?.[1]
  const secretKey = getHeader(request, 'x-api-secret')
  if (publicKey && secretKey) return { publicKey, secretKey }
  throw new CheckoutError('missing_api_key', 'Send your keys as Authorization: Bearer pk_... and X-Api-Secret: sk_...')
}

const TOLERANCE_MS = 300_000

/** Lower-case hex HMAC-SHA256 of `<timestamp>.<METHOD>.<path>.<body>`, the path from the version segment on. */
export function signRequest(
  secretKey: string,
  signed: { readonly timestamp: string; readonly method: string; readonly path: string; readonly body: Uint8Array },
): string {
  return createHmac('sha256', secretKey)
    .update(`${signed.timestamp}.${signed.method}.${signed.path}.`)
    .update(signed.body)
    .digest('hex')
}

/** Checks a request's signature if it has one or the key requires one. `path` begins with `/v1`. */
export function checkSignature(ctx: Context, request: ApiRequest, path: string, key: Authenticated): void {
  const signed = 'x-service-timestamp' in request.headers || 'x-service-signature' in request.headers
  if (!signed && !key.requireSignature) return
  const timestamp = getHeader(request, 'x-service-timestamp') ?? ''
  const signature = getHeader(request, 'x-service-signature') ?? ''
  if (!/^\d{1,15}$/.test(timestamp) || !/^[0-9a-f]{64}$/.test(signature)) {
    throw new CheckoutError(
      'invalid_signature',
      'Send X-Service-Timestamp (milliseconds) and X-Service-Signature (64 lower-case hexadecimal digits).',
    )
  }
  if (Math.abs(ctx.now() - Number(timestamp)) > TOLERANCE_MS) {
    const isInSeconds = /^\d{10}$/.test(timestamp)
    throw new CheckoutError(
      'stale_timestamp',
      `X-Service-Timestamp must be in milliseconds, at most 300 seconds from the server's time, ${ctx.now()}.` +
        (isInSeconds ? ' Yours is in seconds: multiply it by 1000.' : ''),
    )
  }
  const body = 'bytes' in request.body ? request.body.bytes : new Uint8Array()
  const expected = signRequest(key.secretKey, { timestamp, method: request.method, path, body })
  if (areEqual(expected, signature)) return
  const hint =
    request.body.kind === 'reencoded'
      ? 'The host parsed the body before the checkout saw its bytes: mount the checkout before express.json().'
      : 'Sign <timestamp>.<METHOD>.<path>.<body> with the secret key, the path from /v1 on, the body as it is sent.'
  throw new CheckoutError('invalid_signature', `The signature does not match. ${hint}`)
}
