/** A payment's own address for programs: x402 version 2, and 1. */
import { type PublicPayment, printPrice } from '@crypto-checkout/api-types'
import { type Context, runOnSnapshot } from '../context/context.ts'
import { CheckoutError } from '../domain/error.ts'
import { isId } from '../domain/id.ts'
import { serialisePriced } from '../domain/serialise.ts'
import { type ApiRequest, type ApiResponse, getHeader } from '../http/exchange.ts'
import { findAnyPayment, type PaymentRow } from '../payments/find.ts'
import { mayProgramsPay } from '../payments/programs.ts'
import {
  decodePayload,
  encodeMessage,
  offeredExtensions,
  type PaymentPayload,
  type PaymentRequired,
  type SettlementResponse,
} from '../relays/x402/messages.ts'
import { listOffers, type Offers } from '../relays/x402/offer.ts'
import { findStored, payByProgram } from '../relays/x402/pay.ts'
import {
  countSecondsToWait,
  findSettlement,
  loadStanding,
  type Standing,
  type Stored,
} from '../relays/x402/standing.ts'
import { decodePayload1, encodeSettlement1, toVersion1 } from '../relays/x402/version-1.ts'
import { answerPublicly, type Endpoint, jsonHeaders } from './public-endpoint.ts'
import { findPublicPayment } from './public-view.ts'
import type { VisitLimits } from './visit.ts'

/** The time that an answer waits for the transaction to be mined, and the pauses between two looks. */
const WAIT_MS = 20_000
const LOOK_EVERY_MS = 500
/** Authorizations that answers wait for at once. Answers to further ones do not wait. */
const MOST_WAITING = 100

/** The names that messengers and networks give to the programs that fetch previews. They accept everything. */
const PREVIEW_AGENTS =
  /WhatsApp|TelegramBot|Slackbot|Slack-ImgProxy|Discordbot|facebookexternalhit|Twitterbot|LinkedInBot|SkypeUriPreview|Viber|redditbot|Pinterest|Mastodon|Bluesky Cardyb|Iframely|Embedly|Applebot/i

/**
 * Tells whether a page is asked for: HTML by name, which programs that pay do not, or by a program that shows previews.
 */
export function asksForPage(request: ApiRequest): boolean {
  if ((getHeader(request, 'accept') ?? '').toLowerCase().includes('text/html')) return true
  return PREVIEW_AGENTS.test(getHeader(request, 'user-agent') ?? '')
}

export type Programs = {
  /** Answers a program at a payment's own address. */
  serve(request: ApiRequest, id: string): Promise<ApiResponse>
  /** The header of a page whose payment a program may pay; empty if none may, or no node answers in time. */
  offerOnPage(request: ApiRequest, id: string): Promise<Record<string, string>>
}

export function createPrograms(ctx: Context, limits: VisitLimits): Programs {
  const waits: Waits = new Map()
  const endpoint: Endpoint = {
    methods: ['GET', 'HEAD', 'POST'],
    // The stock client sends the second one, which is the name of a response's header.
    takes: 'Content-Type, PAYMENT-SIGNATURE, X-PAYMENT, Access-Control-Expose-Headers',
    exposes: 'PAYMENT-REQUIRED, PAYMENT-RESPONSE, X-PAYMENT-RESPONSE, Location, Retry-After',
    answer: (_, request, id) => answer(ctx, waits, request, id),
  }
  return {
    serve: (request, id) =>
      answerPublicly(ctx, request, { endpoint, id, end: 'payment', wait: () => limits(request.address, id) }),
    offerOnPage: (request, id) => offerOnPage(ctx, request, id),
  }
}

/** By the authorization's id. Answers to the same payload share one place, so that replays take none from others. */
type Waits = Map<string, Promise<SettlementResponse | null>>

/** A payment as it is at one moment. */
type Seen = { readonly row: PaymentRow; readonly standing: Standing; readonly payment: PublicPayment }

