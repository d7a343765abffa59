import type { PublicPayment } from '@crypto-checkout/api-types'
import {
  formatFiat,
  formatSum,
  formatTime,
  isPaid,
  isZero,
  type Phase,
  type Terms,
  type Texts,
} from '@crypto-checkout/payer-ui'
import { html, nothing, type TemplateResult } from 'lit'
import { transactionList } from './transaction-list.ts'

/** The amount received, its purpose and its address. For a completed payment this is the receipt. */
export function receipt(payment: PublicPayment, phase: Phase, texts: Texts, terms: Terms): TemplateResult {
  const { labels } = texts
  const completed = phase === 'completed'
  const { amountReceived } = payment
  // In the usual case the full amount and no more arrived: the amount already says that.
  const usual = isPaid(phase) && amountReceived === payment.cryptoAmount
  const notable = !isZero(amountReceived) && !usual
  const finalAt = payment.transactions.reduce(
    (last, { finalAt }) => (finalAt !== null && finalAt > last ? finalAt : last),
    '',
  )
  const money = (words: string) => html`<bdi dir="ltr">${words}</bdi>`
  const sum = (amount: string) => money(formatSum(amount, terms.coin, texts.locale))
  return html`<dl class="receipt" part="receipt">
      ${notable ? row(labels.received, sum(amountReceived)) : nothing}
      ${row(labels.amount, sum(payment.cryptoAmount))}
      ${row(labels.price, money(formatFiat(payment.amount, payment.currency, texts.locale)))}
      ${row(labels.merchant, html`<bdi>${terms.merchant}</bdi>`)} ${row(labels.network, terms.network)}
      ${completed && finalAt !== '' ? row(labels.confirmedAt, formatTime(finalAt, texts.locale)) : nothing}
    </dl>
    ${transactionList(payment.transactions, payment.cryptocurrency, texts)}`
}

function row(label: string, value: string | TemplateResult): TemplateResult {
  return html`<div>
    <dt>${label}</dt>
    <dd>${value}</dd>
  </div>`
}
