import { type Context, runOnSnapshot } from '../context/context.ts'
import { CheckoutError, type RefusalCode } from '../domain/error.ts'
import { isId } from '../domain/id.ts'
import { parseFormBody } from '../http/body.ts'
import { type ApiRequest, type ApiResponse, getHeader } from '../http/exchange.ts'
import { findMerchant } from '../merchants/find.ts'
import { findSigning, type Signing } from '../refunds/find.ts'
import {
  findRefundOnPage,
  type RefundFailure,
  type RefundOnPage,
  submitDestination,
} from '../refunds/submit-destination.ts'
import { renderPaymentNotFoundPage } from './failure-page.ts'
import { createPageHeaders } from './headers.ts'
import { findNetworkTitle } from './network-title.ts'
import { detectReader, type Reader } from './reader.ts'
import { renderRefundPage } from './refund-address-page.ts'
import { createSignApi } from './sign-api.ts'
import { renderSignPage } from './sign-page.ts'
import type { VisitLimits } from './visit-limits.ts'

/** 256 bits in base 64. */
const PATH = /^\/refund\/([A-Za-z0-9_-]{43})$/

const SIGN = /^\/refund\/sign\/([^/]+)(?:\/stellar\/([a-z]+))?$/

type Entry = { readonly address: string; readonly memo: string }

/**
 * Serves the pages on which payers enter a refund's address, once, with a token, and those on which merchants sign a
 * refund.
 */
export function createRefundSite(ctx: Context, limits: VisitLimits) {
  const base = new URL(ctx.settings.publicUrl).pathname.replace(/\/$/, '')

  return async (request: ApiRequest): Promise<ApiResponse> => {
    const reader = detectReader(request.query, getHeader(request, 'accept-language'))
    const wait = limits(request.address, 'refund')
    if (wait > 0) return { status: 429, headers: { ...createPageHeaders(), 'retry-after': String(wait) }, body: '' }
    const shown = { base, reader }
    const serve = async (ctx: Context) => (await collect(ctx, request, shown)) ?? (await sign(ctx, request, shown))
    const answer = await (request.method === 'POST' ? serve(ctx) : runOnSnapshot(ctx, serve))
    return answer ?? { status: 404, headers: createPageHeaders(), body: renderPaymentNotFoundPage(base, reader.texts) }
  }
}

type Site = { readonly base: string; readonly reader: Reader }

/** Null when the path is no payer's page. */
async function collect(ctx: Context, request: ApiRequest, { base, reader }: Site): Promise<ApiResponse | null> {
  const [, token] = PATH.exec(request.path) ?? []
  const found = token === undefined ? null : await findRefundOnPage(ctx, token)
  if (!found || token === undefined) return null
  const path = `${base}/refund/${token}${reader.query}`
  if (request.method !== 'POST') return page(ctx, found, { base, path, reader, refused: null })
  const entry = entryOf(request)
  const failure = await submit(ctx, token, entry)
  if (failure) return page(ctx, found, { base, path, reader, refused: { ...entry, failure } })
  return { status: 303, headers: { location: path, 'cache-control': 'no-store' }, body: '' }
}

/** Null when the path is no page for a merchant's wallet. */
async function sign(ctx: Context, request: ApiRequest, site: Site): Promise<ApiResponse | null> {
  const [, shortId, what] = SIGN.exec(request.path) ?? []
  const id = `re_${shortId}`
  if (!isId('re', id)) return null
  if (what !== undefined) return createSignApi(ctx, request, id, what)
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

type Shown = Site & {
  readonly path: string
  readonly refused: (Entry & { readonly failure: RefundFailure }) | null
}

async function page(ctx: Context, { refund, owner }: RefundOnPage, shown: Shown): Promise<ApiResponse> {
  const { base, path, reader, refused } = shown
  const merchant = await findMerchant(ctx.db, owner.merchantId)
  const body = renderRefundPage({
    ...{ refund, base, path, refused, texts: reader.texts, livemode: owner.livemode },
    networkTitle: findNetworkTitle(ctx, { livemode: owner.livemode, network: refund.network }),
    merchant: merchant?.name ?? '',
    accent: merchant?.accent ?? null,
  })
  return { status: refused ? 400 : 200, headers: createPageHeaders(), body }
}

/** Longer than any address. */
const MAX_ENTRY = 128

function entryOf(request: ApiRequest): Entry {
  const form = parseFormBody(request)
  const field = (name: string) => (form.get(name) ?? '').trim().slice(0, MAX_ENTRY)
  return { address: field('address'), memo: field('memo') }
}

const FAILURES: Partial<Record<RefusalCode, RefundFailure>> = {
  wallet_cannot_receive: 'cannot_receive',
  missing_parameter: 'memo_missing',
}

/** A failure that the payer can fix; null if the entry was accepted, or another one came first. */
async function submit(ctx: Context, token: string, { address, memo }: Entry): Promise<RefundFailure | null> {
  try {
    await submitDestination(ctx, token, { address, memo: memo === '' ? null : memo })
    return null
  } catch (error) {
    if (!(error instanceof CheckoutError)) throw error
    if (error.code === 'invalid_state') return null
    return FAILURES[error.code] ?? 'invalid'
  }
}
