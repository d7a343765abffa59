import type { PublicPayment } from '@crypto-checkout/api-types'
import type { Colour } from '@crypto-checkout/payer-ui'
import { type Context, runOnSnapshot } from '../context/context.ts'
import { CheckoutError } from '../domain/error.ts'
import { isId } from '../domain/id.ts'
import { type ApiRequest, type ApiResponse, getHeader, isReading, parseFormBody } from '../http/exchange.ts'
import { getBasePath } from '../http/origin.ts'
import { findMerchant } from '../merchants/merchant.ts'
import { findPaymentCaller } from '../payments/find.ts'
import { MAX_CLAIM, recordHint } from '../payments/hints/record-hint.ts'
import { chooseMethod } from '../payments/methods/choose.ts'
import { listScenarios, playScenario } from '../payments/sandbox/pay.ts'
import { findReceipt } from '../receipts/store.ts'
import { parseMethod } from './card-parts.ts'
import { renderOverPage, renderPaymentNotFoundPage, renderTooManyRequestsPage } from './document.ts'
import { type PayPageInput, renderPayPage } from './pay-page.ts'
import { getWalletReach } from './payer-wallet.ts'
import { createPublicApi, type EndpointName, endpointNames } from './public-api.ts'
import { isPaymentPageOver } from './public-end.ts'
import { findPublicPayment } from './public-view.ts'
import { asksForPage, createPrograms } from './serve-programs.ts'
import { answerPage, createPageHeaders, detectReader, GONE, redirect, type Site, type VisitLimits } from './visit.ts'

const PATH = new RegExp(`^/pay/(?:pay_)?([^/]*)(?:/(${endpointNames.join('|')})|/(claim)|/test/([^/]*))?$`)

/** Serves the hosted page and the public view below `/pay`. They need no keys: the payment's id grants access. */
export function createPaySite(ctx: Context, limits: VisitLimits) {
  const serveApi = createPublicApi(ctx, limits)
  const programs = createPrograms(ctx, limits)
  const base = getBasePath(ctx.settings.publicUrl)

  return async (request: ApiRequest): Promise<ApiResponse> => {
    const asked = parsePath(request.path)
    const { id, isOwn, endpoint } = asked
    if (endpoint && !isForm(request, endpoint)) return serveApi(request, endpoint as EndpointName, id)
    if (isOwn && !asksForPage(request)) return programs.serve(request, id)
    const reader = detectReader(request.query, getHeader(request, 'accept-language'))
    const site = { base, reader }
    const wait = limits(request.address, id)
    if (wait > 0) return tooMany(ctx, site, id, wait)
    if (await isPaymentPageOver(ctx, id)) return showOver(ctx, site, id)
    const shown = await servePage(ctx, request, site, asked)
    const isShown = isOwn && isReading(request)
    return isShown ? { ...shown, headers: { ...shown.headers, ...(await programs.offerOnPage(request, id)) } } : shown
  }
}

type Asked = FormName & { readonly id: string; readonly isOwn: boolean }

async function servePage(ctx: Context, request: ApiRequest, site: Site, asked: Asked): Promise<ApiResponse> {
  const { id, claim, scenario } = asked
  if (request.method === 'POST') return takeForm(ctx, request, site, id, asked)
  if (!isReading(request) || scenario !== undefined) return notFound(site)
  return showPage(ctx, site, id, claim)
}

/** `isOwn`: the address is the payment's own, with nothing below it. */
function parsePath(path: string): Asked {
  const match = PATH.exec(path)
  const [, shortId = '', endpoint, claim, scenario] = match ?? []
  const isOwn = match !== null && [endpoint, claim, scenario].every((part) => part === undefined)
  return { id: `pay_${shortId}`, isOwn, endpoint, claim, scenario }
}

function showPage(ctx: Context, site: Site, id: string, claim: string | undefined): Promise<ApiResponse> {
  return runOnSnapshot(ctx, (snapshot) => page(snapshot, site, id, claim ? { claim: '' } : {}))
}

/** The name of a form in its address, below the payment's own. */
type FormName = {
  readonly endpoint: string | undefined
  readonly claim: string | undefined
  readonly scenario: string | undefined
}

function takeForm(
  ctx: Context,
  request: ApiRequest,
  site: Site,
  id: string,
  { endpoint, claim, scenario }: FormName,
): ApiResponse | Promise<ApiResponse> {
  if (endpoint) return takeChoice(ctx, request, site, id)
  if (claim) return takeClaim(ctx, request, site, id)
  if (scenario !== undefined) return play(ctx, site, id, scenario)
  return notFound(site)
}

type Entries = Pick<PayPageInput, 'claim' | 'choiceFailed'>

