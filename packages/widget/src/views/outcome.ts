import type { PaymentStatus, PublicPayment } from '@crypto-checkout/api-types'
import {
  describeFinality,
  formatAmount,
  formatConfirmations,
  formatFiat,
  formatSum,
  formatTime,
  getHeadline,
  isPaid,
  isZero,
  type Phase,
  type Terms,
  type Texts,
} from '@crypto-checkout/payer-ui'
import { html, nothing, type TemplateResult } from 'lit'
import type { Model, View } from './model.ts'
import { figure, notices, phaseIcon, transactionList } from './parts.ts'

/** Slots where the page adds its own content. */
const slots: { readonly [Status in PaymentStatus]?: TemplateResult } = {
  completed: html`<slot name="completed"></slot>`,
  expired: html`<slot name="expired"></slot>`,
}

/** A payment that no longer asks for money: on its way, done, or over. */
export function outcomeView(model: Model): TemplateResult {
  const { payment, phase, terms, texts, nowMs, leaving } = model
  const detail = texts.details[phase](terms)
  return html`<div class="outcome" part="status">
      ${phaseIcon(phase)}
      <h2 class="title" id="checkout-state" tabindex="-1">${texts.titles[getHeadline(payment, phase, nowMs)]}</h2>
      ${isPaid(phase) ? figure(formatAmount(payment.amountReceived, texts.locale), terms.coin) : nothing}
      ${detail === null ? nothing : html`<p class="detail">${detail}</p>`}
      ${phase === 'seen' ? progress(model) : nothing}
      ${leaving === null ? nothing : html`<ul class="notices">${leaving}</ul>`}
    </div>
    ${notices(model)}
    <div class="aside">${receipt(payment, phase, texts, terms)}</div>
    ${slots[payment.status]}`
}

function progress({ payment, texts, nowMs }: Model): View {
  if (payment.confirmations === null) return nothing
  const { required } = payment.confirmations
  const seen = Math.min(payment.confirmations.seen, required)
  const estimate = describeFinality(payment, nowMs, texts)
  const words = formatConfirmations(seen, required, texts)
  return html`<p class="confirmations" part="progress">
    <progress max=${required} .value=${seen} aria-label=${words}></progress><span>${words}</span>
    ${estimate === null ? nothing : html`<span class="estimate">${estimate}</span>`}
  </p>`
}

/** The amount received, its purpose and its address. For a completed payment this is the receipt. */
function receipt(payment: PublicPayment, phase: Phase, texts: Texts, terms: Terms): TemplateResult {
  const { labels } = texts
  const completed = phase === 'completed'
  const { amountReceived, cryptoAmount, transactions } = payment
  // The transaction that paid is named above, once.
  const isTold = isPaid(phase)
  const isAsked = amountReceived === cryptoAmount
  const finalAt = transactions.reduce((last, { finalAt }) => (finalAt !== null && finalAt > last ? finalAt : last), '')
  const money = (words: string) => html`<bdi dir="ltr" translate="no">${words}</bdi>`
  const sum = (amount: string) => money(formatSum(amount, terms.coin, texts.locale))
  return html`<dl class="receipt" part="receipt">
      ${isTold || isZero(amountReceived) ? nothing : row(labels.received, sum(amountReceived))}
      ${isAsked ? nothing : row(labels.amount, sum(cryptoAmount))}
      ${row(labels.price, money(formatFiat(payment.amount, payment.currency, texts.locale)))}
      ${row(labels.merchant, html`<bdi>${terms.merchant}</bdi>`)} ${row(labels.network, terms.network)}
      ${completed && finalAt !== '' ? row(labels.confirmedAt, formatTime(finalAt, texts.locale)) : nothing}
    </dl>
    ${transactionList(transactions, texts, isAsked && transactions.length === 1)}`
}

function row(label: string, value: string | TemplateResult): TemplateResult {
  return html`<div>
    <dt>${label}</dt>
    <dd>${value}</dd>
  </div>`
}
