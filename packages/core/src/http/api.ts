import { allows } from '../catalog/scopes.ts'
import type { Caller, Context } from '../context.ts'
import { CheckoutError } from '../domain/error.ts'
import { type Authenticated, authenticator } from './authenticate.ts'
import { type ApiRequest, type ApiResponse, headerOf, MAX_BODY_BYTES } from './exchange.ts'
import { fingerprintOf, idempotencyKey, idempotentRequests } from './idempotency.ts'
import { problemResponse, refusalOf } from './problem.ts'
import { parseQuery } from './query.ts'
import { RateLimits, rateLimitHeaders, type SlidingWindow, WINDOW_MS } from './rate-limit.ts'
import type { Route, RouteInput } from './route.ts'
import { matchRoute } from './routes.ts'
import { serialise } from './serialise.ts'
import { checkSignature } from './sign.ts'

const alwaysSent = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

export type Api = (request: ApiRequest, path: string, livemode: boolean) => Promise<ApiResponse>

/**
 * Serves the API below a base address. `path` begins with `/v1`. Every answer is JSON, whatever
 * happens. `report` gets what nobody foresaw.
 */
export function api(ctx: Context, report: (error: unknown, requestId: string) => void): Api {
  const limits = new RateLimits()
  const authenticate = authenticator(ctx, limits)
  const idempotent = idempotentRequests(ctx)

  async function answer(request: ApiRequest, path: string, livemode: boolean, headers: Record<string, string>) {
    const match = matchRoute(request.method, path.slice('/v1'.length))
    const { route } = match ?? {}
    const served = route && !(route.local && (livemode || !ctx.testPayer)) ? route : null
    if (!match || !served) throw unknownEndpoint(request, path)
    const key = await authenticate(request, livemode)
    countRequest(ctx, limits, key, headers)
    if (!allows(key.scopes, served.scope)) {
      throw new CheckoutError(
        'insufficient_scope',
        `This key lacks the scope ${served.scope}: use another, or make one with it.`,
      )
    }
    checkSignature(ctx, request, path, key)
    const work = (commit: Caller['commit']) => run(ctx, served, match.id, request, { ...ownerOf(key), commit })
    const repeatKey = idempotencyKey(request)
    if (repeatKey === null) return { status: served.status, body: serialise(await work(ctx.transact)) }
    const fingerprint = fingerprintOf(request.method, path, bodyOf(request))
    const { answer, replayed } = await idempotent(ownerOf(key), repeatKey, fingerprint, served.status, work)
    if (replayed) headers['idempotent-replayed'] = 'true'
    return answer
  }

  return async (request, path, livemode) => {
    const requestId = ctx.newId('req')
    const headers: Record<string, string> = { 'x-request-id': requestId, ...alwaysSent }
    try {
      const { status, body } = await answer(request, path, livemode, headers)
      headers['content-type'] = 'application/json'
      return { status, headers, body }
    } catch (error) {
      if (error instanceof CheckoutError) return problemResponse(error, requestId, headers)
      report(error, requestId)
      const hidden = new CheckoutError(
        'internal_error',
        'Something went wrong here: try again, and tell us the request id.',
      )
      return problemResponse(hidden, requestId, headers)
    }
  }
}

function ownerOf(key: Authenticated) {
  return { merchantId: key.merchantId, livemode: key.livemode }
}

async function run(ctx: Context, route: Route, id: string, request: ApiRequest, caller: Caller): Promise<unknown> {
  const query = parse(route.query, parseQuery(request.query)) as RouteInput['query']
  const body = parse(route.body, route.method === 'GET' ? {} : jsonBody(request)) as RouteInput['body']
  return route.handle(ctx, caller, { id, query, body })
}

function parse(schema: Route['query'], input: unknown): object {
  const result = schema.safeParse(input)
  if (!result.success) throw refusalOf(result.error, input)
  return result.data
}

function bodyOf(request: ApiRequest): Uint8Array {
  if (request.body.kind !== 'too_large' && request.body.bytes.length <= MAX_BODY_BYTES) return request.body.bytes
  throw new CheckoutError('body_too_large', 'The body is larger than 64 KiB.')
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function jsonBody(request: ApiRequest): unknown {
  const bytes = bodyOf(request)
  if (bytes.length === 0) return {}
  const type = headerOf(request, 'content-type') ?? ''
  if (!/^application\/json\s*(?:;|$)/i.test(type)) {
    throw new CheckoutError('unsupported_media_type', 'Send the body as Content-Type: application/json.')
  }
  let value: unknown
  try {
    value = JSON.parse(utf8.decode(bytes))
  } catch {
    throw new CheckoutError('invalid_json', 'The body is not valid JSON in UTF-8.')
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw new CheckoutError('invalid_json', 'The body must be a JSON object.')
}

function countRequest(ctx: Context, limits: RateLimits, key: Authenticated, headers: Record<string, string>): void {
  const limit = ctx.settings.plans[key.plan] ?? 1
  const now = ctx.elapsed()
  const window: SlidingWindow = limits.window(`${key.merchantId} ${key.livemode}`, limit, now)
  const accepted = window.accept(now)
  Object.assign(headers, rateLimitHeaders(key.plan, limit, window, now))
  if (accepted) return
  const seconds = Math.max(1, Math.ceil(window.waitMs(now) / 1_000))
  headers['retry-after'] = String(seconds)
  throw new CheckoutError(
    'rate_limited',
    `More than ${limit} requests in ${WINDOW_MS / 1_000} seconds: try again in ${seconds} seconds.`,
  )
}

function unknownEndpoint(request: ApiRequest, path: string): CheckoutError {
  return new CheckoutError('unknown_endpoint', `There is no ${request.method.slice(0, 16)} ${path.slice(0, 200)}.`)
}
