import type { Context } from '../context/context.ts'
import { CheckoutError, type RefusalCode } from '../domain/error.ts'
import { parseFormBody } from '../http/body.ts'
import type { ApiRequest, ApiResponse } from '../http/exchange.ts'
import { findMerchant } from '../merchants/find.ts'
import {
  findRefundOnPage,
  type RefundFailure,
  type RefundOnPage,
  submitDestination,
} from '../refunds/submit-destination.ts'
import { createPageHeaders } from './headers.ts'
import { findNetworkTitle } from './network-title.ts'
import { renderRefundPage } from './refund-address-page.ts'
import type { Site } from './serve-refund-pages.ts'

/** The page's token has 256 bits, in base 64. */
const PATH = /^\/refund\/([A-Za-z0-9_-]{43})$/

type Entry = { readonly address: string; readonly memo: string }

/** Serves the page on which a payer enters a refund's address, once, with a token. Null if the path is no such page. */
export async function serveAddressPage(
  ctx: Context,
  request: ApiRequest,
  { base, reader }: Site,
): Promise<ApiResponse | null> {
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
