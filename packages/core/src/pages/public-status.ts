/** The state of a payment that open pages ask for: with a tag, and with a wait for the next change. */
import { hash } from 'node:crypto'
import { getClientNetwork } from '../api/rate-limit.ts'
import type { Context } from '../context/context.ts'
import type { Wait } from '../context/waiting-pages.ts'
import { cacheOfFrozen } from '../domain/cache.ts'
import { CheckoutError } from '../domain/error.ts'
import { serialisePriced } from '../domain/serialise.ts'
import { toIsoTime } from '../domain/time.ts'
import { type ApiRequest, type ApiResponse, getHeader } from '../http/exchange.ts'
import { jsonHeaders } from './public-endpoint.ts'
import { findPublicState, type PublicState, type PublicView } from './public-view.ts'

/** Hosts and proxies end requests that are silent for ten seconds, or for longer. */
const LONGEST_WAIT_SECONDS = 10
/** Each block confirms a transfer, and no event tells of that. A page without waits asks as often. */
const CONFIRMING_WAIT_MS = 2_000

/**
 * Answers 304 if the state still has the tag of `If-None-Match`. With `?wait=8` the server holds that answer for up to eight
 * seconds, and answers as soon as the state has changed. Null if there is no such payment.
 */
export async function answerStatus(ctx: Context, request: ApiRequest, id: string): Promise<ApiResponse | null> {
  const askedMs = 1_000 * readWaitSeconds(request)
  const wait = askedMs > 0 ? ctx.waitingPages.begin(id, getClientNetwork(request.address)) : null
  try {
    const state = await findPublicState(ctx, id)
    if (!state) return null
    const answer = answerState(ctx, request, state)
    const waitMs = Math.min(askedMs, getLongestWaitMs(state))
    if (wait === null || answer.status !== 304 || waitMs === 0) return answer
    ctx.waitingPages.follow(wait, state.owner)
    const startedAt = ctx.elapsed()
    const changed = await waitForChange(ctx, request, wait, startedAt + waitMs)
    const trace = { waitedMs: ctx.elapsed() - startedAt }
    return { ...(changed ?? answerState(ctx, request, state)), trace }
  } finally {
    wait?.end()
  }
}

/** The answer with another state; null if the time is over, or the server is about to stop. */
async function waitForChange(
  ctx: Context,
  request: ApiRequest,
  wait: Wait,
  until: number,
): Promise<ApiResponse | null> {
  for (;;) {
    const isTold = await wait.untilTold(Math.max(0, until - ctx.elapsed()))
    if (!isTold || ctx.waitingPages.isClosed) return null
    const state = await findPublicState(ctx, wait.paymentId)
    const answer = state && answerState(ctx, request, state)
    if (answer?.status !== 304) return answer
  }
}

function readWaitSeconds({ query }: ApiRequest): number {
  const value = new URLSearchParams(query).get('wait')
  if (value === null) return 0
  if (/^\d{1,2}$/.test(value) && Number(value) <= LONGEST_WAIT_SECONDS) return Number(value)
  const rule = `wait must be a whole number of seconds, ${LONGEST_WAIT_SECONDS} at most.`
  throw new CheckoutError('invalid_parameter', rule, 'wait')
}

function getLongestWaitMs({ view, isConfirming }: PublicState): number {
  if (view.status === 'completed') return 0
  return isConfirming ? CONFIRMING_WAIT_MS : Number.POSITIVE_INFINITY
}

function answerState(ctx: Context, request: ApiRequest, { view }: PublicState): ApiResponse {
  const etag = computeTag(view)
  // Otherwise a host that ends its connections one by one would wait for those of open pages.
  const closing = ctx.waitingPages.isClosed ? { connection: 'close' } : {}
  const headers = { ...jsonHeaders, ...closing, etag }
  if (matchesEtag(getHeader(request, 'if-none-match'), etag)) return { status: 304, headers, body: '' }
  const serverTime = toIsoTime(ctx.now())
  return { status: 200, headers, body: `${serialisePriced(view).slice(0, -1)},"serverTime":"${serverTime}"}` }
}

/** A tag is of all but the server's clock, which is no change of the payment. */
const computeTag = cacheOfFrozen((view: PublicView) => {
  return `"${hash('sha256', serialisePriced(view), 'base64url').slice(0, 22)}"`
})

function matchesEtag(header: string | undefined, etag: string): boolean {
  return header?.split(',').some((one) => ['*', etag].includes(one.trim().replace(/^W\//, ''))) ?? false
}
