import { isIP } from 'node:net'
import { createApi } from '../api/api.ts'
import { matchRoute } from '../api/routes.ts'
import type { Context } from '../context/context.ts'
import type { DashboardParts } from '../dashboard/serve-dashboard.ts'
import { cacheAnswer, createLru } from '../domain/cache.ts'
import { DAY_MS, toIsoTime } from '../domain/time.ts'
import { createCompressor } from '../http/compress.ts'
import { type ApiRequest, type ApiResponse, type Asset, isReading, MAX_BODY_BYTES } from '../http/exchange.ts'
import { createLlmsText } from '../pages/llms.ts'
import { createPageCss, formsCss, pageCss } from '../pages/page.css.ts'
import { findPublicRoute } from '../pages/public-routes.ts'
import { createPaySite } from '../pages/serve.ts'
import { createLogoSite, createReportSite } from '../pages/serve-files.ts'
import { createLinkSite } from '../pages/serve-link-pages.ts'
import { createKeySite, createReceiptSite, isReceiptPath } from '../pages/serve-receipts.ts'
import { createRefundSite } from '../pages/serve-refund-pages.ts'
import { createVerifierSite } from '../pages/verifier-page.ts'
import { createVisitLimits } from '../pages/visit.ts'
import { createPageTrace } from './observed.ts'

const PRODUCTION = /^\/v1(?=\/|$)/
const DASHBOARD = /^\/dashboard(?=\/|$)/
const SANDBOX = /^\/sandbox(?=\/v1(?:\/|$))/

/** See `Checkout.bodyLimit`. Without the dashboard its paths are the host's. */
export function getBodyLimit(method: string, path: string, dashboard: boolean): number {
  const apiPath = path.replace(SANDBOX, '')
  if (PRODUCTION.test(apiPath))
    return matchRoute(method, apiPath.slice('/v1'.length))?.route.maxBodyBytes ?? MAX_BODY_BYTES
  if (dashboard && DASHBOARD.test(path)) return MAX_BODY_BYTES
  return /^\/(?:pay|refund|l)\//.test(path) ? MAX_BODY_BYTES : 0
}

/**
 * Behind a proxy that passes on what clients say of themselves, an address may be any text. It would be kept in sessions,
 * the audit log and the limits' memory. All of that count as one client.
 */
const UNKNOWN_ADDRESS = 'unknown'

type Files = { readonly assets: readonly Asset[]; readonly loadDashboard: (() => readonly Asset[]) | null }
type Report = (error: unknown, requestId: string) => void

/**
 * Serves everything below the mount path: both base addresses, the hosted page, its files, the OpenAPI document.
 * `report` receives unexpected errors of the API. Errors of pages propagate to the host.
 */
export function createHandler(ctx: Context, { assets, loadDashboard }: Files, report: Report) {
  const serveApi = createApi(ctx, report)
  const limits = createVisitLimits(ctx)
  const servePay = createPaySite(ctx, limits)
  const serveReceipt = createReceiptSite(ctx, limits)
  const serveKeys = createKeySite(ctx, limits)
  const compress = createCompressor()
  // Browsers send no secret with these requests, so the length of a response reveals none (BREACH). Responses of the
  // API are not compressed: they may contain secrets beside text from others.
  const servePages: Site = async (request) => {
    if (request.path === '/pay') return null
    const serve = isReceiptPath(request.path) ? serveReceipt : servePay
    return compress(request, await serve(request), 'page')
  }
  const openReference = cacheAnswer(async () => {
    const { createReferenceSite } = await import('../pages/reference/serve-reference.ts')
    return createReferenceSite(ctx)
  })
  const serveReference: Site = async (request) => {
    const answer = (await openReference())(request)
    return answer && compress(request, answer, 'file')
  }
  const sites = new Map<string, Site>([
    ...(ctx.settings.dashboard
      ? [['dashboard', createDashboard(ctx, { loadDashboard, compress }, report)] as const]
      : []),
    ['pay', servePages],
    ['refund', createRefundSite(ctx, limits)],
    ['l', createLinkSite(ctx, limits)],
    ['reports', createReportSite(ctx, limits)],
    ['logo', createLogoSite(ctx, limits)],
    ['receipts', createVerifierSite(ctx, assets, limits)],
    ['openapi.json', serveReference],
    ['docs', serveReference],
    ['.well-known', serveKeys],
    ['sandbox', serveKeys],
  ])
  const files = staticFiles(ctx, assets)
  const secure = ctx.settings.publicUrl.startsWith('https:') ? addStrictTransport : keepAnswer

  return async (sent: ApiRequest, requestId: string): Promise<ApiResponse | null> => {
    const request = isIP(sent.address) === 0 ? { ...sent, address: UNKNOWN_ADDRESS } : sent
    const { path } = request
    if (PRODUCTION.test(path)) return serveApi(request, path, true, requestId)
    if (SANDBOX.test(path)) return serveApi(request, path.replace(SANDBOX, ''), false, requestId)
    const name = /^\/([\w.-]+)(?:\/|$)/.exec(path)?.[1] ?? ''
    const page = await sites.get(name)?.(name === 'dashboard' ? request : keepToTable(request, name), requestId)
    if (page) return secure(traced(path, page))
    const file = isReading(request) ? files.get(path)?.(request.query) : undefined
    return file ? secure(await compress(request, file, 'file')) : null
  }
}

