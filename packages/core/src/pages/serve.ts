import type { PublicPayment } from '@crypto-checkout/api-types'
import type { Colour } from '@crypto-checkout/payer-ui'
import { type Context, runOnSnapshot } from '../context/context.ts'
import { CheckoutError } from '../domain/error.ts'
import { isId } from '../domain/id.ts'
import { parseFormBody } from '../http/body.ts'
import type { ApiRequest, ApiResponse } from '../http/exchange.ts'
import { getHeader } from '../http/exchange.ts'
import { findMerchant } from '../merchants/find.ts'
import { findPaymentCaller } from '../payments/find.ts'
import { MAX_CLAIM, recordHint } from '../payments/hints/record-hint.ts'
import { listScenarios, playScenario } from '../sandbox/pay.ts'
import { renderPaymentNotFoundPage, renderTooManyRequestsPage } from './failure-page.ts'
import { createPageHeaders } from './headers.ts'
import { renderPayPage } from './pay-page.ts'
import { createPublicApi, type EndpointName, endpointNames } from './public-api.ts'
import { findPublicPayment } from './public-view.ts'
import { detectReader, type Reader } from './reader.ts'
import type { VisitLimits } from './visit-limits.ts'
import { getWalletReach } from './wallet-terms.ts'

const PATH = new RegExp(`^/pay/(?:pay_)?([^/]*)(?:/(${endpointNames.join('|')})|/(claim)|/test/([^/]*))?$`)

/** Serves the hosted page and the public view below `/pay`. They need no keys: the payment's id grants access. */
export function createPaySite(ctx: Context, limits: VisitLimits) {
  const serveApi = createPublicApi(ctx, limits)
  const base = new URL(ctx.settings.publicUrl).pathname.replace(/\/$/, '')

  return async (request: ApiRequest): Promise<ApiResponse> => {
    const [, shortId = '', endpoint, claim, scenario] = PATH.exec(request.path) ?? []
    const id = `pay_${shortId}`
    if (endpoint) return serveApi(request, endpoint as EndpointName, id)
    const reader = detectReader(request.query, getHeader(request, 'accept-language'))
    const wait = limits(request.address, id)
    if (wait > 0) return tooMany(ctx, base, reader, id, wait)
    if (scenario !== undefined)
      return request.method === 'POST' ? play(ctx, base, reader, id, scenario) : notFound(base, reader)
    const site = { base, reader }
    if (claim && request.method === 'POST') return takeClaim(ctx, request, site, id)
    if (!reads(request)) return notFound(base, reader)
    return runOnSnapshot(ctx, (snapshot) => page(snapshot, site, id, claim === undefined ? null : ''))
  }
}

function reads(request: ApiRequest): boolean {
  return request.method === 'GET' || request.method === 'HEAD'
}

type Site = { readonly base: string; readonly reader: Reader }

/** `claim`: what the form for a transaction contains; null when the page only links to it. */
async function page(ctx: Context, { base, reader }: Site, id: string, claim: string | null): Promise<ApiResponse> {
  const payment = await find(ctx, id)
  if (!payment) return notFound(base, reader)
  const accent = await accentOf(ctx, id)
  const testScenarios = listScenarios(ctx, payment)
  const body = renderPayPage({ payment, base, ...reader, testScenarios, now: ctx.now(), accent, claim })
  return {
    status: claim ? 400 : 200,
    headers: createPageHeaders({ frameAncestors: ctx.settings.frameAncestors, wallets: getWalletReach(ctx, payment) }),
    body,
  }
}

/** Stores the transaction with which a payer without scripts says that they have paid. */
async function takeClaim(ctx: Context, request: ApiRequest, site: Site, id: string): Promise<ApiResponse> {
  const hash = (parseFormBody(request).get('hash') ?? '').trim().slice(0, MAX_CLAIM)
  try {
    if (!(await find(ctx, id))) return notFound(site.base, site.reader)
    await recordHint(ctx, id, { hash, from: null })
  } catch (error) {
    if (!(error instanceof CheckoutError)) throw error
    return runOnSnapshot(ctx, (snapshot) => page(snapshot, site, id, hash))
  }
  const location = addressOf(site.base, site.reader, id)
  return { status: 303, headers: { location, 'cache-control': 'no-store' }, body: '' }
}

async function accentOf(ctx: Context, id: string): Promise<Colour | null> {
  const caller = await findPaymentCaller(ctx, id)
  return (caller && (await findMerchant(ctx.db, caller.merchantId)))?.accent ?? null
}

function notFound(base: string, { texts }: Reader): ApiResponse {
  return { status: 404, headers: createPageHeaders(), body: renderPaymentNotFoundPage(base, texts) }
}

function tooMany(ctx: Context, base: string, reader: Reader, id: string, wait: number): ApiResponse {
  const headers = { ...createPageHeaders({ frameAncestors: ctx.settings.frameAncestors }), 'retry-after': String(wait) }
  const body = renderTooManyRequestsPage(base, reader.texts, addressOf(base, reader, id), wait)
  return { status: 429, headers, body }
}

function addressOf(base: string, { query }: Reader, id: string): string {
  return `${base}/pay/${encodeURIComponent(id.slice(4))}${query}`
}

async function find(ctx: Context, id: string): Promise<PublicPayment | null> {
  return isId('pay', id) ? findPublicPayment(ctx, id) : null
}

/** A button of test mode. It redirects to the page for visitors without scripts. */
async function play(ctx: Context, base: string, reader: Reader, id: string, scenario: string): Promise<ApiResponse> {
  const payment = await find(ctx, id)
  const caller = payment && (await findPaymentCaller(ctx, id))
  if (!payment || !caller || !listScenarios(ctx, payment)?.includes(scenario)) return notFound(base, reader)
  try {
    await playScenario(ctx, caller, id, scenario)
  } catch (error) {
    // On the page, the state that it shows explains a refusal.
    if (!(error instanceof CheckoutError)) throw error
  }
  return { status: 303, headers: { location: addressOf(base, reader, id), 'cache-control': 'no-store' }, body: '' }
}
