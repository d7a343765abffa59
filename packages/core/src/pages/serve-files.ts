/** Files without keys: logos, statements of settlements, payments, and the audit log. */
import { createAuditCsv } from '../audit/export.ts'
import type { Context } from '../context/context.ts'
import { isId } from '../domain/id.ts'
import { type ApiRequest, type ApiResponse, parseQuery } from '../http/exchange.ts'
import { ExportTooLarge } from '../http/export-link.ts'
import { findLogo } from '../merchants/identity.ts'
import { createPaymentsCsv } from '../payments/export.ts'
import { createStatement } from '../settlements/report.ts'

/** Serves merchants' logos below `/logo`. A name is a hash of the content, so browsers keep what they have. */
export function createLogoSite(ctx: Context) {
  return async ({ method, path }: ApiRequest): Promise<ApiResponse> => {
    const reads = method === 'GET' || method === 'HEAD'
    const logo = reads ? await findLogo(ctx.db, path.slice('/logo/'.length)) : null
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

const PATH = /^\/reports\/(set_[^/]*|payments|audit)\.csv$/

/** Serves the files below `/reports`. They need no keys: the link's signature grants access. */
export function createReportSite(ctx: Context) {
  return async (request: ApiRequest): Promise<ApiResponse> => {
    const [, name = ''] = PATH.exec(request.path) ?? []
    const report = reads(request) ? await createReport(ctx, name, request.query) : null
    if (report === null) return { status: 404, headers: headersFor('text/plain'), body: GONE }
    if (report instanceof ExportTooLarge)
      return { status: 400, headers: headersFor('text/plain'), body: `${report.message}\n` }
    const headers = { ...headersFor('text/csv'), 'content-disposition': `attachment; filename="${name}.csv"` }
    return { status: 200, headers, body: report }
  }
}

const GONE = 'This link is incomplete or has expired. Ask the API for a new one.\n'

/** Null for a link that does not open, an error for a file that would be too large. */
async function createReport(ctx: Context, name: string, query: string): Promise<string | ExportTooLarge | null> {
  try {
    if (name === 'audit') return await createAuditCsv(ctx, query)
    if (name === 'payments') return await createPaymentsCsv(ctx, query)
    if (!isId('set', name)) return null
    const { expires = '', signature = '' } = parseQuery(query)
    return await createStatement(ctx, { name, expires, signature })
  } catch (error) {
    return error instanceof ExportTooLarge ? error : null
  }
}

function reads(request: ApiRequest): boolean {
  return request.method === 'GET' || request.method === 'HEAD'
}

function headersFor(contentType: string): Record<string, string> {
  return {
    'content-type': `${contentType}; charset=utf-8`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  }
}
