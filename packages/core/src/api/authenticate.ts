import type { Context } from '../context/context.ts'
import { areEqual } from '../domain/are-equal.ts'
import { CheckoutError } from '../domain/error.ts'
import { getClientNetwork } from '../http/client-network.ts'
import { type ApiRequest, getHeader } from '../http/exchange.ts'
import { type ApiKeyRow, findApiKey } from '../merchants/api-key-store.ts'
import { hashSecret } from '../merchants/api-keys.ts'
import { RateLimits, toRetryAfterSeconds } from './rate-limit.ts'

export type Authenticated = {
  readonly keyId: `key_${string}`
  readonly merchantId: string
  readonly livemode: boolean
  readonly plan: string
  readonly scopes: readonly string[] | null
  readonly requireSignature: boolean
  readonly secretKey: string
}

/** How long a key is cached: a revoked one is refused within this time. */
const REMEMBER_MS = 1_000
const MAX_REMEMBERED = 10_000
const MAX_FAILURES_A_MINUTE = 60

type CachedKey = { readonly row: ApiKeyRow; readonly scopes: readonly string[] | null; readonly until: number }

/** Checks key pairs. A refusal never reveals which half was wrong. */
export function createAuthenticator(ctx: Context) {
  // Separate from the accounts' windows: a flood of addresses must not evict those.
  const failures = new RateLimits()
  const cache = new Map<string, CachedKey>()

  async function lookUp(publicKey: string): Promise<CachedKey | null> {
    const now = ctx.elapsed()
    const known = cache.get(publicKey)
    if (known && known.until > now) return known
    const row = await findApiKey(ctx.db, publicKey)
    if (!row) return null
    if (cache.size >= MAX_REMEMBERED) cache.clear()
    const fresh = { row, scopes: row.scopes ? JSON.parse(row.scopes) : null, until: now + REMEMBER_MS }
    cache.set(publicKey, fresh)
    return fresh
  }

  async function check(request: ApiRequest, livemode: boolean): Promise<Authenticated> {
    const { publicKey, secretKey } = keysOf(request)
    const known = await lookUp(publicKey)
    const right = areEqual(hashSecret(secretKey), known?.row.secret_hash ?? '') && known?.row.revoked_at === null
    if (!known || !right) {
      throw new CheckoutError('invalid_api_key', 'These keys are not a valid pair: check both, or make a new pair.')
    }
    const { row } = known
    if ((row.livemode === 1) !== livemode) {
      const [right, wrong] = livemode ? ['/sandbox/v1', 'sandbox'] : ['/v1', 'production']
      throw new CheckoutError('wrong_environment', `These are ${wrong} keys: use ${right}.`)
    }
    return {
      keyId: row.id as `key_${string}`,
      merchantId: row.merchant_id,
      livemode,
      plan: livemode ? row.plan : 'sandbox',
      scopes: known.scopes,
      requireSignature: row.require_signature === 1,
      secretKey,
    }
  }

  return async (request: ApiRequest, livemode: boolean, headers: Record<string, string>): Promise<Authenticated> => {
    try {
      return await check(request, livemode)
    } catch (error) {
      // Counted only on failure: correct keys are never refused because of wrong ones.
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

function keysOf(request: ApiRequest): { publicKey: string; secretKey: string } {
  const publicKey = /^Bearer +([\x21-\x7e]{1,200})$/i.exec(getHeader(request, 'authorization') ?? '')?.[1]
  const secretKey = getHeader(request, 'x-api-secret')
  if (publicKey && secretKey) return { publicKey, secretKey }
  throw new CheckoutError('missing_api_key', 'Send your keys as Authorization: Bearer pk_... and X-Api-Secret: sk_...')
}
