/** The state of a payment that open pages ask for: with a tag, and with a wait for the next change. */
import { hash } from 'node:crypto'
import type { Context } from '../context/context.ts'
import { cacheOfFrozen } from '../domain/cache.ts'
import { CheckoutError } from '../domain/error.ts'
import { serialisePriced } from '../domain/serialise.ts'
import { toIsoTime } from '../domain/time.ts'
import { type ApiRequest, type ApiResponse, getHeader } from '../http/exchange.ts'
import { jsonHeaders } from './public-endpoint.ts'
import { findPublicState, type PublicState, type PublicView } from './public-view.ts'

/** Proxies end requests that are silent for half a minute, or for longer. */
const LONGEST_WAIT_SECONDS = 20
/** As long as a page that polls would pause. */
const CONFIRMING_WAIT_MS = 2_000

/**
 * Answers 304 if the state still has the tag of `If-None-Match`. With `?wait=15` that takes up to 15 seconds: until an event
 * of the payment, if there is one. Null if there is no such payment.
 */
export async function answerStatus(ctx: Context, request: ApiRequest, id: string): Promise<ApiResponse | null> {
  const askedMs = 1_000 * readWaitSeconds(request)
  const page = askedMs > 0 ? ctx.waitingPages.open(id) : null
  try {
    const state = await findPublicState(ctx, id)
    if (!state) return null
    const answer = answerState(ctx, request, state)
    const waitMs = Math.min(askedMs, getLongestWaitMs(state))
    if (page === null || answer.status !== 304 || waitMs === 0) return answer
    ctx.waitingPages.follow(page, state.owner)
    const startedAt = ctx.elapsed()
    const later = (await page.waitAtMost(waitMs)) ? await findPublicState(ctx, id) : state
    return later && { ...answerState(ctx, request, later), trace: { waitedMs: ctx.elapsed() - startedAt } }
  } finally {
    page?.close()
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
  const etag = tagOf(view)
  const headers = { ...jsonHeaders, etag }
  if (matchesEtag(getHeader(request, 'if-none-match'), etag)) return { status: 304, headers, body: '' }
  const serverTime = toIsoTime(ctx.now())
  return { status: 200, headers, body: `${serialisePriced(view).slice(0, -1)},"serverTime":"${serverTime}"}` }
}

/** A tag is of all but the server's clock, which is no change of the payment. */
const tagOf = cacheOfFrozen((view: PublicView) => {
  return `"${hash('sha256', serialisePriced(view), 'base64url').slice(0, 22)}"`
})

function matchesEtag(header: string | undefined, etag: string): boolean {
  return header?.split(',').some((one) => ['*', etag].includes(one.trim().replace(/^W\//, ''))) ?? false
}
