import type { Context } from '../context/context.ts'
import { isId } from '../domain/id.ts'
import type { ApiRequest, ApiResponse } from '../http/exchange.ts'
import { parseQuery } from '../http/query.ts'
import { createStatement } from '../settlements/report.ts'

const PATH = /^\/reports\/(set_[^/]*)\.csv$/

/** Serves the settlement reports below `/reports`. They need no keys: the link's signature grants access. */
export function createStatementSite(ctx: Context) {
  return async (request: ApiRequest): Promise<ApiResponse> => {
    const [, id = ''] = PATH.exec(request.path) ?? []
    const report = isId('set', id) && reads(request) ? await reportOf(ctx, id, request.query) : null
    if (report === null) return { status: 404, headers: headersFor('text/plain'), body: GONE }
    const headers = { ...headersFor('text/csv'), 'content-disposition': `attachment; filename="${id}.csv"` }
    return { status: 200, headers, body: report }
  }
}

const GONE = 'This link is incomplete or has expired. Ask the API for the settlement: it has a new link.\n'

async function reportOf(ctx: Context, id: string, query: string): Promise<string | null> {
  try {
    const { expires = '', signature = '' } = parseQuery(query)
    return await createStatement(ctx, { id, expires, signature })
  } catch {
    return null
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
