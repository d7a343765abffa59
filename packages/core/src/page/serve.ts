import { hash } from 'node:crypto'
import type { Context } from '../context.ts'
import { CheckoutError } from '../domain/error.ts'
import { isId } from '../domain/id.ts'
import type { ApiRequest, ApiResponse } from '../http/exchange.ts'
import { headerOf } from '../http/exchange.ts'
import { problemResponse } from '../http/problem.ts'
import { RateLimits, retryAfterSeconds } from '../http/rate-limit.ts'
import { serialisePriced } from '../http/serialise.ts'
import { findPaymentCaller } from '../payments/find.ts'
import { publicPayment } from '../payments/public-view.ts'
import { playScenario, scenariosOf } from '../sandbox/pay.ts'
import type { PublicPayment } from '../wire.ts'
import { pageHeaders } from './headers.ts'
import { renderPaymentNotFoundPage } from './not-found-page.ts'
import { renderPayPage } from './pay-page.ts'
import { type Reader, readerOf } from './reader.ts'

const REQUESTS_A_PAYMENT = 60
const REQUESTS_AN_ADDRESS = 600

const PATH = /^\/pay\/(?:pay_)?([^/]*)(?:\/(status)|\/test\/([^/]*))?$/

const cors = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag, Retry-After',
}

/** Serves the hosted page and the public view below `/pay`: no keys, the payment's id opens it. */
export function paySite(ctx: Context) {
  const limits = new RateLimits()
  const base = new URL(ctx.settings.publicUrl).pathname.replace(/\/$/, '')

  async function view(request: ApiRequest, id: string): Promise<ApiResponse> {
    if (request.method === 'OPTIONS') return preflight()
    return reads(request) ? statusResponse(ctx, limits, request, id) : noSuchMethod(ctx)
  }

  return async (request: ApiRequest): Promise<ApiResponse> => {
    const [, shortId = '', status, scenario] = PATH.exec(request.path) ?? []
    const id = `pay_${shortId}`
    if (status) return view(request, id)
    const reader = readerOf(request.query, headerOf(request, 'accept-language'))
    if (scenario !== undefined)
      return request.method === 'POST' ? play(ctx, base, reader, id, scenario) : notFound(base, reader)
    return reads(request) ? page(ctx, base, reader, id) : notFound(base, reader)
  }
}

function reads(request: ApiRequest): boolean {
  return request.method === 'GET' || request.method === 'HEAD'
}

async function page(ctx: Context, base: string, reader: Reader, id: string): Promise<ApiResponse> {
  const payment = await find(ctx, id)
  if (!payment) return notFound(base, reader)
  const body = renderPayPage({ payment, base, ...reader, testScenarios: scenariosOf(ctx, payment), now: ctx.now() })
  return { status: 200, headers: pageHeaders(ctx.settings.frameAncestors), body }
}

function notFound(base: string, { texts }: Reader): ApiResponse {
  return { status: 404, headers: pageHeaders(), body: renderPaymentNotFoundPage(base, texts) }
}

async function find(ctx: Context, id: string): Promise<PublicPayment | null> {
  return isId('pay', id) ? publicPayment(ctx, id) : null
}

const statusHeaders = {
  ...cors,
  'cache-control': 'no-cache',
  'content-type': 'application/json',
  'x-content-type-options': 'nosniff',
}

function noSuchMethod(ctx: Context): ApiResponse {
  return problemResponse(
    new CheckoutError('unknown_endpoint', 'Only GET is known here.'),
    ctx.newId('req'),
    statusHeaders,
  )
}

async function statusResponse(ctx: Context, limits: RateLimits, request: ApiRequest, id: string): Promise<ApiResponse> {
  const headers = statusHeaders
  const wait = secondsToWait(ctx, limits, request.address, id)
  if (wait > 0) {
    const refusal = new CheckoutError('rate_limited', `Too many requests: try again in ${wait} seconds.`)
    return problemResponse(refusal, ctx.newId('req'), { ...headers, 'retry-after': String(wait) })
  }
  const payment = await find(ctx, id)
  if (!payment) {
    const refusal = new CheckoutError('resource_missing', 'There is no such payment.', 'id')
    return problemResponse(refusal, ctx.newId('req'), headers)
  }
  const etag = etagOf(payment)
  if (matchesEtag(headerOf(request, 'if-none-match'), etag))
    return { status: 304, headers: { ...headers, etag }, body: '' }
  return { status: 200, headers: { ...headers, etag }, body: serialisePriced(payment) }
}

/** The server's clock is no change of the payment. */
function etagOf(payment: PublicPayment): string {
  const { serverTime: _, ...rest } = payment
  return `"${hash('sha256', JSON.stringify(rest), 'base64url').slice(0, 22)}"`
}

function matchesEtag(header: string | undefined, etag: string): boolean {
  return header?.split(',').some((one) => ['*', etag].includes(one.trim().replace(/^W\//, ''))) ?? false
}

/** 0 when the request may pass: then it takes a place in both windows, otherwise in none. */
function secondsToWait(ctx: Context, limits: RateLimits, address: string, id: string): number {
  const now = ctx.elapsed()
  // What is no id at all shares one window, so that its length costs nothing.
  const payment = isId('pay', id) ? id : 'none'
  const windows = [
    limits.window(`address ${address}`, REQUESTS_AN_ADDRESS, now),
    limits.window(`payment ${address} ${payment}`, REQUESTS_A_PAYMENT, now),
  ]
  const full = windows.filter((window) => window.waitMs(now) > 0)
  if (full.length > 0) return Math.max(...full.map((window) => retryAfterSeconds(window, now)))
  for (const window of windows) window.accept(now)
  return 0
}

function preflight(): ApiResponse {
  const allowed = {
    'access-control-allow-methods': 'GET, OPTIONS',
    'access-control-allow-headers': 'If-None-Match',
    'access-control-max-age': '86400',
  }
  return { status: 204, headers: { ...cors, ...allowed }, body: '' }
}

/** A button of test mode: leads back to the page for who has no script. */
async function play(ctx: Context, base: string, reader: Reader, id: string, scenario: string): Promise<ApiResponse> {
  const payment = await find(ctx, id)
  const caller = payment && (await findPaymentCaller(ctx, id))
  if (!payment || !caller || !scenariosOf(ctx, payment)?.includes(scenario)) return notFound(base, reader)
  try {
    await playScenario(ctx, caller, id, scenario)
  } catch (error) {
    // On the page a refusal is told by the state that it shows.
    if (!(error instanceof CheckoutError)) throw error
  }
  const location = `${base}/pay/${id.slice(4)}${reader.query}`
  return { status: 303, headers: { location, 'cache-control': 'no-store' }, body: '' }
}
