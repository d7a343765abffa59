import type { PublicPayment } from '@crypto-checkout/api-types'
import { formatSum, parseWebAddress, shortenHash, type Texts } from '@crypto-checkout/payer-ui'
import { html, nothing, type TemplateResult } from 'lit'
import type { View } from './parts.ts'

type Transaction = PublicPayment['transactions'][number]

/** The payment's transactions on the network, each with its block explorer; nothing if there are none. */
export function transactionList(transactions: readonly Transaction[], texts: Texts): View {
  if (transactions.length === 0) return nothing
  return html`<div class="transactions" part="transactions">
    <h3 class="label">${texts.labels.transactions}</h3>
    <ul>${transactions.map((transaction) => item(transaction, texts))}</ul>
  </div>`
}

function item({ hash, amount, cryptocurrency, status, explorerUrl }: Transaction, texts: Texts): TemplateResult {
  const href = parseWebAddress(explorerUrl)
  const short = html`<code dir="ltr">${shortenHash(hash)}</code>`
  const name =
    href === null
      ? html`<span class="hash" title=${hash}>${short}</span>`
      : html`<a class="hash" href=${href} rel="noopener noreferrer" target="_blank" aria-label=${texts.openTransaction(shortenHash(hash))}>${short}</a>`
  return html`<li data-status=${status} data-hash=${hash}>
    ${name}<span class="sum"><bdi dir="ltr">${formatSum(amount, cryptocurrency, texts.locale)}</bdi></span><span class="finality">${texts.transactionStatus[status]}</span>
  </li>`
}