function look(ctx: Context, id: string): Promise<Seen> {
  return runOnSnapshot(ctx, async (snapshot) => {
    const row = isId('pay', id) ? await findAnyPayment(snapshot.db, id) : null
    const payment = row && (await findPublicPayment(snapshot, id))
    if (!row || !payment) throw new CheckoutError('resource_missing', 'There is no such payment.', 'id')
    return { row, payment, standing: await loadStanding(snapshot, row) }
  })
}

async function answer(ctx: Context, waits: Waits, request: ApiRequest, id: string): Promise<ApiResponse> {
  const seen = await look(ctx, id)
  const payload = readPayload(ctx, request, seen)
  if (payload === null) return respond(ctx, request, seen)
  const known = await answerKnown(ctx, waits, request, seen, payload)
  if (known) return known
  try {
    const paid = await payByProgram(ctx, seen.row, payload)
    if ('stored' in paid) return await answerStored(ctx, waits, request, paid.stored)
    // Another request may have been accepted with it meanwhile.
    const now = await look(ctx, id)
    const known = await answerKnown(ctx, waits, request, now, payload)
    return known ?? (await respond(ctx, request, now, { error: paid.refused }))
  } catch (error) {
    if (!(error instanceof CheckoutError) || !MAY_BE_LATE.includes(error.code)) throw error
    // Another request may have come first: then that decides the answer.
    const after = await answerKnown(ctx, waits, request, await look(ctx, id), payload)
    if (after) return after
    throw error
  }
}

/** Reads the signed payload, of either version; null without it. */
function readPayload(ctx: Context, request: ApiRequest, { row }: Seen): PaymentPayload | null {
  const header = getHeader(request, 'payment-signature')
  if (header !== undefined) return decodePayload(header)
  const older = getHeader(request, 'x-payment')
  return older === undefined ? null : decodePayload1(ctx, row, older)
}

/** Errors that another request with the same payload can cause. */
const MAY_BE_LATE: readonly string[] = ['relay_unavailable', 'payment_conflict']

/** The answer to a payload by what is known before it is checked; null if it may pay. */
async function answerKnown(
  ctx: Context,
  waits: Waits,
  request: ApiRequest,
  seen: Seen,
  payload: PaymentPayload,
): Promise<ApiResponse | null> {
  const stored = await findStored(ctx, seen.row, payload)
  if (stored) return answerStored(ctx, waits, request, stored)
  if (seen.standing === 'asks') return null
  if (seen.standing !== 'waits') return respond(ctx, request, seen)
  const seconds = await countSecondsToWait(ctx, seen.row)
  const message = `This payment is being paid already. Do not sign again: look at it in ${seconds} seconds.`
  throw new CheckoutError('payment_conflict', message)
}

/** Waits for the end of an authorization, and says how it ended. */
async function answerStored(ctx: Context, waits: Waits, request: ApiRequest, stored: Stored): Promise<ApiResponse> {
  const settlement = await waitForSettlement(ctx, waits, stored)
  const seen = await look(ctx, stored.payment_id)
  if (settlement === null) return respond(ctx, request, { ...seen, standing: 'waits' })
  if (settlement.success) return respond(ctx, request, { ...seen, standing: 'paid' }, { settlement })
  return respond(ctx, request, seen, { settlement, error: settlement.errorReason })
}

function waitForSettlement(ctx: Context, waits: Waits, { id, state }: Stored) {
  const shared = waits.get(id)
  if (shared !== undefined) return shared
  if (state !== 'pending' || waits.size >= MOST_WAITING) return findSettlement(ctx, id)
  const wait = lookUntilSettled(ctx, id).finally(() => waits.delete(id))
  waits.set(id, wait)
  return wait
}

async function lookUntilSettled(ctx: Context, id: string): Promise<SettlementResponse | null> {
  const until = ctx.elapsed() + WAIT_MS
  for (let looks = WAIT_MS / LOOK_EVERY_MS; ; looks--) {
    const settlement = await findSettlement(ctx, id)
    if (settlement !== null || looks <= 0 || ctx.elapsed() >= until) return settlement
    await ctx.pause(LOOK_EVERY_MS)
  }
}

