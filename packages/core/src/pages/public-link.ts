import type { PaymentByLink, PaymentLink, PublicPaymentLink } from '@crypto-checkout/api-types'
import { parseTypedAmount } from '@crypto-checkout/payer-ui'
import { z } from 'zod'
import { type Context, runOnSnapshot } from '../context/context.ts'
import { CheckoutError, findRefusal } from '../domain/error.ts'
import { isId } from '../domain/id.ts'
import { serialiseLink, serialisePriced } from '../domain/serialise.ts'
import { type ApiRequest, type ApiResponse, parseFormBody, parseJsonBody } from '../http/exchange.ts'
import { price } from '../http/fields.ts'
import { parseInput } from '../http/problem.ts'
import { formatLogoUrl } from '../merchants/identity.ts'
import { findMerchant } from '../merchants/merchant.ts'
import type { MerchantRow } from '../merchants/store.ts'
import { findNetworkLook } from '../networks/require-network.ts'
import { findLinkOnPage, type LinkOnPage } from '../payments/links/find.ts'
import { type Cashier, payByLink } from '../payments/links/pay.ts'
import { findCashier } from './find-cashier.ts'
import { answerPublicly, type Endpoint, jsonHeaders } from './public-endpoint.ts'
import { findPublicPayment } from './public-view.ts'
import type { VisitLimits } from './visit.ts'

/** The element's requests below `/l/<id>/`. */
const endpoints = {
  status: { methods: ['GET', 'HEAD'], takes: null, answer: status },
  payments: { methods: ['POST'], takes: 'Content-Type', answer: pay },
} as const satisfies Record<string, Endpoint>
export type LinkEndpointName = keyof typeof endpoints

/** Serves the element's requests for a payment link. */
export function createPublicLinkApi(ctx: Context, limits: VisitLimits) {
  return (request: ApiRequest, name: LinkEndpointName, id: string): Promise<ApiResponse> =>
    answerPublicly(ctx, request, {
      endpoint: endpoints[name],
      id,
      end: 'link',
      wait: () => limits(request.address, id, name === 'payments' ? 'make' : 'visit'),
    })
}

/** The parts of a link that anyone with its id may see. A closed one shows no order. */
export function describeLink(ctx: Context, link: PaymentLink, merchant: MerchantRow | null): PublicPaymentLink {
  const look = findNetworkLook(ctx, link)
  const isOpen = link.status === 'active'
  return {
    id: link.id,
    status: link.status,
    title: link.title,
    description: isOpen ? link.description : null,
    amount: isOpen ? link.amount : null,
    minimum: isOpen ? link.minimum : null,
    maximum: isOpen ? link.maximum : null,
    preset: isOpen ? link.preset : null,
    currency: link.currency,
    lineItems: isOpen ? link.lineItems : [],
    cryptocurrency: link.cryptocurrency,
    network: link.network,
    livemode: link.livemode,
    networkTitle: look.title,
    networkColour: look.colour,
    offersChoice: link.alternatives === 'all' || link.alternatives.length > 0,
    merchantName: merchant?.name ?? '',
    merchantLogo: formatLogoUrl(ctx, merchant?.logo ?? null),
    supportEmail: merchant?.support_email ?? null,
    supportUrl: merchant?.support_url ?? null,
  }
}

async function requireLink(ctx: Context, id: string): Promise<LinkOnPage> {
  const found = isId('pl', id) ? await findLinkOnPage(ctx, id) : null
  if (found) return found
  throw new CheckoutError('resource_missing', 'There is no such payment link: check the address.', 'id')
}

async function status(ctx: Context, _: ApiRequest, id: string): Promise<ApiResponse> {
  const link = await runOnSnapshot(ctx, async (snapshot) => {
    const found = await requireLink(snapshot, id)
    return describeLink(snapshot, found.link, await findMerchant(snapshot.db, found.merchantId))
  })
  return { status: 200, headers: jsonHeaders, body: serialiseLink(link) }
}

const paymentInput = z.strictObject({ amount: price.optional() })

/** Makes a payment by the link. Its price never comes from the payer where the link has one. */
async function pay(ctx: Context, request: ApiRequest, id: string): Promise<ApiResponse> {
  const { amount = null } = parseInput(paymentInput, parseJsonBody(request))
  const found = await requireLink(ctx, id)
  if (found.link.amount !== null && amount !== null) {
    throw new CheckoutError('invalid_parameter', 'amount is for links without an amount.', 'amount')
  }
  // The till of the dashboard asks as any page does, with its session.
  const access = await findCashier(ctx, request, found.merchantId)
  const cashier = access.status === 200 ? access.cashier : null
  const { id: paymentId, url } = await payByLink(ctx, found, amount, cashier)
  const payment = await findPublicPayment(ctx, paymentId)
  if (!payment) throw new Error(`${paymentId} was just made and cannot be found.`)
  const made: PaymentByLink = { ...payment, url }
  return { status: 201, headers: jsonHeaders, body: serialisePriced(made), trace: { paymentId } }
}

/** Longer than any amount. */
const MAX_ENTRY = 32

/** An amount that was typed and refused, with the status of the answer. */
export type RefusedAmount = { readonly amount: string; readonly failure: 'amount' | 'other'; readonly status: number }

/** Makes a payment of the amount in a form. A refusal is for the page that has the form. */
export async function payByForm(
  ctx: Context,
  request: ApiRequest,
  found: LinkOnPage,
  cashier: Cashier | null = null,
): Promise<{ readonly id: string } | { readonly refused: RefusedAmount }> {
  const amount = (parseFormBody(request).get('amount') ?? '').trim().slice(0, MAX_ENTRY)
  try {
    return await payByLink(ctx, found, parseTypedAmount(amount, found.link.currency), cashier)
  } catch (error) {
    if (!(error instanceof CheckoutError)) throw error
    const failure = error.param === 'amount' ? 'amount' : 'other'
    return { refused: { amount, failure, status: findRefusal(error.code).status } }
  }
}
