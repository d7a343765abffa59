import { type Caller, type Context, requireRecentAuthentication } from '../context/context.ts'
import { cacheAnswer } from '../domain/cache.ts'
import { hasScope, type Scope } from '../domain/catalog/entitlements.ts'
import { CheckoutError } from '../domain/error.ts'
import { SESSION_COOKIE } from '../http/cookies.ts'
import { type ApiRequest, getHeader, readBodyBytes, type Trace } from '../http/exchange.ts'
import type { Route } from '../http/route.ts'
import { checkSignature, createAuthenticator, createFailureLimit } from './authenticate.ts'
import {
  formatRateLimitHeaders,
  getClientNetwork,
  RateLimits,
  takeFromWindow,
  toRetryAfterSeconds,
  WINDOW_MS,
} from './rate-limit.ts'
import { createSharedRateLimit, type RateLimitDecision } from './shared-rate-limit.ts'

type Headers = Record<string, string>

export type Admitted = {
  readonly owner: Omit<Caller, 'commit' | 'request'>
  /** The secret that the client sends with each request, and the database has no copy of. */
  readonly secret: string
}

/** Tells whether a request has a session and no keys. Keys win. */
function isBySession(request: ApiRequest): boolean {
  const { authorization, 'x-api-secret': secret } = request.headers
  if (authorization !== undefined || secret !== undefined) return false
  return getHeader(request, 'cookie')?.includes(SESSION_COOKIE) ?? false
}

/**
 * Results besides the caller, of a refused request too: what the response says of limits, and who was authenticated.
 */
type Side = { readonly headers: Headers; readonly trace: Trace }

/** `path` begins with `/v1`. */
type Admit = (request: ApiRequest, path: string, livemode: boolean, route: Route, side: Side) => Promise<Admitted>

/** Tells whether the caller of a request that goes on would be admitted again. It counts as no request, and as no use of a session. */
type MayContinue = (
  request: ApiRequest,
  livemode: boolean,
  route: Route,
  owner: Pick<Caller, 'merchantId' | 'by'>,
) => Promise<boolean>

/** Counts a request without keys by its address. Its caller has no merchant and no rights. */
type AdmitAnyone = (request: ApiRequest, livemode: boolean, headers: Headers) => Admitted['owner']

/** `admit` finds the caller of a request: authenticated, within its limit, and with the route's scope. */
export type Admission = { readonly admit: Admit; readonly admitAnyone: AdmitAnyone; readonly mayContinue: MayContinue }

/** Requests without keys that may come from an address in a minute. */
const KEYLESS_REQUESTS = 60

export function createAdmission(ctx: Context): Admission {
  const count = requestCounter(ctx)
  const limitFailures = createFailureLimit(ctx)
  const strangers = new RateLimits()
  const authenticate = createAuthenticator(ctx)
  const loadSessions = cacheAnswer(() => import('./authenticate-session.ts'))

  /** A session's requests do not count against those of the merchant's keys. */
  async function admitUser(
    request: ApiRequest,
    livemode: boolean,
    route: Route,
    { headers, trace }: Side,
  ): Promise<Admitted> {
    const { authenticateSession, SESSION_REQUESTS } = await loadSessions()
    const { caller, role, secret } = await limitFailures(request, headers, () => authenticateSession(ctx, request))
    trace.author = { merchantId: caller.merchantId, by: caller.by }
    requirePermit(await count(`${caller.by} ${livemode}`, SESSION_REQUESTS), 'dashboard', SESSION_REQUESTS, headers)
    requireScope(caller, route, (scope) => `The role ${role} lacks the scope ${scope}: ask an owner of the merchant.`)
    if (route.reauthentication === 'always') requireRecentAuthentication(caller)
    return { owner: { ...caller, livemode }, secret }
  }

  async function findCaller(
    request: ApiRequest,
    livemode: boolean,
  ): Promise<Pick<Caller, 'merchantId' | 'by' | 'scopes'>> {
    if (isBySession(request)) return (await (await loadSessions()).authenticateSession(ctx, request, 'unnoted')).caller
    const { merchantId, keyId: by, scopes } = await authenticate(request, livemode)
    return { merchantId, by, scopes }
  }

  const mayContinue: MayContinue = async (request, livemode, route, owner) => {
    try {
      const { merchantId, by, scopes } = await findCaller(request, livemode)
      return merchantId === owner.merchantId && by === owner.by && hasScope(scopes, route.scope)
    } catch (error) {
      if (error instanceof CheckoutError) return false
      throw error
    }
  }

  const admit: Admit = async (request, path, livemode, route, side) => {
    const { headers, trace } = side
    if (ctx.settings.dashboard && isBySession(request)) return admitUser(request, livemode, route, side)
    const key = await limitFailures(request, headers, () => authenticate(request, livemode))
    trace.author = { merchantId: key.merchantId, by: key.keyId }
    const limit = ctx.settings.plans[key.plan] ?? 1
    requirePermit(await count(`${key.merchantId} ${key.livemode}`, limit), key.plan, limit, headers)
    if (request.method !== 'GET') readBodyBytes(request, route.maxBodyBytes)
    checkSignature(ctx, request, path, key)
    const { merchantId, keyId: by, scopes, wallets, secretKey: secret } = key
    requireScope(key, route, (scope) => `This key lacks the scope ${scope}: use another, or make one with it.`)
    return { owner: { merchantId, livemode, by, scopes, wallets }, secret }
  }

  const admitAnyone: AdmitAnyone = ({ address }, livemode, headers) => {
    const now = ctx.elapsed()
    const window = strangers.window(getClientNetwork(address), KEYLESS_REQUESTS, now)
    requirePermit(takeFromWindow(window, now), 'address', KEYLESS_REQUESTS, headers)
    return { merchantId: '', livemode, by: 'anonymous', scopes: [] }
  }

  return { admit, admitAnyone, mayContinue }
}

function requireScope({ scopes }: Pick<Caller, 'scopes'>, { scope }: Route, describe: (scope: Scope) => string): void {
  if (scope === null || hasScope(scopes, scope)) return
  throw new CheckoutError('insufficient_scope', describe(scope), null, { scope })
}

/** Counts requests of accounts: in memory if the process is alone, in the database if nodes share it. */
function requestCounter(
  ctx: Context,
): (account: string, limit: number) => RateLimitDecision | Promise<RateLimitDecision> {
  if (ctx.node) return createSharedRateLimit(ctx, ctx.node, WINDOW_MS)
  const limits = new RateLimits()
  return (account, limit) => {
    const now = ctx.elapsed()
    return takeFromWindow(limits.window(account, limit, now), now)
  }
}

function requirePermit(permit: RateLimitDecision, policy: string, limit: number, headers: Headers): void {
  Object.assign(headers, formatRateLimitHeaders(policy, limit, permit))
  if (permit.accepted) return
  const seconds = toRetryAfterSeconds(permit.waitMs)
  headers['retry-after'] = String(seconds)
  throw new CheckoutError(
    'rate_limited',
    `More than ${limit} requests in ${WINDOW_MS / 1_000} seconds: try again in ${seconds} seconds.`,
  )
}
