import type { Context } from '../context/context.ts'
import { CheckoutError } from '../domain/error.ts'
import { parseJsonBody } from '../http/body.ts'
import type { ApiRequest, ApiResponse } from '../http/exchange.ts'
import { createProblemResponse, parseInput } from '../http/problem.ts'
import { type SignedRefundInput, signedRefundInput } from '../refunds/schema.ts'
import { buildRefundTransaction, submitRefundTransaction } from './refund-transaction.ts'

const headers = {
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
export async function createSignApi(ctx: Context, request: ApiRequest, id: string, what: string): Promise<ApiResponse> {
  try {
    const endpoint = Object.hasOwn(endpoints, what) && request.method === 'POST' ? endpoints[what] : undefined
    if (!endpoint) throw new CheckoutError('unknown_endpoint', 'POST transaction or submit.')
    const answer = await endpoint(ctx, request, id)
    if (!answer) throw new CheckoutError('resource_missing', 'There is no such refund.', 'id')
    return { status: 200, headers, body: JSON.stringify(answer) }
  } catch (error) {
    if (!(error instanceof CheckoutError)) throw error
    return createProblemResponse(error, ctx.newId('req'), headers)
  }
}
