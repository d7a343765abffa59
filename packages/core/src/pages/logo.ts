import type { Context } from '../context/context.ts'
import type { ApiRequest, ApiResponse } from '../http/exchange.ts'
import { findLogo } from '../merchants/logo.ts'

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
