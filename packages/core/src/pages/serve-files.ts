import { createHash } from 'node:crypto'
/** Files without keys: logos, statements of settlements, payments, the ledger and its reports, and the audit log. */
import { RateLimits, takeFromWindow, toRetryAfterSeconds } from '../api/rate-limit.ts'
import { readAuditCsv } from '../audit/export.ts'
import type { Context } from '../context/context.ts'
import { CheckoutError } from '../domain/error.ts'
import { isId } from '../domain/id.ts'
import { type ApiRequest, type ApiResponse, isReading } from '../http/exchange.ts'
import { ExportTooLarge, FILE_TYPES, type OpenedLink, openExportLink } from '../http/export-link.ts'
import { findLogo } from '../merchants/identity.ts'
import { readPaymentsCsv } from '../payments/export.ts'
import { readLedgerFile, readLedgerWorkbook } from '../reports/ledger-file.ts'
import { readSummaryCsv } from '../reports/summary-file.ts'
import { openStatement, readStatement } from '../settlements/report.ts'
import type { VisitLimits } from './visit.ts'

/** Serves merchants' logos below `/logo`. A name is a hash of the content, so browsers keep what they have. */
export function createLogoSite(ctx: Context, limits: VisitLimits) {
  return async (request: ApiRequest): Promise<ApiResponse> => {
    const wait = limits(request.address, '', 'file')
    if (wait > 0) return refuseFile(429, 'Too many requests.', wait)
    const logo = isReading(request) ? await findLogo(ctx.db, request.path.slice('/logo/'.length)) : null
    if (logo === null) return { status: 404, headers: goneHeaders, body: 'There is no such logo.\n' }
    return { status: 200, headers: { ...logoHeaders, 'content-type': logo.contentType }, body: logo.bytes }
  }
}

/** Merchants have chosen the content: it is a picture, and nothing else may come of it. */
const safeHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
}

const logoHeaders = {
  ...safeHeaders,
  'cache-control': 'public, max-age=31536000, immutable',
  // Merchants embed the element from other origins.
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
}

const goneHeaders = { ...safeHeaders, 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }

const PATH = /^\/reports\/([^/]*\.(csv|xlsx))$/
/** The number of times a minute that a link's file is sent. */
const A_MINUTE = 6
/** Refusals at the same time come one after the other, so that asking again and again costs the server little. */
const REFUSED_EVERY_MS = 20
const REFUSED_WITHIN_MS = 2_000

/**
 * Serves the files below `/reports`. They need no keys: the link's signature grants access. Files are sent row by row, two
 * at a time, and one of each link.
 */
export function createReportSite(ctx: Context, limits: VisitLimits) {
  const links = new RateLimits()
  let refusals = 0

  async function refuse(refusal: ApiResponse): Promise<ApiResponse> {
    refusals += 1
    await ctx.pause(Math.min(refusals * REFUSED_EVERY_MS, REFUSED_WITHIN_MS))
    refusals -= 1
    return refusal
  }

  function refuseVisitor({ address }: ApiRequest): ApiResponse | null {
    const wait = limits(address, '')
    return wait > 0 ? refuseFile(429, `Too many requests. Open it again in ${wait} s.`, wait) : null
  }

  function refuseIfBusy(link: string): ApiResponse | null {
    const reason = ctx.downloads.findReasonToWait(link)
    return reason && refuseFile(429, WAIT[reason], RETRY_AFTER_S)
  }

  function refuseIfOften(link: string): ApiResponse | null {
    const now = ctx.elapsed()
    const { accepted, waitMs } = takeFromWindow(links.window(link, A_MINUTE, now), now)
    if (accepted) return null
    const seconds = toRetryAfterSeconds(waitMs)
    return refuseFile(
      429,
      `This file was sent ${A_MINUTE} times within a minute. Open it again in ${seconds} s.`,
      seconds,
    )
  }

  return async (request: ApiRequest): Promise<ApiResponse> => {
    if (!isReading(request)) return refuseFile(404, GONE)
    const [, file = '', type] = PATH.exec(request.path) ?? []
    const link = `${request.path} ${new URLSearchParams(request.query).getAll('signature').at(-1)}`
    // Before the link is read, because that takes work.
    const early = refuseVisitor(request) ?? refuseIfBusy(link)
    if (early) return refuse(early)
    const read = await openFile(ctx, request.query, file)
    if (read === null) return refuse(refuseFile(404, GONE))
    const late = refuseIfBusy(link) ?? refuseIfOften(link)
    if (late) return refuse(late)
    return send(read, link, {
      ...headersFor(FILE_TYPES[type === 'xlsx' ? 'xlsx' : 'csv']),
      'content-disposition': `attachment; filename="${file}"`,
    })
  }

  async function send(read: Read, link: string, headers: Record<string, string>): Promise<ApiResponse> {
    try {
      return { status: 200, headers, body: '', stream: await ctx.downloads.open(link, read) }
    } catch (error) {
      if (error instanceof ExportTooLarge) return refuseFile(400, error.message)
      throw error
    }
  }
}

const GONE = 'This link is incomplete or has expired. Ask the API for a new one.'
const RETRY_AFTER_S = 5
const WAIT = {
  same: 'This file is being sent already. Open it again when that has ended.',
  others: 'Other files are being sent. Open it again in a few seconds.',
} as const

function refuseFile(status: 400 | 404 | 429, reason: string, retryAfterS?: number): ApiResponse {
  const headers = headersFor('text/plain; charset=utf-8')
  const again = retryAfterS === undefined ? {} : { 'retry-after': String(retryAfterS) }
  const trace = status === 429 ? { trace: { code: 'rate_limited' } } : {}
  return { status, headers: { ...headers, ...again }, body: `${reason}\n`, ...trace }
}

type Part = string | Uint8Array
type Read = () => Promise<AsyncGenerator<Part>>

/** The files of lists, by their names. */
const files = new Map<string, (ctx: Context, opened: OpenedLink) => Promise<AsyncGenerator<Part>>>([
  ['payments.csv', readPaymentsCsv],
  ['audit.csv', readAuditCsv],
  ['ledger.csv', readLedgerFile],
  ['ledger.xlsx', readLedgerWorkbook],
  ['summary.csv', readSummaryCsv],
])

/** Opens the file of a link for reading; null for a link that was not made here or has expired. */
async function openFile(ctx: Context, query: string, file: string): Promise<Read | null> {
  try {
    const read = files.get(file)
    if (read) {
      const opened = await openExportLink(ctx, file, query)
      return opened && (() => read(ctx, opened))
    }
    const { expires = '', signature = '' } = Object.fromEntries(new URLSearchParams(query))
    const name = file.replace(/\.csv$/, '')
    const settlement = isId('set', name) ? await openStatement(ctx, { name, expires, signature }) : null
    return settlement && (async () => readStatement(ctx, settlement))
  } catch (error) {
    // A query that cannot be read.
    if (error instanceof CheckoutError) return null
    throw error
  }
}

function headersFor(contentType: string): Record<string, string> {
  return {
    'content-type': contentType,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  }
}

/** The source by which a content security policy allows a script or a style that stands in the page itself. */
export function hashForPolicy(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
