import type { PublicPayment } from '@crypto-checkout/api-types'
import type { Colour } from '@crypto-checkout/payer-ui'
import { type Context, withSnapshot } from '../context/context.ts'
import { CheckoutError } from '../domain/error.ts'
import { isId } from '../domain/id.ts'
import type { ApiRequest, ApiResponse } from '../http/exchange.ts'
import { headerOf } from '../http/exchange.ts'
import { findMerchant } from '../merchants/find.ts'
import { findPaymentCaller } from '../payments/find.ts'
import { playScenario, scenariosOf } from '../sandbox/pay.ts'
import { renderPaymentNotFoundPage, renderTooManyRequestsPage } from './failure-page.ts'
import { pageHeaders } from './headers.ts'
import { renderPayPage } from './pay-page.ts'
import { type EndpointName, endpointNames, publicApi } from './public-api.ts'
import { publicPayment } from './public-view.ts'
import { type Reader, readerOf } from './reader.ts'
import type { VisitLimits } from './visit-limits.ts'
import { walletReach } from './wallet-terms.ts'

const PATH = new RegExp(`^/pay/(?:pay_)?([^/]*)(?:/(${endpointNames.join('|')})|/test/([^/]*))?$`)

/** Serves the hosted page and the public view below `/pay`. They need no keys: the payment's id grants access. */
export function paySite(ctx: Context, limits: VisitLimits) {
  const serveApi = publicApi(ctx, limits)
  const base = new URL(ctx.settings.publicUrl).pathname.replace(/\/$/, '')

  return async (request: ApiRequest): Promise<ApiResponse> => {
    const [, shortId = '', endpoint, scenario] = PATH.exec(request.path) ?? []
    const id = `pay_${shortId}`
    if (endpoint) return serveApi(request, endpoint as EndpointName, id)
    const reader = readerOf(request.query, headerOf(request, 'accept-language'))
    const wait = limits(request.address, id)
    if (wait > 0) return tooMany(ctx, base, reader, id, wait)
    if (scenario !== undefined)
      return request.method === 'POST' ? play(ctx, base, reader, id, scenario) : notFound(base, reader)
    if (!reads(request)) return notFound(base, reader)
    return withSnapshot(ctx, (snapshot) => page(snapshot, base, reader, id))
  }
}

function reads(request: ApiRequest): boolean {
  return request.method === 'GET' || request.method === 'HEAD'
}

async function page(ctx: Context, base: string, reader: Reader, id: string): Promise<ApiResponse> {
  const payment = await find(ctx, id)
  if (!payment) return notFound(base, reader)
  const accent = await accentOf(ctx, id)
  const testScenarios = scenariosOf(ctx, payment)
  const body = renderPayPage({ payment, base, ...reader, testScenarios, now: ctx.now(), accent })
  return {
    status: 200,
    headers: pageHeaders({ frameAncestors: ctx.settings.frameAncestors, wallets: walletReach(ctx, payment) }),
    body,
  }
}

async function accentOf(ctx: Context, id: string): Promise<Colour | null> {
  const caller = await findPaymentCaller(ctx, id)
  return (caller && (await findMerchant(ctx.db, caller.merchantId)))?.accent ?? null
}

function notFound(base: string, { texts }: Reader): ApiResponse {
  return { status: 404, headers: pageHeaders(), body: renderPaymentNotFoundPage(base, texts) }
}

function tooMany(ctx: Context, base: string, reader: Reader, id: string, wait: number): ApiResponse {
  const headers = { ...pageHeaders({ frameAncestors: ctx.settings.frameAncestors }), 'retry-after': String(wait) }
  const body = renderTooManyRequestsPage(base, reader.texts, addressOf(base, reader, id), wait)
  return { status: 429, headers, body }
}

function addressOf(base: string, { query }: Reader, id: string): string {
  return `${base}/pay/${encodeURIComponent(id.slice(4))}${query}`
}

async function find(ctx: Context, id: string): Promise<PublicPayment | null> {
  return isId('pay', id) ? publicPayment(ctx, id) : null
}

/** A button of test mode. It redirects to the page for visitors without scripts. */
async function play(ctx: Context, base: string, reader: Reader, id: string, scenario: string): Promise<ApiResponse> {
  const payment = await find(ctx, id)
  const caller = payment && (await findPaymentCaller(ctx, id))
  if (!payment || !caller || !scenariosOf(ctx, payment)?.includes(scenario)) return notFound(base, reader)
  try {
    await playScenario(ctx, caller, id, scenario)
  } catch (error) {
    // On the page, the state that it shows explains a refusal.
    if (!(error instanceof CheckoutError)) throw error
  }
  return { status: 303, headers: { location: addressOf(base, reader, id), 'cache-control': 'no-store' }, body: '' }
}
