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
import { html, type Insertable, type Markup } from './html.ts'
import { renderTransactionList } from './transaction-list.ts'

/** The amount received, its purpose and its destination. For a completed payment this is the receipt. */
export function renderReceipt(payment: PublicPayment, phase: Phase, texts: Texts, terms: Terms): Markup {
  const { labels } = texts
  const completed = phase === 'completed'
  const { amountReceived } = payment
  // Usually the full amount and no more was received. The amount itself shows that.
  const usual = isPaid(phase) && amountReceived === payment.cryptoAmount
  const notable = !isZero(amountReceived) && !usual
  const finalAt = payment.transactions.reduce(
    (last, { finalAt }) => (finalAt !== null && finalAt > last ? finalAt : last),
    '',
  )
  const money = (words: string) => html`<bdi dir="ltr">${words}</bdi>`
  const sum = (amount: string) => money(formatSum(amount, terms.coin, texts.locale))
  const rows: (Markup | false)[] = [
    notable && row(labels.received, sum(amountReceived)),
    row(labels.amount, sum(payment.cryptoAmount)),
    row(labels.price, money(formatFiat(payment.amount, payment.currency, texts.locale))),
    row(labels.merchant, html`<bdi>${terms.merchant}</bdi>`),
    row(labels.network, terms.network),
    completed && finalAt !== '' && row(labels.confirmedAt, formatTime(finalAt, texts.locale, 'UTC')),
  ]
  return html`<dl class="receipt">${rows}</dl>
${renderTransactionList(payment.transactions, texts)}`
}

function row(label: string, value: Insertable): Markup {
  return html`<div><dt>${label}</dt><dd>${value}</dd></div>
`
}
