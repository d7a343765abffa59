import type { PublicPayment } from '@crypto-checkout/api-types'
import { formatSum, parseWebAddress, shortenHash, type Texts } from '@crypto-checkout/payer-ui'
import { html, type Markup } from './html.ts'

type Transaction = PublicPayment['transactions'][number]

/** A payment's transactions on the network, each with a link to its block explorer; null if there are none. */
export function renderTransactionList(transactions: readonly Transaction[], texts: Texts): Markup | null {
  if (transactions.length === 0) return null
  return html`<div class="transactions"><h3 class="label">${texts.labels.transactions}</h3>
<ul>${transactions.map((transaction) => item(transaction, texts))}</ul></div>`
}

function item({ hash, amount, cryptocurrency, status, explorerUrl }: Transaction, texts: Texts): Markup {
  const href = parseWebAddress(explorerUrl)
  const short = html`<code dir="ltr">${shortenHash(hash)}</code>`
  const name = html`<span class="hash" title="${hash}">${short}</span>`
  const link = html`<a class="hash" href="${href}" rel="noopener noreferrer" target="_blank" aria-label="${texts.openTransaction(shortenHash(hash))}">${short}</a>`
  return html`<li data-status="${status}" data-hash="${hash}">${href === null ? name : link}<span class="sum"><bdi dir="ltr">${formatSum(amount, cryptocurrency, texts.locale)}</bdi></span><span class="finality">${texts.transactionStatus[status]}</span></li>
`
}
