import type { Context } from '../context/context.ts'
import type { Environment } from '../domain/catalog/networks.ts'
import type { createCompressor } from '../http/compress.ts'
import { type ApiRequest, type ApiResponse, type Asset, isReading } from '../http/exchange.ts'
import { getBasePath } from '../http/origin.ts'
import { AUTH_BASE, createAuthSite } from './serve-auth.ts'

/** The base of the dashboard. Each address below it shows its page, unless it is one of its files. */
const BASE = '/dashboard'
const PAGE = 'index.html'
const BASE_ELEMENT = /<base href="\/dashboard\/"[^>]*>/

type Report = (error: unknown, requestId: string) => void

export type DashboardParts = {
  /** Reads the files. Null: only signing in is served. */
  readonly loadDashboard: (() => readonly Asset[]) | null
  readonly compress: ReturnType<typeof createCompressor>
}

/** Serves the dashboard: its page, its files, and signing in. The files are read once. */
export async function createDashboardSite(ctx: Context, { loadDashboard, compress }: DashboardParts, report: Report) {
  const serveAuth = await createAuthSite(ctx, report)
  const mount = getBasePath(ctx.settings.publicUrl)
  const base = `<base href="${mount}${BASE}/" data-environment="${findFirstEnvironment(ctx)}">`
  const files = new Map((loadDashboard?.() ?? []).map((asset) => [asset.name, answerFile(asset, base)]))

  return async (request: ApiRequest, requestId: string): Promise<ApiResponse> => {
    const { path } = request
    if (path.startsWith(`${AUTH_BASE}/`)) return serveAuth(request, requestId)
    if (!isReading(request)) return notFound
    if (path === BASE) return { status: 308, headers: { location: `${mount}${BASE}/` }, body: '' }
    const name = path.slice(BASE.length + 1)
    const file = files.get(name) ?? (name.startsWith('assets/') ? undefined : files.get(PAGE))
    // Answers about signing in are not compressed: they have secrets beside text from others (BREACH).
    return file ? compress(request, file, 'file') : notFound
  }
}

const trace = { route: BASE }

const notFound: ApiResponse = {
  status: 404,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  body: 'There is no such file of the dashboard.\n',
  trace,
}

/** Finds the environment of a first visit: one with networks, and the sandbox if both have some. */
function findFirstEnvironment({ networks }: Pick<Context, 'networks'>): Environment {
  const [first, ...others] = new Set(networks.map(({ environment }) => environment))
  return first !== undefined && others.length === 0 ? first : 'sandbox'
}

/** The same response each time, so that its compressed forms are cached. */
function answerFile({ name, contentType, body, immutable }: Asset, base: string): ApiResponse {
  const always = { 'content-type': contentType, 'x-content-type-options': 'nosniff' }
  if (name !== PAGE) {
    const caching = immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=300'
    return { status: 200, headers: { ...always, 'cache-control': caching }, body, trace }
  }
  const page = Buffer.from(body).toString()
  if (!BASE_ELEMENT.test(page)) throw new Error('the page of the dashboard has no base: build it again')
  // Its addresses are relative, so that it works below any mount path.
  const mounted = page.replace(BASE_ELEMENT, base)
  return { status: 200, headers: { ...always, ...pageHeaders }, body: mounted, trace }
}

/**
 * Scripts and styles come from files of the checkout only, and no string becomes markup (Trusted Types). It shows the
 * payer's page in a frame, and nobody else shows the dashboard in one.
 */
const pageHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: https:",
    "connect-src 'self'",
    "frame-src 'self'",
    "form-action 'none'",
    "base-uri 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html',
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'publickey-credentials-get=(self), publickey-credentials-create=(self), clipboard-write=(self)',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
}
