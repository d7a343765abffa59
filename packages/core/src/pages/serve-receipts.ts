/** Receipts, the keys that sign them, and the page that verifies them. None needs keys: a receipt opens by its payment's id. */
import type { SignedReceipt } from '@crypto-checkout/api-types'
import { type Context, runOnSnapshot } from '../context/context.ts'
import { CheckoutError } from '../domain/error.ts'
import { isId } from '../domain/id.ts'
import { type ApiRequest, type ApiResponse, getHeader, isReading } from '../http/exchange.ts'
import { pickMediaType } from '../http/media-type.ts'
import { getBasePath } from '../http/origin.ts'
import { createProblemResponse } from '../http/problem.ts'
import { findMerchant } from '../merchants/merchant.ts'
import { findNetworkLook } from '../networks/require-network.ts'
import { findAnyPayment } from '../payments/find.ts'
import { formatPayUrl } from '../payments/view.ts'
import { formatKeysUrl, formatReceiptUrl, formatVerifierUrl } from '../receipts/addresses.ts'
import { listReceiptKeys } from '../receipts/keys.ts'
import { findReceipt } from '../receipts/store.ts'
import { findRefundOfPayment } from '../refunds/find.ts'
import { renderPaymentNotFoundPage } from './document.ts'
import { jsonHeaders, refuseMany } from './public-endpoint.ts'
import { findPublicPayment } from './public-view.ts'
import { renderReceiptPage, renderRefundReceiptPage } from './receipt-page.ts'
import { answerPage, detectReader, type Reader, redirect, type VisitLimits } from './visit.ts'

const PATH = /^\/pay\/(?:pay_)?([^/]*)\/receipt(?:\/(re_[^/.]*))?(\.jwt)?$/

/** Tells whether a path below `/pay` is that of a receipt. */
export function isReceiptPath(path: string): boolean {
  return PATH.test(path)
}

const MEDIA_TYPES = ['text/html', 'application/json', 'application/jwt'] as const

type Asked = {
  readonly paymentId: string
  /** Null for the payment's own receipt. */
  readonly refundId: string | null
  readonly type: (typeof MEDIA_TYPES)[number]
}

/** Serves receipts at `/pay/<id>/receipt`, and those of refunds below it: as a page, as JSON, or as the signed text. */
export function createReceiptSite(ctx: Context, limits: VisitLimits) {
  return async (request: ApiRequest): Promise<ApiResponse> => {
    const [, shortId = '', refundId = null, file] = PATH.exec(request.path) ?? []
    const paymentId = `pay_${shortId}`
    const type = file ? 'application/jwt' : pickMediaType(getHeader(request, 'accept'), MEDIA_TYPES)
    const asked = { paymentId, refundId, type }
    const wait = limits(request.address, paymentId)
    if (wait > 0) return refuseMany(ctx, wait)
    if (!isReading(request)) return refuse(ctx, new CheckoutError('unknown_endpoint', 'Method not allowed: use GET.'))
    const reader = detectReader(request.query, getHeader(request, 'accept-language'))
    return runOnSnapshot(ctx, (snapshot) => answer(snapshot, asked, reader))
  }
}

async function answer(ctx: Context, asked: Asked, reader: Reader): Promise<ApiResponse> {
  const { paymentId, refundId, type } = asked
  const payment = isId('pay', paymentId) ? await findAnyPayment(ctx.db, paymentId) : null
  const refund = payment && refundId !== null ? await findRefundOfPayment(ctx, payment.id, refundId) : null
  const subject = refundId === null ? payment?.id : refund?.id
  const row = subject === undefined ? null : await findReceipt(ctx.db, subject)
  if (!payment || !row) return missing(ctx, asked, reader, payment !== null && refundId === null)
  const headers = { ...jsonHeaders, 'content-type': type, vary: 'Accept' }
  if (type === 'application/jwt') return { status: 200, headers, body: row.jws }
  const url = formatReceiptUrl(ctx, paymentId, refundId)
  if (type === 'application/json') {
    const keysUrl = formatKeysUrl(ctx, payment.livemode)
    const signed: SignedReceipt = { object: 'receipt', receipt: row.jws, claims: readClaims(row.jws), url, keysUrl }
    return { status: 200, headers, body: JSON.stringify(signed) }
  }
  const shown = await findPublicPayment(ctx, paymentId)
  if (!shown) return missing(ctx, asked, reader, false)
  const page = {
    payment: shown,
    receipt: row.jws,
    url,
    verifierUrl: formatVerifierUrl(ctx),
    now: ctx.now(),
    query: reader.query,
    base: getBasePath(ctx.settings.publicUrl),
    texts: reader.texts,
    accent: (await findMerchant(ctx.db, payment.merchant_id))?.accent ?? null,
  }
  const body = refund
    ? renderRefundReceiptPage({
        ...page,
        refund,
        network: findNetworkLook(ctx, { ...refund, livemode: shown.livemode }),
      })
    : renderReceiptPage(page)
  return answerPage(200, body, { vary: 'Accept, Accept-Language' })
}

/** A payment that is not completed yet has a page of its own to look at. */
function missing(ctx: Context, { paymentId, type }: Asked, reader: Reader, isKnown: boolean): ApiResponse {
  if (type !== 'text/html') {
    return refuse(
      ctx,
      new CheckoutError('resource_missing', 'There is no such receipt: a payment has one once it is completed.'),
    )
  }
  if (isKnown) {
    const answer = redirect(`${formatPayUrl(ctx, paymentId)}${reader.query}`)
    return { ...answer, headers: { ...answer.headers, vary: 'Accept' } }
  }
  return answerPage(404, renderPaymentNotFoundPage(getBasePath(ctx.settings.publicUrl), reader.texts))
}

function refuse(ctx: Context, error: CheckoutError): ApiResponse {
  return createProblemResponse(error, ctx.newId('req'), { ...jsonHeaders, vary: 'Accept' })
}

function readClaims(jws: string): SignedReceipt['claims'] {
  return JSON.parse(Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString())
}

const KEYS = /^(\/sandbox)?\/\.well-known\/jwks\.json$/

/** Serves the public keys of each environment below its issuer; null for other paths. */
export function createKeySite(ctx: Context, limits: VisitLimits) {
  return async (request: ApiRequest): Promise<ApiResponse | null> => {
    const [found, sandbox] = KEYS.exec(request.path) ?? []
    if (found === undefined || !isReading(request)) return null
    const wait = limits(request.address, '')
    if (wait > 0) return refuseMany(ctx, wait)
    const keys = await listReceiptKeys(ctx.db, sandbox === undefined)
    const headers = {
      ...jsonHeaders,
      'content-type': 'application/jwk-set+json',
      'cache-control': 'public, max-age=300',
    }
    return { status: 200, headers, body: JSON.stringify(keys), trace: { route: '/.well-known/jwks.json' } }
  }
}
