import { hash } from 'node:crypto'
import type { Caller, Context } from '../context.ts'
import { CheckoutError, refusals } from '../domain/error.ts'
import { isId } from '../domain/id.ts'
import type { ApiRequest, ApiResponse } from '../http/exchange.ts'
import { headerOf } from '../http/exchange.ts'
import { problemResponse } from '../http/problem.ts'
import { RateLimits } from '../http/rate-limit.ts'
import { serialisePriced } from '../http/serialise.ts'
import { findPaymentCaller } from '../payments/find.ts'
import { publicPayment } from '../payments/public-view.ts'
import { pageScenarios, playScenario } from '../sandbox/pay.ts'
import type { PublicPayment } from '../wire.ts'
import { pageHeaders } from './headers.ts'
import { renderPaymentNotFoundPage } from './not-found-page.ts'
import { renderPayPage } from './pay-page.ts'

const REQUESTS_A_PAYMENT = 60
const REQUESTS_AN_ADDRESS = 600

const PATH = /^\/pay\/(?:pay_)?([0-9a-z]{1,40})(?:\/(status)|\/test\/([a-z_]{1,32}))?$/

const cors = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag, Retry-After',
}

/** Serves the hosted page and the public view below `/pay`: no keys, the payment's id opens it. */
export function paySite(ctx: Context) {
  const limits = new RateLimits()
  const base = new URL(ctx.settings.publicUrl).pathname.replace(/\/$/, '')

  return async (request: ApiRequest): Promise<ApiResponse> => {
    const [, shortId = '', status, scenario] = PATH.exec(request.path) ?? []
    const id = `pay_${shortId}`
    const { method } = request
    if (status && method === 'OPTIONS') return preflight()
    if (scenario && method === 'POST') return play(ctx, base, id, scenario)
    if (scenario || !(method === 'GET' || method === 'HEAD')) return notFound(base)
    return status ? statusResponse(ctx, limits, request, id) : page(ctx, base, id)
  }
}

async function page(ctx: Context, base: string, id: string): Promise<ApiResponse> {
  const payment = await find(ctx, id)
  if (!payment) return notFound(base)
  const network = ctx.networks.find((one) => one.environment === 'sandbox' && one.name === payment.network)
  const testScenarios = ctx.testPayer && !payment.livemode && network?.local ? pageScenarios : null
  const body = renderPayPage({ payment, base, testScenarios, now: ctx.now() })
  return { status: 200, headers: pageHeaders(ctx.settings.frameAncestors), body }
}

function notFound(base: string): ApiResponse {
  return { status: 404, headers: pageHeaders(), body: renderPaymentNotFoundPage(base) }
}

async function find(ctx: Context, id: string): Promise<PublicPayment | null> {
  return isId('pay', id) ? publicPayment(ctx, id) : null
}

async function statusResponse(ctx: Context, limits: RateLimits, request: ApiRequest, id: string): Promise<ApiResponse> {
  const headers: Record<string, string> = { ...cors, 'cache-control': 'no-cache', 'content-type': 'application/json' }
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
  return header?.split(',').some((one) => one.trim().replace(/^W\//, '') === etag) ?? false
}

/** 0 when the request may pass. */
function secondsToWait(ctx: Context, limits: RateLimits, address: string, id: string): number {
  const now = ctx.elapsed()
  const windows = [
    limits.window(`address ${address}`, REQUESTS_AN_ADDRESS, now),
    limits.window(`payment ${address} ${id}`, REQUESTS_A_PAYMENT, now),
  ]
  const full = windows.find((window) => !window.accept(now))
  return full ? Math.max(1, Math.ceil(full.waitMs(now) / 1_000)) : 0
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
async function play(ctx: Context, base: string, id: string, scenario: string): Promise<ApiResponse> {
  const caller: Caller | null = ctx.testPayer && isId('pay', id) ? await findPaymentCaller(ctx, id) : null
  if (!caller || caller.livemode) return notFound(base)
  try {
    await playScenario(ctx, caller, id, scenario)
  } catch (error) {
    // On the page a refusal is told by the state that it shows.
    if (!(error instanceof CheckoutError)) throw error
    if (refusals[error.code].status === 404 || error.code === 'invalid_parameter') return notFound(base)
  }
  return { status: 303, headers: { location: `${base}/pay/${id.slice(4)}`, 'cache-control': 'no-store' }, body: '' }
}
