import { type Context, runOnSnapshot } from '../context/context.ts'
import { type ApiRequest, type ApiResponse, getHeader } from '../http/exchange.ts'
import { renderPaymentNotFoundPage } from './failure-page.ts'
import { createPageHeaders } from './headers.ts'
import { detectReader, type Reader } from './reader.ts'
import { serveAddressPage } from './serve-address-page.ts'
import { serveSigningPage } from './serve-signing-page.ts'
import type { VisitLimits } from './visit-limits.ts'

/** What a page needs to know of the site: its mount prefix, and the reader's language. */
export type Site = { readonly base: string; readonly reader: Reader }

/** Serves the pages of refunds: payers enter an address on one, and merchants sign on the other. */
export function createRefundSite(ctx: Context, limits: VisitLimits) {
  const base = new URL(ctx.settings.publicUrl).pathname.replace(/\/$/, '')

  return async (request: ApiRequest): Promise<ApiResponse> => {
    const reader = detectReader(request.query, getHeader(request, 'accept-language'))
    const wait = limits(request.address, 'refund')
    if (wait > 0) return { status: 429, headers: { ...createPageHeaders(), 'retry-after': String(wait) }, body: '' }
    const site = { base, reader }
    const serve = async (ctx: Context) =>
      (await serveAddressPage(ctx, request, site)) ?? (await serveSigningPage(ctx, request, site))
    const answer = await (request.method === 'POST' ? serve(ctx) : runOnSnapshot(ctx, serve))
    return answer ?? { status: 404, headers: createPageHeaders(), body: renderPaymentNotFoundPage(base, reader.texts) }
  }
}
