/** The till of a payment link: digits, a code, and "paid" in large letters. It needs a session of the dashboard. */
import { type Context, runOnSnapshot } from '../context/context.ts'
import { isId } from '../domain/id.ts'
import { type ApiRequest, type ApiResponse, isReading } from '../http/exchange.ts'
import { findMerchant } from '../merchants/merchant.ts'
import { findAnyPayment } from '../payments/find.ts'
import { findLinkOnPage, type LinkOnPage } from '../payments/links/find.ts'
import type { Cashier } from '../payments/links/pay.ts'
import { formatPayUrl } from '../payments/view.ts'
import { findCashier } from './find-cashier.ts'
import { type LinkPageInput, renderLinkPage } from './link-page.ts'
import { describeLink, payByForm } from './public-link.ts'
import { findPublicPayment } from './public-view.ts'
import { renderClosedTill, renderTill, renderTillPayment } from './till-page.ts'
import { answerPage, redirect, type Site } from './visit.ts'

/** Tells whether a request of a link's page is for its till. */
export function isForTill({ query }: Pick<ApiRequest, 'query'>): boolean {
  // Mail programs and campaigns add parameters of every kind: none of them is a mistake of the payer.
  return new URLSearchParams(query).has('keypad')
}

/** Null where there is no till: without a dashboard nobody can sign in, and for ids that are none. */
export async function serveTill(
  ctx: Context,
  request: ApiRequest,
  site: Site & { readonly path: string },
  id: string,
): Promise<ApiResponse | null> {
  const found = ctx.settings.dashboard ? await findLinkOnPage(ctx, id) : null
  if (!found) return null
  const access = await findCashier(ctx, request, found.merchantId)
  const page = await toPageInput(ctx, found, site)
  if (access.status !== 200) return answerPage(access.status, renderClosedTill(page))
  if (found.link.status !== 'active') return answerPage(410, renderLinkPage({ ...page, refused: null }))
  if (request.method === 'POST') return charge(ctx, request, found, { ...page, cashier: access.cashier })
  if (!isReading(request)) return null
  const payment = new URLSearchParams(request.query).get('keypad') ?? ''
  return payment === '' ? answerPage(200, renderTill({ ...page, refused: null })) : showPayment(ctx, page, id, payment)
}

type Page = Omit<LinkPageInput, 'refused'>

async function toPageInput(
  ctx: Context,
  { link, merchantId }: LinkOnPage,
  { base, reader, path }: Site & { readonly path: string },
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
  const made = await payByForm(ctx, request, found, cashier)
  if ('refused' in made) return answerPage(made.refused.status, renderTill({ ...page, refused: made.refused }))
  return redirect(`${page.path}=${made.id.slice('pay_'.length)}`, { paymentId: made.id })
}

function showPayment(ctx: Context, page: Page, linkId: string, shortId: string): Promise<ApiResponse | null> {
  return runOnSnapshot(ctx, async (snapshot) => {
    const id = `pay_${shortId}`
    const row = isId('pay', id) ? await findAnyPayment(snapshot.db, id) : null
    const payment = row?.payment_link === linkId ? await findPublicPayment(snapshot, id) : null
    if (!payment) return null
    const url = formatPayUrl(snapshot, id)
    return answerPage(200, renderTillPayment({ ...page, payment, url, now: snapshot.now() }))
  })
}
