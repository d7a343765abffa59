import { type Context, runOnSnapshot } from '../context/context.ts'
import { CheckoutError, type RefusalCode } from '../domain/error.ts'
import { isId } from '../domain/id.ts'
import { type ApiRequest, type ApiResponse, getHeader, parseFormBody, parseJsonBody } from '../http/exchange.ts'
import { getBasePath } from '../http/origin.ts'
import { createProblemResponse, parseInput } from '../http/problem.ts'
import { findMerchant } from '../merchants/merchant.ts'
import { findNetworkLook } from '../networks/require-network.ts'
import { findSigning, type Signing } from '../refunds/find.ts'
import { signedRefundInput } from '../refunds/schema.ts'
import {
  checkDestination,
  findRefundOnPage,
  type RefundFailure,
  type RefundOnPage,
  submitDestination,
} from '../refunds/submit-destination.ts'
import { lookAtNewKeys } from '../transactions/refund-hold.ts'
import { renderOverPage, renderPaymentNotFoundPage } from './document.ts'
import { isRefundPageOver } from './public-end.ts'
import { type RefundEntry, renderRefundPage } from './refund-address-page.ts'
import { buildRefundTransaction, submitRefundTransaction } from './refund-transaction.ts'
import { renderSignPage } from './sign-page.ts'
import { answerPage, detectReader, GONE, redirect, type Site, type VisitLimits } from './visit.ts'

/** Serves the pages of refunds: payers enter an address on one, and merchants sign on the other. */
export function createRefundSite(ctx: Context, limits: VisitLimits) {
  const base = getBasePath(ctx.settings.publicUrl)

  return async (request: ApiRequest): Promise<ApiResponse> => {
    const reader = detectReader(request.query, getHeader(request, 'accept-language'))
    const wait = limits(request.address, 'refund')
    if (wait > 0) return answerPage(429, '', { 'retry-after': String(wait) })
    const site = { base, reader }
    const serve = async (ctx: Context) =>
      (await serveAddressPage(ctx, request, site)) ?? (await serveSigningPage(ctx, request, site))
    await lookAtNewKeys(ctx, 'production')
    await lookAtNewKeys(ctx, 'sandbox')
    const answer = await (request.method === 'POST' ? serve(ctx) : runOnSnapshot(ctx, serve))
    return answer ?? answerPage(404, renderPaymentNotFoundPage(base, reader.texts))
  }
}

/** The page's token has 256 bits, in base 64. */
const PATH = /^\/refund\/([A-Za-z0-9_-]{43})$/

type Entry = { readonly address: string; readonly memo: string }

/**
 * Serves the page on which a payer enters a refund's address, with a token. A first form asks for the address, a second
 * one shows it whole, and only that one fixes it, once. Null if the path is no such page.
 */
async function serveAddressPage(
  ctx: Context,
  request: ApiRequest,
  { base, reader }: Site,
): Promise<ApiResponse | null> {
  const [, token] = PATH.exec(request.path) ?? []
  const found = token === undefined ? null : await findRefundOnPage(ctx, token)
  if (!found || token === undefined) return null
  if (isRefundPageOver(ctx, found)) return showOver({ base, reader })
  const path = `${base}/refund/${token}${reader.query}`
  const site = { base, path, reader }
  if (request.method !== 'POST') return page(ctx, found, { ...site, entry: null })
  const { step, ...entered } = readEntry(request)
  if (step === 'correct') return page(ctx, found, { ...site, entry: { ...entered, step, failure: null } })
  const result = await take(ctx, token, step, entered)
  if (result !== null) return page(ctx, found, { ...site, entry: result })
  return redirect(path)
}

type Shown = Site & { readonly path: string; readonly entry: RefundEntry | null }

async function page(ctx: Context, { refund, owner }: RefundOnPage, shown: Shown): Promise<ApiResponse> {
  const { base, path, reader, entry } = shown
  const merchant = await findMerchant(ctx.db, owner.merchantId)
  const body = renderRefundPage({
    refund,
    base,
    path,
    entry,
    texts: reader.texts,
    livemode: owner.livemode,
    network: findNetworkLook(ctx, { ...owner, network: refund.network }),
    merchant: merchant?.name ?? '',
    contact: { supportEmail: merchant?.support_email ?? null, supportUrl: merchant?.support_url ?? null },
    accent: merchant?.accent ?? null,
  })
  const isRefused = entry?.step === 'correct' && entry.failure !== null
  return answerPage(isRefused ? 400 : 200, body)
}

/** Longer than any address. */
const MAX_ENTRY = 128

function readEntry(request: ApiRequest): Entry & { readonly step: string } {
  const form = parseFormBody(request)
  const field = (name: string) => (form.get(name) ?? '').trim()
  // No address has white space. A field of several lines, or a copy in groups, may contain some.
  const address = field('address').replace(/\s+/g, '').slice(0, MAX_ENTRY)
  return { address, memo: field('memo').slice(0, MAX_ENTRY), step: field('step') }
}

const FAILURES: Partial<Record<RefusalCode, RefundFailure>> = {
  wallet_cannot_receive: 'cannot_receive',
  missing_parameter: 'memo_missing',
}

/**
 * Checks an entry, and records it if the payer confirms it. Answers what the page shows next; null if the entry was
 * recorded, or another one came first.
 */
async function take(ctx: Context, token: string, step: string, entered: Entry): Promise<RefundEntry | null> {
  const { address, memo } = entered
  const entry = { address, memo: memo === '' ? null : memo }
  try {
    if (step !== 'confirm') return { address: await checkDestination(ctx, token, entry), memo, step: 'check' }
    await submitDestination(ctx, token, entry)
    return null
  } catch (error) {
    if (!(error instanceof CheckoutError)) throw error
    if (error.code === 'invalid_state') return null
    return { ...entered, step: 'correct', failure: FAILURES[error.code] ?? 'invalid' }
  }
}

const SIGN = /^\/refund\/sign\/([^/]+)(?:\/stellar\/([a-z]+))?$/

/** Serves the page on which a merchant's wallet signs a refund, and its requests. Null if the path is neither. */
async function serveSigningPage(ctx: Context, request: ApiRequest, site: Site): Promise<ApiResponse | null> {
  const [, shortId, endpoint] = SIGN.exec(request.path) ?? []
  const id = `re_${shortId}`
  if (!isId('re', id)) return null
  if (endpoint !== undefined) return serveSigningRequest(ctx, request, id, endpoint)
  const found = await findSigning(ctx, id)
  if (found && isRefundPageOver(ctx, found)) return showOver(site)
  return found && signPage(ctx, found, site)
}

function showOver({ base, reader }: Site): ApiResponse {
  return answerPage(GONE, renderOverPage(base, reader.texts))
}

async function signPage(
  ctx: Context,
  { owner, endedAt: _, ...signing }: Signing,
  { base, reader }: Site,
): Promise<ApiResponse> {
  const merchant = await findMerchant(ctx.db, owner.merchantId)
  const body = renderSignPage({
    ...signing,
    base,
    texts: reader.texts,
    livemode: owner.livemode,
    merchant: merchant?.name ?? '',
    accent: merchant?.accent ?? null,
  })
  return answerPage(200, body)
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
    const { xdr } = parseInput(signedRefundInput, parseJsonBody(request))
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
