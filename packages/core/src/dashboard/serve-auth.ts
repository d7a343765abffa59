import { getClientNetwork, RateLimits, toRetryAfterSeconds } from '../api/rate-limit.ts'
import type { Context } from '../context/context.ts'
import { CheckoutError } from '../domain/error.ts'
import { formatCookie, readCookie } from '../http/cookies.ts'
import { type ApiRequest, type ApiResponse, getHeader, parseJsonBody } from '../http/exchange.ts'
import { requireOwnOrigin } from '../http/origin.ts'
import { createProblemResponse, parseInput } from '../http/problem.ts'
import { type Access, createAccess } from '../users/access.ts'
import { TooManyAttempts } from '../users/attempts.ts'
import { createDeviceMark, readDeviceMark } from '../users/known-device.ts'
import { deleteSession } from '../users/session-store.ts'
import { isRecent, type MarkedDevice, requireSession, type SessionRow } from '../users/sessions.ts'
import { describeSession } from '../users/view.ts'
import type { AuthAnswer, AuthRoute } from './auth-route.ts'
import { authRoutes } from './auth-routes.ts'

/** The base of requests about signing in. */
export const AUTH_BASE = '/dashboard/auth'
/** Requests of an address in a minute that need no session. */
const MOST_STRANGERS = 120

const patterns = authRoutes.map((route) => ({
  route,
  pattern: new RegExp(`^${AUTH_BASE}${route.path.replace('{id}', '(?<id>[^/]+)')}$`),
}))

type Match = { readonly route: AuthRoute; readonly id: string }
type Cookies = string[]

/**
 * Serves signing in: JSON for the dashboard's own pages. No answer has a header of CORS, so no other site reads one.
 * `report` receives unexpected errors.
 */
export async function createAuthSite(ctx: Context, report: (error: unknown, requestId: string) => void) {
  const access = await createAccess(ctx)
  const strangers = new RateLimits()
  const { publicUrl } = ctx.settings

  function countStranger({ address }: ApiRequest): void {
    const now = ctx.elapsed()
    const window = strangers.window(getClientNetwork(address), MOST_STRANGERS, now)
    if (!window.accept(now)) throw new TooManyAttempts(window.waitMs(now))
  }

  async function answer(request: ApiRequest, requestId: string, { route, id }: Match, cookies: Cookies) {
    requireOwnOrigin(request, publicUrl)
    if (route.needs === 'anyone') countStranger(request)
    const session = await findSession(access, request, route)
    const body = parseInput(route.body, request.method === 'POST' ? parseJsonBody(request) : {})
    const device = readDevice(request, requestId, publicUrl)
    const result = await route.handle(access, { id, body, device, session })
    await replaceCookies(access, result, session, device, cookies)
    return toView(access, result)
  }

  return async (request: ApiRequest, requestId: string): Promise<ApiResponse> => {
    const headers = { 'x-request-id': requestId, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }
    const match = matchAuthRoute(request)
    const trace = { route: match ? `${AUTH_BASE}${match.route.path}` : 'none' }
    const cookies: Cookies = []
    try {
      if (!match) throw new CheckoutError('unknown_endpoint', 'There is no such request about signing in.')
      const body = JSON.stringify(await answer(request, requestId, match, cookies))
      return { status: 200, headers: { ...headers, 'content-type': 'application/json' }, body, cookies, trace }
    } catch (error) {
      const refusal = error instanceof CheckoutError ? error : hide(error, requestId)
      const wait = error instanceof TooManyAttempts ? { 'retry-after': String(toRetryAfterSeconds(error.waitMs)) } : {}
      const ended = refusal.code === 'invalid_session' ? [formatCookie(publicUrl, 'session', '')] : []
      return { ...createProblemResponse(refusal, requestId, { ...headers, ...wait }, trace), cookies: ended }
    }
  }

  function hide(error: unknown, requestId: string): CheckoutError {
    report(error, requestId)
    return new CheckoutError('internal_error', 'Something went wrong here: try again, and tell us the request id.')
  }
}

function matchAuthRoute({ method, path }: ApiRequest): Match | null {
  for (const { route, pattern } of patterns) {
    const match = route.method === method ? pattern.exec(path) : null
    if (match) return { route, id: match.groups?.id ?? '' }
  }
  return null
}

/** Throws `invalid_session` and `reauthentication_required` where the route needs more. */
async function findSession({ ctx }: Access, request: ApiRequest, { needs }: AuthRoute): Promise<SessionRow> {
  const token = readCookie(request, ctx.settings.publicUrl, 'session')
  const session = await requireSession(ctx, token ?? '').catch((error: unknown) => {
    if (needs === 'anyone' && error instanceof CheckoutError) return null
    throw error
  })
  if (needs !== 'recent' || (session && isRecent(ctx, session))) return session as SessionRow
  throw new CheckoutError('reauthentication_required', 'Show your password or passkey again.')
}

function readDevice(request: ApiRequest, requestId: string, publicUrl: string): MarkedDevice {
  const userAgent = getHeader(request, 'user-agent') ?? ''
  const { address } = request
  const mark = readCookie(request, publicUrl, 'device')
  return { address, network: getClientNetwork(address), userAgent, requestId, mark }
}

/** Opening a session ends the one before. */
async function replaceCookies(
  access: Access,
  { opened, ended }: AuthAnswer,
  before: SessionRow | null,
  { mark }: MarkedDevice,
  cookies: Cookies,
): Promise<void> {
  const { ctx } = access
  const { publicUrl } = ctx.settings
  if (ended) cookies.push(formatCookie(publicUrl, 'session', ''))
  if (!opened) return
  const { user_id, id } = opened.session
  if (before && before.id !== id) await ctx.transact((tx) => deleteSession(tx, before.user_id, before.id))
  cookies.push(formatCookie(publicUrl, 'session', opened.token))
  if (readDeviceMark(access, user_id, mark) !== null) return
  cookies.push(formatCookie(publicUrl, 'device', createDeviceMark(access, user_id)))
}

async function toView({ ctx }: Access, { value = {}, opened }: AuthAnswer): Promise<object> {
  return opened ? { ...(await describeSession(ctx, opened.session)), ...value } : value
}