/** A path that the table of public routes lacks becomes one of its site that is not there. */
function keepToTable(request: ApiRequest, name: string): ApiRequest {
  const isKnown = request.path === `/${name}` || findPublicRoute(request.path) !== null
  return isKnown ? request : { ...request, path: `/${name}/` }
}

/** Browsers then never come back to the host without TLS, for two years (RFC 6797). */
function addStrictTransport(answer: ApiResponse): ApiResponse {
  return { ...answer, headers: { ...answer.headers, 'strict-transport-security': 'max-age=63072000' } }
}

function keepAnswer(answer: ApiResponse): ApiResponse {
  return answer
}

/** Null for paths that it does not serve. */
type Site = (request: ApiRequest, requestId: string) => Promise<ApiResponse | null>

/** Loaded with the first request: most servers run without one, most of the time. */
function createDashboard(ctx: Context, parts: DashboardParts, report: Report): Site {
  const open = cacheAnswer(async () => {
    const { createDashboardSite } = await import('../dashboard/serve-dashboard.ts')
    return createDashboardSite(ctx, parts, report)
  })
  return async (request, requestId) => (await open())(request, requestId)
}

function traced(path: string, answer: ApiResponse): ApiResponse {
  return { ...answer, trace: { ...createPageTrace(path), ...answer.trace } }
}

const REMEMBERED_STYLESHEETS = 256

function staticFiles(ctx: Context, assets: readonly Asset[]): Map<string, (query: string) => ApiResponse> {
  const answer = (contentType: string, body: string | Uint8Array, immutable = false): ApiResponse => {
    const headers = {
      'content-type': contentType,
      // Merchants embed the element from other origins.
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=300',
      'x-content-type-options': 'nosniff',
    }
    return { status: 200, headers, body, trace: { route: 'file' } }
  }
  const file = ({ contentType, body, immutable }: Asset) => {
    const always = answer(contentType, body, immutable)
    return () => always
  }
  // The same response each time, so that its compressed forms are cached.
  const forms = answer('text/css; charset=utf-8', formsCss)
  const stylesheets = createLru(REMEMBERED_STYLESHEETS, (accent) =>
    answer('text/css; charset=utf-8', accent === '' ? pageCss : createPageCss(accent)),
  )
  const { securityContact: contact } = ctx.settings
  const security = () => answer('text/plain; charset=utf-8', formatSecurityText(contact ?? '', ctx.now()))
  return new Map<string, (query: string) => ApiResponse>([
    ...(contact === undefined ? [] : [['/.well-known/security.txt', security] as const]),
    ['/pay.css', (query) => stylesheets.get(readAccent(query))],
    ['/pay-forms.css', () => forms],
    ['/llms.txt', file(createLlmsText(ctx.settings.publicUrl))],
    ...assets.map((asset) => [`/${asset.name}`, file(asset)] as const),
  ])
}

/** RFC 9116. The file must name a time within a year after which it is out of date. */
function formatSecurityText(contact: string, now: number): string {
  return `Contact: ${contact}\nExpires: ${toIsoTime(now + 180 * DAY_MS)}\n`
}

/** Accepts `accent=0a7d4f` and nothing else, so that only colours get into a stylesheet. */
function readAccent(query: string): string {
  return /^accent=([0-9a-f]{6})$/.exec(query)?.[1] ?? ''
}