const statuses: Readonly<Record<Standing, number>> = { asks: 402, waits: 202, paid: 200, ended: 410 }

type Outcome = { readonly settlement?: SettlementResponse | undefined; readonly error?: string | undefined }

/** The public view, with the status and headers that say how the payment stands. */
async function respond(
  ctx: Context,
  request: ApiRequest,
  { row, standing, payment }: Seen,
  { settlement, error }: Outcome = {},
): Promise<ApiResponse> {
  const required = standing === 'asks' ? challenge(ctx, request, payment, await listOffers(ctx, row), error) : null
  const headers = {
    ...jsonHeaders,
    'cache-control': standing === 'asks' ? 'no-store' : 'private, no-store',
    ...(required ? { 'payment-required': encodeMessage(required) } : {}),
    ...(settlement
      ? { 'payment-response': encodeMessage(settlement), 'x-payment-response': encodeSettlement1(settlement) }
      : {}),
    ...(standing === 'waits'
      ? { location: formatAskedUrl(ctx, request), 'retry-after': String(await countSecondsToWait(ctx, row)) }
      : {}),
  }
  const body = serialisePriced(required ? { ...payment, ...toVersion1(required) } : payment)
  return { status: statuses[standing], headers, body, trace: { paymentId: row.id } }
}

function challenge(
  ctx: Context,
  request: ApiRequest,
  payment: PublicPayment,
  { offers, problem }: Offers,
  refused?: string,
): PaymentRequired {
  const error = refused ?? problem
  return {
    x402Version: 2,
    ...(error === null ? {} : { error }),
    resource: describeResource(ctx, request, payment),
    accepts: offers.map(({ requirements }) => requirements),
    extensions: offeredExtensions,
  }
}

/** Proxies take a few kilobytes of headers. */
const MAX_DESCRIPTION = 120
const SERVICE_NAME = /^[\x20-\x7e]{1,32}$/

function describeResource(ctx: Context, request: ApiRequest, payment: PublicPayment): PaymentRequired['resource'] {
  const { amount, currency, description, reference, merchantName } = payment
  const text =
    description ?? (reference === null ? null : `Order ${reference}`) ?? `${printPrice(amount, currency)} ${currency}`
  return {
    url: formatAskedUrl(ctx, request),
    description: text.slice(0, MAX_DESCRIPTION).toWellFormed(),
    mimeType: 'application/json',
    ...(SERVICE_NAME.test(merchantName) ? { serviceName: merchantName } : {}),
  }
}

/** The address that was asked for, as clients compare it: prefix and query included. */
function formatAskedUrl({ settings }: Context, { path, query }: ApiRequest): string {
  return `${settings.publicUrl}${path}${query === '' ? '' : `?${query}`}`
}

/** A page does not wait for a node longer than this. */
const PAGE_WAITS_MS = 250
/** With a page's other headers this stays below 3 kB: nginx buffers 4 kB of headers, and answers 502 beyond. */
const MAX_OFFER_ON_PAGE = 2_000

/** Only the chosen method is offered beside HTML. A program that asks for no HTML gets all of them. */
async function offerOnPage(ctx: Context, request: ApiRequest, id: string): Promise<Record<string, string>> {
  const row = isId('pay', id) ? await findAnyPayment(ctx.db, id) : null
  if (!row || (await loadStanding(ctx, row)) !== 'asks' || !mayProgramsPay(ctx, row)) return {}
  const read = async () => {
    const { offers, problem } = await listOffers(ctx, row)
    const chosen = offers.filter(({ isChosen }) => isChosen)
    const payment = problem === null && chosen.length > 0 ? await findPublicPayment(ctx, id) : null
    if (!payment) return {}
    const required = encodeMessage(challenge(ctx, request, payment, { offers: chosen, problem }))
    return required.length > MAX_OFFER_ON_PAGE ? {} : { 'payment-required': required }
  }
  const late = ctx.pause(PAGE_WAITS_MS).then(() => ({}))
  const found = read().catch((error: unknown) => {
    if (error instanceof CheckoutError) return {}
    throw error
  })
  return Promise.race([found, late])
}
