/** The parts of a payment's page. */
import {
  type CustomerReceipts,
  type Delivery,
  isAsking,
  type Payment,
  type PaymentMethod,
  type PaymentTransaction,
  type Refund,
  type Transfer,
} from '@crypto-checkout/api-types'
import { html, nothing, type TemplateResult } from 'lit'
import { pageTexts, texts } from '../../languages/texts.ts'
import { type Column, tableView } from '../../parts/listing.ts'
import {
  amountView,
  badgeView,
  copyView,
  factsView,
  formatCoin,
  formatNetwork,
  formatPrice,
  outsideLink,
  timeView,
  valueView,
} from '../../parts/values.ts'
import { formatPlace, type Shop } from '../../router.ts'
import { mayUse } from '../../session.ts'
import { refundStatusView } from '../refunds/words.ts'
import { formatMethod, formatMoney } from './words.ts'

export function factsOfPayment(payment: Payment, shop: Shop): TemplateResult {
  const { detail } = pageTexts.payments
  const coin = payment.cryptocurrency
  const to = (path: string, id: string | null) =>
    id === null ? null : html`<a href=${formatPlace(shop, `${path}/${id}`)} translate="no">${id}</a>`
  const { metadata } = payment
  const facts: [string, unknown][] = [
    [detail.toPay, html`<strong translate="no">${formatMoney(payment.cryptoAmount, payment)}</strong>`],
    [detail.received, valueView(formatCoin(payment.amountReceived, coin))],
    [
      detail.due,
      isAsking(payment.status) && Number(payment.amountDue) > 0 ? valueView(formatCoin(payment.amountDue, coin)) : null,
    ],
    [detail.refunded, Number(payment.amountRefunded) > 0 ? valueView(formatCoin(payment.amountRefunded, coin)) : null],
    [detail.description, payment.description],
    [detail.reference, payment.reference && valueView(payment.reference)],
    [detail.confirmations, confirmationsView(payment)],
    [detail.created, timeView(payment.createdAt)],
    [detail.expires, payment.status === 'created' ? timeView(payment.expiresAt) : null],
    [detail.completed, timeView(payment.completedAt)],
    [detail.cancelled, timeView(payment.cancelledAt)],
    [detail.wallet, copyView(payment.merchantWallet)],
    [detail.address, payment.address === payment.merchantWallet ? null : copyView(payment.address)],
    [detail.memo, payment.memo === null ? null : copyView(payment.memo, { full: true })],
    [detail.link, to('links', payment.paymentLink)],
    [detail.settlement, to('settlements', payment.settlement)],
    [detail.supersedes, to('payments', payment.supersedes)],
    [detail.supersededBy, to('payments', payment.supersededBy)],
    ['ID', copyView(payment.id, { full: true })],
    [
      detail.metadata,
      Object.keys(metadata).length > 0
        ? html`<code translate="no" class="wrap">${JSON.stringify(metadata)}</code>`
        : null,
    ],
  ]
  return factsView(facts)
}

/** While money waits to be final. */
function confirmationsView({ status, confirmations }: Payment): TemplateResult | null {
  if (status !== 'processing' || confirmations === null) return null
  const { seen, required, expectedAt } = confirmations
  const { detail } = pageTexts.payments
  return html`${detail.confirmed(Math.min(seen, required), required)}
    ${expectedAt === null ? nothing : html`<small>${detail.finalAbout} ${timeView(expectedAt)}</small>`}`
}

export function itemsView({ lineItems, currency }: Payment): TemplateResult | typeof nothing {
  if (lineItems.length === 0) return nothing
  const { detail } = pageTexts.payments
  const columns: Column<Payment['lineItems'][number]>[] = [
    [detail.item, ({ name }) => name],
    [detail.quantity, ({ quantity }) => quantity, 'numeric'],
    [detail.price, ({ unitAmount }) => valueView(formatPrice(unitAmount, currency)), 'numeric'],
  ]
  return html`<section><h2>${detail.items}</h2>${tableView(columns, lineItems)}</section>`
}

export function methodsView({ methods }: Payment): TemplateResult | typeof nothing {
  if (methods.length < 2) return nothing
  const { detail } = pageTexts.payments
  const columns: Column<PaymentMethod>[] = [
    [detail.coin, (method) => valueView(formatMethod(method))],
    [pageTexts.payments.columns.status, ({ state }) => badgeView(detail.methodStates[state])],
    [
      detail.toPay,
      ({ cryptoAmount, cryptocurrency, recognition }) =>
        html`${cryptoAmount === null ? nothing : valueView(formatCoin(cryptoAmount, cryptocurrency))}
          <small>${recognition === null ? '' : detail.recognition[recognition]}</small>`,
    ],
    [
      detail.received,
      ({ amountReceived, cryptocurrency }) =>
        amountReceived === null ? '' : valueView(formatCoin(amountReceived, cryptocurrency)),
      'numeric',
    ],
  ]
  return html`<section><h2>${detail.methods}</h2>${tableView(columns, methods)}</section>`
}

