/** The API document, and its reference for people. Both are made with the first request for them, and kept. */
import { generateOpenApi } from '../../api/openapi.ts'
import type { Context } from '../../context/context.ts'
import { type ApiRequest, type ApiResponse, isReading } from '../../http/exchange.ts'
import { hashForPolicy } from '../serve-files.ts'
import { readOpenApi } from './open-api.ts'
import { referenceCss } from './reference.css.ts'
import { renderReferencePage } from './reference-page.ts'

/** Serves `/openapi.json`, and `/docs` if the checkout has a reference. Null for other paths. */
export function createReferenceSite({ settings }: Pick<Context, 'settings'>) {
  const text = generateOpenApi(settings.publicUrl)
  const document: ApiResponse = { status: 200, headers: documentHeaders, body: text, trace: { route: 'file' } }
  let page: ApiResponse | null = null
  return (request: ApiRequest): ApiResponse | null => {
    if (!isReading(request)) return null
    if (request.path === '/openapi.json') return document
    if (request.path !== '/docs' || !settings.docs) return null
    page ??= {
      status: 200,
      headers: pageHeaders,
      trace: { route: '/docs' },
      body: renderReferencePage(readOpenApi(text), referenceCss),
    }
    return page
  }
}

const documentHeaders = {
  'content-type': 'application/json',
  // Tools in pages of other origins read it.
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': 'public, max-age=300',
  'x-content-type-options': 'nosniff',
}

/** The page has no script, reaches nobody, and has its style in itself. */
const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    `style-src ${hashForPolicy(referenceCss)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'cache-control': 'no-cache',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
}
