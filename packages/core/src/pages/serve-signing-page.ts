import type { Context } from '../context/context.ts'
import { CheckoutError } from '../domain/error.ts'
import { isId } from '../domain/id.ts'
import { parseJsonBody } from '../http/body.ts'
import type { ApiRequest, ApiResponse } from '../http/exchange.ts'
import { createProblemResponse, parseInput } from '../http/problem.ts'
import { findMerchant } from '../merchants/find.ts'
import { findSigning, type Signing } from '../refunds/find.ts'
import { type SignedRefundInput, signedRefundInput } from '../refunds/schema.ts'
import { createPageHeaders } from './headers.ts'
import { buildRefundTransaction, submitRefundTransaction } from './refund-transaction.ts'
import type { Site } from './serve-refund-pages.ts'
import { renderSignPage } from './sign-page.ts'

const SIGN = /^\/refund\/sign\/([^/]+)(?:\/stellar\/([a-z]+))?$/

/** Serves the page on which a merchant's wallet signs a refund, and its requests. Null if the path is neither. */
export async function serveSigningPage(ctx: Context, request: ApiRequest, site: Site): Promise<ApiResponse | null> {
  const [, shortId, endpoint] = SIGN.exec(request.path) ?? []
  const id = `re_${shortId}`
  if (!isId('re', id)) return null
  if (endpoint !== undefined) return serveSigningRequest(ctx, request, id, endpoint)
  const found = await findSigning(ctx, id)
  return found && signPage(ctx, found, site)
}

async function signPage(ctx: Context, { owner, ...signing }: Signing, { base, reader }: Site): Promise<ApiResponse> {
  const merchant = await findMerchant(ctx.db, owner.merchantId)
  const body = renderSignPage({
    ...{ ...signing, base, texts: reader.texts, livemode: owner.livemode },
    merchant: merchant?.name ?? '',
    accent: merchant?.accent ?? null,
  })
  return { status: 200, headers: createPageHeaders(), body }
}

const jsonHeaders = {
  'cache-control': 'no-store',
  'content-type': 'application/json',
  'x-content-type-options': 'nosniff',
}

/** The signing page's requests below its own address, for a wallet that only signs. */
const endpoints: Readonly<Record<string, (ctx: Context, request: ApiRequest, id: string) => Promise<object | null>>> = {
  transaction: (ctx, _, id) => buildRefundTransaction(ctx, id),
  submit: (ctx, request, id) => {
    const { xdr } = parseInput(signedRefundInput, parseJsonBody(request)) as SignedRefundInput
    return submitRefundTransaction(ctx, id, xdr)
  },
}

/**
 * Serves JSON to the page's own origin, errors included: other origins cannot post without a preflight. Anyone with a
 * refund's id may ask; only the merchant's account can sign.
 */
async function serveSigningRequest(ctx: Context, request: ApiRequest, id: string, name: string): Promise<ApiResponse> {
  try {
    const endpoint = Object.hasOwn(endpoints, name) && request.method === 'POST' ? endpoints[name] : undefined
    if (!endpoint) throw new CheckoutError('unknown_endpoint', 'POST transaction or submit.')
    const answer = await endpoint(ctx, request, id)
    if (!answer) throw new CheckoutError('resource_missing', 'There is no such refund.', 'id')
    return { status: 200, headers: jsonHeaders, body: JSON.stringify(answer) }
  } catch (error) {
    if (!(error instanceof CheckoutError)) throw error
    return createProblemResponse(error, ctx.newId('req'), jsonHeaders)
  }
}