type Moved = Pick<
  PaymentTransaction & Transfer,
  'amount' | 'network' | 'status' | 'from' | 'hash' | 'explorerUrl' | 'seenAt'
> & {
  readonly cryptocurrency: string
}

export function transfersView(transfers: readonly Moved[]): TemplateResult {
  const { detail } = pageTexts.payments
  const tones = { seen: 'busy', final: 'good', orphaned: 'bad' } as const
  const columns: Column<Moved>[] = [
    [
      pageTexts.payments.columns.amount,
      ({ amount, cryptocurrency, network }) => amountView(formatCoin(amount, cryptocurrency), formatNetwork(network)),
    ],
    [pageTexts.payments.columns.status, ({ status }) => badgeView(detail.transferStates[status], tones[status])],
    [detail.from, ({ from }) => copyView(from)],
    [
      detail.transaction,
      ({ hash, explorerUrl }) => html`${copyView(hash)} ${outsideLink(explorerUrl, texts.shell.actions.explorer)}`,
    ],
    [detail.arrived, ({ seenAt }) => timeView(seenAt)],
  ]
  const list = transfers.length > 0 ? tableView(columns, transfers) : html`<p class="hint">${detail.noTransfers}</p>`
  return html`<section><h2>${detail.transfers}</h2>${list}</section>`
}

export function refundsView(refunds: readonly Refund[], shop: Shop): TemplateResult | typeof nothing {
  if (refunds.length === 0) return nothing
  const { detail } = pageTexts.payments
  const columns: Column<Refund>[] = [
    [pageTexts.payments.columns.amount, (refund) => amountView(formatMoney(refund.cryptoAmount, refund))],
    [pageTexts.payments.columns.status, refundStatusView],
    [pageTexts.payments.columns.created, ({ createdAt }) => timeView(createdAt)],
  ]
  return html`<section>
    <h2>${detail.refunds}</h2>
    ${tableView(columns, refunds, ({ id }) => formatPlace(shop, `refunds/${id}`))}
  </section>`
}

/** The receipts that went to the customer. `resend`: null for those who may not send them again. */
export function customerReceiptsView(
  { hasEmail, receipts }: CustomerReceipts,
  resend: (() => void) | null,
): TemplateResult | typeof nothing {
  if (!hasEmail && receipts.length === 0) return nothing
  const { customer } = pageTexts.payments.detail
  const tones = { pending: 'busy', sent: 'good', failed: 'bad' } as const
  const columns: Column<CustomerReceipts['receipts'][number]>[] = [
    [customer.receipt, ({ receiptOf }) => (receiptOf.startsWith('re_') ? customer.refund : customer.payment)],
    [pageTexts.payments.columns.status, ({ status }) => badgeView(customer.status[status], tones[status])],
    [pageTexts.payments.columns.created, ({ createdAt }) => timeView(createdAt)],
  ]
  return html`<section>
    <h2>${customer.title}</h2>
    <p class="hint">${hasEmail ? customer.known : customer.erased}</p>
    ${receipts.length > 0 ? tableView(columns, receipts) : nothing}
    ${hasEmail && resend ? html`<p class="actions"><button type="button" @click=${resend}>${customer.resend}</button></p>` : nothing}
  </section>`
}

export function deliveriesView(
  deliveries: readonly Delivery[],
  shop: Shop,
  resend: (id: string) => void,
): TemplateResult | typeof nothing {
  if (deliveries.length === 0) return nothing
  const { detail } = pageTexts.payments
  const tones = { pending: 'busy', delivered: 'good', failed: 'bad' } as const
  const columns: Column<Delivery>[] = [
    [detail.event, ({ eventType }) => html`<code translate="no">${eventType}</code>`],
    [detail.receiver, ({ url }) => html`<span class="wrap" translate="no">${url}</span>`],
    [pageTexts.payments.columns.status, ({ state }) => badgeView(detail.delivery[state], tones[state])],
    [detail.attempts, ({ attemptCount }) => attemptCount, 'numeric'],
    [
      '',
      ({ id, eventType }) =>
        mayUse('webhooks:resend')
          ? html`<button
            type="button"
            class="quiet"
            aria-label=${`${detail.resend}: ${eventType}`}
            @click=${() => resend(id)}
          >
            ${detail.resend}
          </button>`
          : nothing,
    ],
  ]
  return html`<section><h2>${detail.deliveries}</h2>
    ${tableView(columns, deliveries, ({ id }) => formatPlace(shop, `deliveries/${id}`))}
  </section>`
}
