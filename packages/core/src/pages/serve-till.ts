/** The till of a payment link: digits, a code, and "paid" in large letters. It needs a session of the dashboard. */
import { parseTypedAmount } from '@crypto-checkout/payer-ui'
import { type Context, runOnSnapshot } from '../context/context.ts'
import { CheckoutError, findRefusal } from '../domain/error.ts'
import { isId } from '../domain/id.ts'
import { type ApiRequest, type ApiResponse, isReading, parseFormBody } from '../http/exchange.ts'
import { findMerchant } from '../merchants/merchant.ts'
import { findAnyPayment } from '../payments/find.ts'
import { findLinkOnPage, type LinkOnPage } from '../payments/links/find.ts'
import { type Cashier, payByLink } from '../payments/links/pay.ts'
import { formatPayUrl } from '../payments/view.ts'
import { findCashier } from './find-cashier.ts'
import { type LinkPageInput, renderLinkPage } from './link-page.ts'
import { describeLink } from './public-link.ts'
import { findPublicPayment } from './public-view.ts'
import { renderClosedTill, renderTill, renderTillPayment } from './till-page.ts'
import { createPageHeaders, type Reader } from './visit.ts'

/** Longer than any amount. */
const MAX_ENTRY = 32

type Site = { readonly base: string; readonly reader: Reader; readonly path: string }

/** Tells whether a request of a link's page is for its till. */
export function isForTill({ query }: Pick<ApiRequest, 'query'>): boolean {
  // Mail programs and campaigns add parameters of every kind: none of them is a mistake of the payer.
  return new URLSearchParams(query).has('keypad')
}

/** Null where there is no till: without a dashboard nobody can sign in, and for ids that are none. */
export async function serveTill(
  ctx: Context,
  request: ApiRequest,
  site: Site,
  id: string,
): Promise<ApiResponse | null> {
  const found = ctx.settings.dashboard ? await findLinkOnPage(ctx, id) : null
  if (!found) return null
  const access = await findCashier(ctx, request, found.merchantId)
  const page = await toPageInput(ctx, found, site)
  if (access.status !== 200) return answer(access.status, renderClosedTill(page))
  if (found.link.status !== 'active') return answer(410, renderLinkPage({ ...page, refused: null }))
  if (request.method === 'POST') return charge(ctx, request, found, { ...page, cashier: access.cashier })
  if (!isReading(request)) return null
  const payment = new URLSearchParams(request.query).get('keypad') ?? ''
  return payment === '' ? answer(200, renderTill({ ...page, refused: null })) : showPayment(ctx, page, id, payment)
}

type Page = Omit<LinkPageInput, 'refused'>

async function toPageInput(
  ctx: Context,
  { link, merchantId }: LinkOnPage,
  { base, reader, path }: Site,
): Promise<Page> {
  const merchant = await findMerchant(ctx.db, merchantId)
  const { texts } = reader
  const query = reader.query === '' ? '?keypad' : `${reader.query}&keypad`
  const own = { base, texts, path: `${path.split('?')[0]}${query}`, url: link.url }
  return { ...own, link: describeLink(ctx, link, merchant), accent: merchant?.accent ?? null }
}

/** Makes a payment and shows its code. A refusal is shown on the till. */
async function charge(
  ctx: Context,
  request: ApiRequest,
  found: LinkOnPage,
  { cashier, ...page }: Page & { readonly cashier: Cashier },
): Promise<ApiResponse> {
  const amount = (parseFormBody(request).get('amount') ?? '').trim().slice(0, MAX_ENTRY)
  try {
    const { id } = await payByLink(ctx, found, parseTypedAmount(amount, found.link.currency), cashier)
    const location = `${page.path}=${id.slice('pay_'.length)}`
    return { status: 303, headers: { location, 'cache-control': 'no-store' }, body: '', trace: { paymentId: id } }
  } catch (error) {
    if (!(error instanceof CheckoutError)) throw error
    const failure = error.param === 'amount' ? ('amount' as const) : ('other' as const)
    return answer(findRefusal(error.code).status, renderTill({ ...page, refused: { amount, failure } }))
  }
}

function showPayment(ctx: Context, page: Page, linkId: string, shortId: string): Promise<ApiResponse | null> {
  return runOnSnapshot(ctx, async (snapshot) => {
    const id = `pay_${shortId}`
    const row = isId('pay', id) ? await findAnyPayment(snapshot.db, id) : null
    const payment = row?.payment_link === linkId ? await findPublicPayment(snapshot, id) : null
    if (!payment) return null
    const url = formatPayUrl(snapshot, id)
    return answer(200, renderTillPayment({ ...page, payment, url, now: snapshot.now() }))
  })
}

function answer(status: number, body: string): ApiResponse {
  return { status, headers: createPageHeaders(), body }
}
