import type { Refund } from '@crypto-checkout/api-types'
import { type Colour, formatAmount, formatFiat, icons, type Phase, type Texts } from '@crypto-checkout/payer-ui'
import { refundTexts } from '@crypto-checkout/payer-ui/translations/hosted-pages'
import type { RefundFailure } from '../refunds/submit-destination.ts'
import { renderDocument, renderTestBanner } from './document.ts'
import { html, type Markup } from './html.ts'

export type RefundPageInput = {
  refund: Refund
  /** The network's name for people. */
  networkTitle: string
  livemode: boolean
  merchant: string
  /** Mount prefix of all addresses: `''` or `'/checkout'`. */
  base: string
  /** The page's own path with its query, to which the form posts. */
  path: string
  texts: Texts
  /** A refused entry, with the reason; null before the first. */
  refused: { readonly address: string; readonly memo: string; readonly failure: RefundFailure } | null
  accent: Colour | null
}

export const refundPhases: Readonly<Record<Refund['status'], Phase>> = {
  pending: 'awaiting',
  submitted: 'confirming',
  completed: 'completed',
  failed: 'cancelled',
  cancelled: 'cancelled',
}

/** The page on which a payer enters the address for a refund, as a complete HTML document. It has no script. */
export function renderRefundPage(input: RefundPageInput): string {
  const { refund, networkTitle, livemode, merchant, base, texts, accent } = input
  const words = refundTexts[texts.language].addressPage
  const phase = refundPhases[refund.status]
  const body = html`${!livemode && renderTestBanner(texts)}
<main>
<section class="card" data-phase="${phase}" aria-labelledby="refund-title">
<header class="head"><p class="merchant"><bdi>${merchant}</bdi></p><p class="network" data-network="${refund.network}">${networkTitle}</p></header>
<div class="state"><svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${icons[phase]}"/></svg><h1 class="title" id="refund-title">${words.title}</h1></div>
<div class="amount">
<p class="label">${words.amountLabel}</p>
<p class="figure" data-size="long"><bdi dir="ltr"><span class="digits">${formatAmount(refund.cryptoAmount, texts.locale)}</span> <span class="coin">${refund.cryptocurrency}</span></bdi></p>
<p class="price"><bdi dir="ltr">${formatFiat(refund.amount, refund.currency, texts.locale)}</bdi></p>
</div>
${refund.status === 'pending' && refund.destination === null ? form(input) : outcome(input)}
<p class="reference">${texts.labels.reference} <code dir="ltr">${refund.id}</code></p>
</section>
</main>`
  return renderDocument({ base, texts, title: `${words.title} · ${merchant}`, accent, head: null, body })
}

function termsOf({ refund, networkTitle: network, merchant }: RefundPageInput) {
  return { coin: refund.cryptocurrency, network, merchant }
}

function form(input: RefundPageInput): Markup {
  const { refund, texts, path, refused } = input
  const words = refundTexts[texts.language].addressPage
  const terms = termsOf(input)
  const failures: Readonly<Record<RefundFailure, string>> = {
    invalid: words.invalid(terms),
    cannot_receive: words.cannotReceive(terms),
    memo_missing: words.memoMissing,
  }
  const refusal = refused && html`<p class="refused" id="refused" role="alert">${failures[refused.failure]}</p>`
  const [wrong, right] = [html` aria-invalid="true" aria-describedby="refused" autofocus`, null]
  const isMemo = refused?.failure === 'memo_missing'
  return html`<div class="explain"><p>${words.ask(terms)}</p></div>
<form class="entry" method="post" action="${path}">
<label for="address">${words.addressLabel(terms)}</label>
<input id="address" name="address" dir="ltr" required maxlength="128" autocomplete="off" autocapitalize="off" spellcheck="false" value="${refused?.address ?? ''}"${refused && !isMemo ? wrong : right}>
${isMemo ? null : refusal}
${
  refund.network === 'stellar' &&
  html`<label for="memo">${words.memoLabel}</label>
<input id="memo" name="memo" dir="ltr" maxlength="28" autocomplete="off" autocapitalize="off" spellcheck="false" value="${refused?.memo ?? ''}"${isMemo ? wrong : right}>
${isMemo ? refusal : null}`
}
<p class="hint">${words.warning}</p>
<p class="actions"><button class="primary" type="submit">${words.submit}</button></p>
</form>`
}

function outcome(input: RefundPageInput): Markup {
  const { refund, texts } = input
  const words = refundTexts[texts.language].addressPage
  const terms = termsOf(input)
  const messages: Readonly<Record<Refund['status'], string>> = {
    pending: words.addressSaved(terms),
    submitted: words.submitted(terms),
    completed: words.completed,
    failed: words.closed(terms),
    cancelled: words.closed(terms),
  }
  return html`<div class="outcome"><p class="detail">${messages[refund.status]}</p></div>
${
  refund.destination !== null &&
  html`<dl class="fields">
<div class="field"><dt>${words.addressLabel(terms)}</dt><dd><span class="value address" dir="ltr">${refund.destination}</span></dd></div>
${refund.destinationMemo !== null && html`<div class="field"><dt>Memo</dt><dd><span class="value memo" dir="ltr">${refund.destinationMemo}</span></dd></div>`}
</dl>`
}`
}