/** `entries`: what the page's forms contain, after a refusal or where the page asks for something. */
async function page(ctx: Context, site: Site, id: string, entered: Entries): Promise<ApiResponse> {
  const payment = await find(ctx, id)
  if (!payment) return notFound(site)
  // The page has no form for claims that are off.
  const entries = 'claim' in entered && payment.claims === 'off' ? {} : entered
  const accent = await findAccent(ctx, id)
  const hasReceipt = payment.status !== 'completed' || (await findReceipt(ctx.db, id)) !== null
  const testScenarios = listScenarios(ctx, payment)
  const body = renderPayPage({
    payment,
    base: site.base,
    ...site.reader,
    testScenarios,
    now: ctx.now(),
    accent,
    hasReceipt,
    ...entries,
  })
  return {
    status: entries.claim || entries.choiceFailed ? 400 : 200,
    headers: createPageHeaders({ frameAncestors: ctx.settings.frameAncestors, wallets: getWalletReach(ctx, payment) }),
    body,
  }
}

/** Stores the transaction with which a payer without scripts says that they have paid. */
async function takeClaim(ctx: Context, request: ApiRequest, site: Site, id: string): Promise<ApiResponse> {
  const hash = (parseFormBody(request).get('hash') ?? '').trim().slice(0, MAX_CLAIM)
  try {
    const payment = await find(ctx, id)
    if (!payment) return notFound(site)
    if (payment.claims === 'on') await recordHint(ctx, id, { hash, from: null })
  } catch (error) {
    if (!(error instanceof CheckoutError)) throw error
    return runOnSnapshot(ctx, (snapshot) => page(snapshot, site, id, { claim: hash }))
  }
  return redirect(formatAddress(site, id))
}

/** The form of a payer without scripts has the same address as the element's request. */
function isForm(request: ApiRequest, endpoint: string): boolean {
  const type = getHeader(request, 'content-type') ?? ''
  return endpoint === 'method' && request.method === 'POST' && /^application\/x-www-form-urlencoded\b/i.test(type)
}

/** Chooses a method for a payer without scripts. */
async function takeChoice(ctx: Context, request: ApiRequest, site: Site, id: string): Promise<ApiResponse> {
  const caller = isId('pay', id) ? await findPaymentCaller(ctx, id) : null
  if (!caller) return notFound(site)
  try {
    await chooseMethod(ctx, caller, id, parseMethod(parseFormBody(request).get('method') ?? ''))
  } catch (error) {
    if (!(error instanceof CheckoutError)) throw error
    return runOnSnapshot(ctx, (snapshot) => page(snapshot, site, id, { choiceFailed: true }))
  }
  return redirect(formatAddress(site, id))
}

async function findAccent(ctx: Context, id: string): Promise<Colour | null> {
  const caller = await findPaymentCaller(ctx, id)
  return (caller && (await findMerchant(ctx.db, caller.merchantId)))?.accent ?? null
}

function notFound({ base, reader }: Site): ApiResponse {
  return answerPage(404, renderPaymentNotFoundPage(base, reader.texts))
}

/** A receipt proves something for ever, so the page leads on to it. */
async function showOver(ctx: Context, { base, reader }: Site, id: string): Promise<ApiResponse> {
  const receipt = (await findReceipt(ctx.db, id)) && `${formatPath(base, id)}/receipt${reader.query}`
  return answerPage(GONE, renderOverPage(base, reader.texts, receipt))
}

function tooMany(ctx: Context, site: Site, id: string, wait: number): ApiResponse {
  const headers = { ...createPageHeaders({ frameAncestors: ctx.settings.frameAncestors }), 'retry-after': String(wait) }
  const body = renderTooManyRequestsPage(site.base, site.reader.texts, formatAddress(site, id), wait)
  return { status: 429, headers, body }
}

function formatAddress({ base, reader }: Site, id: string): string {
  return `${formatPath(base, id)}${reader.query}`
}

function formatPath(base: string, id: string): string {
  return `${base}/pay/${encodeURIComponent(id.slice(4))}`
}

async function find(ctx: Context, id: string): Promise<PublicPayment | null> {
  return isId('pay', id) ? findPublicPayment(ctx, id) : null
}

/** A button of test mode. It redirects to the page for visitors without scripts. */
async function play(ctx: Context, site: Site, id: string, scenario: string): Promise<ApiResponse> {
  const payment = await find(ctx, id)
  const caller = payment && (await findPaymentCaller(ctx, id))
  if (!payment || !caller || !listScenarios(ctx, payment)?.includes(scenario)) return notFound(site)
  try {
    await playScenario(ctx, caller, id, scenario)
  } catch (error) {
    // On the page, the state that it shows explains a refusal.
    if (!(error instanceof CheckoutError)) throw error
  }
  return redirect(formatAddress(site, id))
}
