/** Parts of a payment's card. */
import type { LineItem, PublicPayment } from '@crypto-checkout/api-types'
import {
  formatFiat,
  formatSum,
  formatTime,
  isPaid,
  isZero,
  type Phase,
  parseWebAddress,
  shortenHash,
  type Terms,
  type Texts,
} from '@crypto-checkout/payer-ui'
import type { NetworkLook } from '../domain/catalog/networks.ts'
import { html, type Insertable, type Markup } from './document.ts'

/** A network's name, with a dot in its colour. An attribute of SVG, because the policy allows no inline styles. */
export function renderNetwork({ title, colour }: Pick<NetworkLook, 'title' | 'colour'>): Markup {
  return html`<p class="network" translate="no"><svg color="${colour}" aria-hidden="true"></svg>${title}</p>`
}

/** The amount received, its purpose and its destination. For a completed payment this is the receipt. */
export function renderReceipt(payment: PublicPayment, phase: Phase, texts: Texts, terms: Terms): Markup {
  const { labels } = texts
  const completed = phase === 'completed'
  const { amountReceived, cryptoAmount, transactions } = payment
  // The transaction that paid is named above, once.
  const isTold = isPaid(phase)
  const isAsked = amountReceived === cryptoAmount
  const finalAt = transactions.reduce((last, { finalAt }) => (finalAt !== null && finalAt > last ? finalAt : last), '')
  const money = (words: string) => html`<bdi dir="ltr" translate="no">${words}</bdi>`
  const sum = (amount: string) => money(formatSum(amount, terms.coin, texts.locale))
  const rows: (Markup | false)[] = [
    !isTold && !isZero(amountReceived) && row(labels.received, sum(amountReceived)),
    !isAsked && row(labels.amount, sum(cryptoAmount)),
    row(labels.price, money(formatFiat(payment.amount, payment.currency, texts.locale))),
    row(labels.merchant, html`<bdi>${terms.merchant}</bdi>`),
    row(labels.network, terms.network),
    completed && finalAt !== '' && row(labels.confirmedAt, formatTime(finalAt, texts.locale, 'UTC')),
  ]
  return html`<dl class="receipt">${rows}</dl>
${renderTransactionList(transactions, texts, isAsked && transactions.length === 1)}`
}

function row(label: string, value: Insertable): Markup {
  return html`<div><dt>${label}</dt><dd>${value}</dd></div>
`
}

type Transaction = PublicPayment['transactions'][number]

/**
 * A payment's transactions on the network, each with a link to its block explorer; null if there are none. `isToldAbove`: what
 * the only one moved.
 */
export function renderTransactionList(
  transactions: readonly Transaction[],
  texts: Texts,
  isToldAbove = false,
): Markup | null {
  if (transactions.length === 0) return null
  return html`<div class="transactions"><h3 class="label">${texts.labels.transactions}</h3>
<ul>${transactions.map((transaction) => item(transaction, texts, isToldAbove))}</ul></div>`
}

function item(
  { hash, amount, cryptocurrency, status, explorerUrl }: Transaction,
  texts: Texts,
  isToldAbove: boolean,
): Markup {
  const sum = html`<span class="sum"><bdi dir="ltr" translate="no">${formatSum(amount, cryptocurrency, texts.locale)}</bdi></span>`
  const href = parseWebAddress(explorerUrl)
  const short = html`<code dir="ltr" translate="no">${shortenHash(hash)}</code>`
  const name = html`<span class="hash" title="${hash}">${short}</span>`
  const link = html`<a class="hash" href="${href}" rel="noopener noreferrer" target="_blank" aria-label="${texts.openTransaction(shortenHash(hash))}">${short}</a>`
  return html`<li data-status="${status}" data-hash="${hash}">${href === null ? name : link}${!isToldAbove && sum}<span class="finality">${texts.transactionStatus[status]}</span></li>
`
}

type Order = Pick<PublicPayment, 'description' | 'reference' | 'lineItems' | 'currency'>

/** Renders the order of a payment, as the merchant has described it; null if it has not. */
export function renderOrder(
  { description, reference, lineItems, currency }: Order,
  texts: Pick<Texts, 'labels' | 'locale'>,
): Markup | null {
  if (description === null && reference === null && lineItems.length === 0) return null
  const item = ({ name, quantity, unitAmount }: LineItem) =>
    html`<li><span>${quantity > 1 && `${quantity} × `}<bdi>${name}</bdi></span> <bdi dir="ltr" translate="no">${formatFiat(quantity * unitAmount, currency, texts.locale)}</bdi></li>`
  return html`<div class="order">
${description !== null && html`<p><bdi>${description}</bdi></p>`}
${reference !== null && html`<p class="label">${texts.labels.order} <bdi>${reference}</bdi></p>`}
${lineItems.length > 0 && html`<details class="items"><summary>${texts.labels.items} (${String(lineItems.length)})</summary><ul>${lineItems.map(item)}</ul></details>`}
</div>`
}

/** The form in which a payer chooses among the ways to pay. `failed`: the last choice was refused. */
export type MethodForm = { readonly path: string; readonly failed: boolean }

/**
 * Each way to pay as a button. The chosen one and those that are not available cannot be pressed. Unfolded where the payer
 * needs another one.
 */
export function renderMethodChoice(
  { methods }: Pick<PublicPayment, 'methods'>,
  { path, failed }: MethodForm,
  texts: Texts,
): Markup {
  const { title, failed: refused } = texts.methods
  const isTold = failed || methods.some(({ state, reason }) => state === 'chosen' && reason !== null)
  return html`<details class="methods"${isTold && html` open`}><summary>${title}</summary>
${isTold && html`<p class="refused" role="alert">${refused}</p>`}
${renderMethodButtons(methods, path, texts)}
</details>`
}

/** A form with a button for each method. */
export function renderMethodButtons(methods: PublicPayment['methods'], path: string, texts: Texts): Markup {
  const { unavailable } = texts.methods
  return html`<form class="choices" method="post" action="${path}">${methods.map((method) => {
    const isOff = method.reason !== null
    const isFixed = isOff || method.state === 'chosen'
    return html`<button class="secondary" name="method" value="${formatMethod(method)}"${isFixed && html` disabled`}${method.state === 'chosen' && html` aria-current="true"`}><bdi>${method.cryptocurrency} · ${method.networkTitle}</bdi>${isOff && html` <small>${unavailable}</small>`}</button>`
  })}</form>`
}

type Asset = { readonly cryptocurrency: string; readonly network: string }

function formatMethod({ cryptocurrency, network }: Asset): string {
  return `${cryptocurrency} ${network}`
}

/** A button's value. Texts that no button has become a method that no payment offers. */
export function parseMethod(text: string): Asset {
  const [cryptocurrency = '', network = ''] = text.split(' ')
  return { cryptocurrency, network }
}
