import type { Context } from '../context/context.ts'
import { CheckoutError } from '../domain/error.ts'
import type { ApiRequest, ApiResponse } from '../http/exchange.ts'
import { createProblemResponse } from '../http/problem.ts'
import { isPaymentPageOver, type PublicEnd } from './public-end.ts'

const cors = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag, Retry-After',
}

/** The headers of JSON for pages of every origin. */
export const jsonHeaders = {
  ...cors,
  'cache-control': 'no-cache',
  'content-type': 'application/json',
  'x-content-type-options': 'nosniff',
}

/** An address that needs no keys, and what a browser may send to it. */
export type Endpoint = {
  readonly methods: readonly string[]
  /** The header that a browser may send from another origin. */
  readonly takes: string | null
  /** The headers that a page of another origin may read. */
  readonly exposes?: string
  answer(ctx: Context, request: ApiRequest, id: string): Promise<ApiResponse>
}

type Target = {
  readonly endpoint: Endpoint
  readonly id: string
  readonly end: PublicEnd
  /** Counts the request. Returns the seconds to wait; 0 if it may pass. */
  wait(): number
}

/** Answers a request that needs no keys: JSON for every origin, errors included. */
export async function answerPublicly(
  ctx: Context,
  request: ApiRequest,
  { endpoint, id, end, wait }: Target,
): Promise<ApiResponse> {
  if (request.method === 'OPTIONS') return preflight(endpoint)
  const answered = await answerOrRefuse(ctx, request, { endpoint, id, end, wait })
  const { exposes } = endpoint
  if (exposes === undefined) return answered
  return { ...answered, headers: { ...answered.headers, 'access-control-expose-headers': exposes } }
}

async function answerOrRefuse(
  ctx: Context,
  request: ApiRequest,
  { endpoint, id, end, wait }: Target,
): Promise<ApiResponse> {
  try {
    if (!endpoint.methods.includes(request.method)) throw unknownMethod(endpoint)
    const seconds = wait()
    if (seconds > 0) return refuseMany(ctx, seconds)
    if (end === 'payment' && (await isPaymentPageOver(ctx, id))) throw createOverError()
    return await endpoint.answer(ctx, request, id)
  } catch (error) {
    if (!(error instanceof CheckoutError)) throw error
    return createProblemResponse(error, ctx.newId('req'), jsonHeaders)
  }
}

function createOverError(): CheckoutError {
  const reason = 'This payment ended some time ago, and nothing is shown of it any more: ask the merchant.'
  return new CheckoutError('resource_missing', reason, 'id')
}

function preflight({ methods, takes }: Endpoint): ApiResponse {
  const allowed = {
    'access-control-allow-methods': [...methods.filter((method) => method !== 'HEAD'), 'OPTIONS'].join(', '),
    ...(takes === null ? {} : { 'access-control-allow-headers': takes }),
    'access-control-max-age': '86400',
  }
  return { status: 204, headers: { ...cors, ...allowed }, body: '' }
}

function unknownMethod({ methods }: Endpoint): CheckoutError {
  return new CheckoutError('unknown_endpoint', `Method not allowed: use ${methods[0]}.`)
}

/** Answers 429 with the seconds to wait. */
export function refuseMany(ctx: Context, wait: number): ApiResponse {
  const refusal = new CheckoutError('rate_limited', `Too many requests: try again in ${wait} seconds.`)
  return createProblemResponse(refusal, ctx.newId('req'), { ...jsonHeaders, 'retry-after': String(wait) })
}
