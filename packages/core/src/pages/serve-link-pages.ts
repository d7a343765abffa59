import { type Context, runOnSnapshot } from '../context/context.ts'
import { isId } from '../domain/id.ts'
import { type ApiRequest, type ApiResponse, getHeader, isReading } from '../http/exchange.ts'
import { getBasePath } from '../http/origin.ts'
import { findMerchant } from '../merchants/merchant.ts'
import { findAnyPayment } from '../payments/find.ts'
import { findLinkOnPage, type LinkOnPage } from '../payments/links/find.ts'
import { readPaymentId } from '../relays/x402/messages.ts'
import { renderTooManyRequestsPage } from './document.ts'
import { renderLinkNotFoundPage, renderLinkPage, renderLinkPoster } from './link-page.ts'
import { refuseMany } from './public-endpoint.ts'
import {
  createPublicLinkApi,
  describeLink,
  type LinkEndpointName,
  payByForm,
  type RefusedAmount,
} from './public-link.ts'
import { asksForPage, createPrograms } from './serve-programs.ts'
import { isForTill, serveTill } from './serve-till.ts'
import { answerPage, detectReader, GONE, redirect, type Site, type VisitLimits } from './visit.ts'

const PATH = /^\/l\/(?:pl_)?([^/]*)(?:(\/qr)|\/(status|payments))?$/
type LinkSite = Site & { readonly path: string }

/** Serves the pages of payment links below `/l`. They need no keys: the link's id grants access. */
export function createLinkSite(ctx: Context, limits: VisitLimits) {
  const serveApi = createPublicLinkApi(ctx, limits)
  const programs = createPrograms(ctx, limits)
  const base = getBasePath(ctx.settings.publicUrl)

  /** Null without a signature for a payment of the link. Counted first: to read it and find its payment takes work. */
  async function takeSigned(request: ApiRequest, site: LinkSite, id: string): Promise<ApiResponse | null> {
    const signature = request.method === 'POST' ? getHeader(request, 'payment-signature') : undefined
    if (signature === undefined) return null
    const wait = limits(request.address, id)
    if (wait > 0) return tooMany(ctx, request, site, wait)
    const signed = await findSigned(ctx, signature, id)
    return signed === null ? null : programs.serve(request, signed)
  }

  return async (request: ApiRequest): Promise<ApiResponse> => {
    const [, shortId = '', poster, endpoint] = PATH.exec(request.path) ?? []
    const id = `pl_${shortId}`
    if (endpoint) return serveApi(request, endpoint as LinkEndpointName, id)
    const reader = detectReader(request.query, getHeader(request, 'accept-language'))
    const site = { base, reader, path: `${base}/l/${encodeURIComponent(shortId)}${reader.query}` }
    const paid = await takeSigned(request, site, id)
    if (paid) return paid
    const pays = request.method === 'POST' && poster === undefined
    const wait = limits(request.address, id, pays ? 'make' : 'visit')
    if (wait > 0) return tooMany(ctx, request, site, wait)
    if (!isId('pl', id)) return notFound(site)
    return serveLink(ctx, request, site, { id, isPoster: poster !== undefined })
  }
}

/**
 * The link's payment that a program has signed for; null if there is none. A client that posted to the link was led to
 * the payment's own address, and sends its signature to the address at which it began.
 */
async function findSigned(ctx: Context, signature: string, link: string): Promise<string | null> {
  const id = readPaymentId(signature)
  const row = isId('pay', id ?? '') ? await findAnyPayment(ctx.db, id ?? '') : null
  return row?.payment_link === link ? row.id : null
}

type AskedLink = { readonly id: string; readonly isPoster: boolean }

async function serveLink(ctx: Context, request: ApiRequest, site: LinkSite, asked: AskedLink): Promise<ApiResponse> {
  const { id, isPoster } = asked
  if (!isPoster && isForTill(request)) return (await serveTill(ctx, request, site, id)) ?? notFound(site)
  return request.method === 'POST' && !isPoster ? pay(ctx, request, site, id) : show(ctx, request, site, asked)
}

async function show(
  ctx: Context,
  request: ApiRequest,
  site: LinkSite,
  { id, isPoster }: AskedLink,
): Promise<ApiResponse> {
  if (!isReading(request)) return notFound(site)
  return runOnSnapshot(ctx, async (snapshot) => {
    const found = await findLinkOnPage(snapshot, id)
    return found ? page(snapshot, site, found, { refused: null, isPoster }) : notFound(site)
  })
}

/** Makes a payment and leads to its page. A refusal is shown on the link's page. */
async function pay(ctx: Context, request: ApiRequest, site: LinkSite, id: string): Promise<ApiResponse> {
  const found = await findLinkOnPage(ctx, id)
  if (!found) return notFound(site)
  const made = await payByForm(ctx, request, found)
  if ('id' in made)
    return redirect(`${site.base}/pay/${made.id.slice('pay_'.length)}${site.reader.query}`, { paymentId: made.id })
  return runOnSnapshot(ctx, async (snapshot) => {
    const now = await findLinkOnPage(snapshot, id)
    return now ? page(snapshot, site, now, { refused: made.refused, isPoster: false }) : notFound(site)
  })
}

type Shown = { readonly refused: RefusedAmount | null; readonly isPoster: boolean }

async function page(
  ctx: Context,
  { base, reader, path }: LinkSite,
  found: LinkOnPage,
  { refused, isPoster }: Shown,
): Promise<ApiResponse> {
  const merchant = await findMerchant(ctx.db, found.merchantId)
  const link = describeLink(ctx, found.link, merchant)
  const { url } = found.link
  const input = { link, url, base, path, refused, texts: reader.texts, accent: merchant?.accent ?? null }
  const isClosed = link.status !== 'active'
  const body = isPoster && !isClosed ? renderLinkPoster(input) : renderLinkPage(input)
  return answerPage(isClosed ? GONE : (refused?.status ?? 200), body)
}

function notFound({ base, reader }: LinkSite): ApiResponse {
  return answerPage(404, renderLinkNotFoundPage(base, reader.texts))
}

/** A page for browsers, JSON for programs. */
function tooMany(ctx: Context, request: ApiRequest, { base, reader, path }: LinkSite, wait: number): ApiResponse {
  if (!asksForPage(request)) return refuseMany(ctx, wait)
  return answerPage(429, renderTooManyRequestsPage(base, reader.texts, path, wait), { 'retry-after': String(wait) })
}
