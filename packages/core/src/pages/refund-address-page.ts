import type { Refund } from '@crypto-checkout/api-types'
import { type Colour, formatAmount, formatFiat, icons, type Phase, type Texts } from '@crypto-checkout/payer-ui'
import { refundTexts } from '@crypto-checkout/payer-ui/translations/hosted-pages'
import type { NetworkLook } from '../domain/catalog/networks.ts'
import type { RefundFailure } from '../refunds/submit-destination.ts'
import { renderNetwork } from './card-parts.ts'
import { html, type Markup, renderDocument, renderTestBanner } from './document.ts'
import { type Helper, renderHelp, renderReference } from './help.ts'

/** A destination as the payer entered it, with the reason if it was refused. Checked, it is in display form. */
export type RefundEntry = { readonly address: string; readonly memo: string } & (
  | { readonly step: 'correct'; readonly failure: RefundFailure | null }
  | { readonly step: 'check' }
)

export type RefundPageInput = {
  refund: Refund
  network: NetworkLook
  livemode: boolean
  merchant: string
  /** The merchant's contact. */
  contact: Omit<Helper, 'name'>
  /** Mount prefix of all addresses: `''` or `'/checkout'`. */
  base: string
  /** The page's own path with its query, to which the form posts. */
  path: string
  texts: Texts
  /** The payer's entry; null before the first one. */
  entry: RefundEntry | null
  accent: Colour | null
}

export const refundPhases: Readonly<Record<Refund['status'], Phase>> = {
  pending: 'awaiting',
  submitted: 'seen',
  completed: 'completed',
  failed: 'cancelled',
  cancelled: 'cancelled',
}

/** The page on which a payer enters the address for a refund, as a complete HTML document. Its script only fills in the address. */
export function renderRefundPage(input: RefundPageInput): string {
  const { refund, network, livemode, merchant, base, texts, accent } = input
  const words = refundTexts[texts.language].addressPage
  const phase = refundPhases[refund.status]
  const help = phase === 'cancelled' ? renderHelp(refund.id, { ...input.contact, name: merchant }, input) : null
  const body = html`${!livemode && renderTestBanner(texts)}
<main>
<section class="card" data-phase="${phase}" aria-labelledby="refund-title">
<header class="head"><p class="merchant"><bdi>${merchant}</bdi></p>${renderNetwork(network)}</header>
${isAwaited(refund) ? ask(input) : outcome(input)}
${help?.action}
${renderReference(refund.id, texts)}
</section>
</main>`
  const asking = isAsking(input) && html`<script type="module" src="${base}/checkout-refund.js"></script>`
  const head = asking || (help?.script ?? null)
  return renderDocument({ base, texts, title: `${words.title} · ${merchant}`, accent, forms: true, head, body })
}

/** Tells whether the payer has still to say where the money goes. */
function isAwaited({ status, destination }: Refund): boolean {
  return status === 'pending' && destination === null
}

/** Tells whether the page has the field for the address. */
function isAsking({ refund, entry }: RefundPageInput): boolean {
  return isAwaited(refund) && entry?.step !== 'check'
}

function toTerms({ refund, network: { title: network }, merchant }: RefundPageInput) {
  return { coin: refund.cryptocurrency, network, merchant }
}

function ask(input: RefundPageInput): Markup {
  const { refund, texts, entry } = input
  const words = refundTexts[texts.language].addressPage
  return html`<div class="state">${icon('awaiting')}<h1 class="title" id="refund-title">${words.title}</h1></div>
<div class="amount">
<p class="label">${words.amountLabel}</p>
${figure(refund, texts)}
<p class="price"><bdi dir="ltr" translate="no">${formatFiat(refund.amount, refund.currency, texts.locale)}</bdi></p>
</div>
${entry?.step === 'check' ? secondLook(input, entry) : form(input, entry)}`
}

function icon(phase: Phase): Markup {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${icons[phase]}"/></svg>`
}

function figure({ cryptoAmount, cryptocurrency }: Refund, { locale }: Texts): Markup {
  return html`<p class="figure" data-size="long"><bdi dir="ltr" translate="no"><span class="digits">${formatAmount(cryptoAmount, locale)}</span> <span class="coin">${cryptocurrency}</span></bdi></p>`
}

/** A refund that needs nothing more from who looks at the page: what became of it. */
export function renderRefundOutcome(refund: Refund, title: string, detail: string, texts: Texts): Markup {
  return html`<div class="outcome">${icon(refundPhases[refund.status])}
<h1 class="title" id="refund-title">${title}</h1>
${figure(refund, texts)}
<p class="detail">${detail}</p></div>`
}

type Correction = Extract<RefundEntry, { step: 'correct' }>

function form(input: RefundPageInput, entry: Correction | null): Markup {
  const { refund, texts, path } = input
  const words = refundTexts[texts.language].addressPage
  const terms = toTerms(input)
  const failures: Readonly<Record<RefundFailure, string>> = {
    invalid: words.invalid(terms),
    cannot_receive: words.cannotReceive(terms),
    memo_missing: words.memoMissing,
  }
  const failure = entry?.failure ?? null
  const refusal = failure && html`<p class="refused" id="refused" role="alert">${failures[failure]}</p>`
  const [wrong, right] = [html` aria-invalid="true" aria-describedby="refused" autofocus`, null]
  const isMemo = failure === 'memo_missing'
  const isStellar = refund.network === 'stellar'
  const script = refundTexts[texts.language].signingPage.script
  const offer = JSON.stringify({
    isEvm: !isStellar,
    words: {
      paste: words.paste,
      useWallet: words.useWallet({ wallet: '%s' }),
      browserWallet: script.browserWallet,
      noAnswer: script.failed,
    },
  })
  return html`<div class="explain"><p>${words.ask(terms)}</p></div>
<form class="entry" method="post" action="${path}">
<label for="address">${words.addressLabel(terms)}</label>
<textarea id="address" name="address" dir="ltr" rows="${isStellar ? 3 : 2}" required maxlength="256" autocomplete="off" autocapitalize="off" spellcheck="false"${failure && !isMemo ? wrong : right}>${entry?.address}</textarea>
<div class="fill" data-offer="${offer}"></div>
${isMemo ? null : refusal}
${
  isStellar &&
  html`<label for="memo">${words.memoLabel}</label>
<input id="memo" name="memo" dir="ltr" maxlength="28" autocomplete="off" autocapitalize="off" spellcheck="false" value="${entry?.memo ?? ''}"${isMemo ? wrong : right}>
${isMemo ? refusal : null}`
}
<p class="actions"><button class="primary" type="submit">${words.submit}</button></p>
</form>`
}

/** The whole address once more, before it is fixed. */
function secondLook(input: RefundPageInput, { address, memo }: RefundEntry): Markup {
  const { texts, path } = input
  const words = refundTexts[texts.language].addressPage
  const terms = toTerms(input)
  return html`<div class="explain"><p>${words.check(terms)}</p></div>
<dl class="fields">
<div class="field whole"><dt>${words.addressLabel(terms)}</dt><dd>${groups(address)}</dd></div>
${memo !== '' && html`<div class="field"><dt>Memo</dt><dd><span class="value memo" dir="ltr" translate="no">${memo}</span></dd></div>`}
</dl>
<form class="entry" method="post" action="${path}">
<input type="hidden" name="address" value="${address}">
<input type="hidden" name="memo" value="${memo}">
<p class="hint">${words.warning}</p>
<p class="actions"><button class="primary" name="step" value="confirm">${words.confirm}</button></p>
<p class="actions"><button class="secondary" name="step" value="correct">${words.correct}</button></p>
</form>`
}

const GROUP = 6

/** An address in groups that are easy to compare, the first and the last one bold. Copied, it has no gaps. */
function groups(address: string): Markup {
  const middle = address.slice(GROUP, -GROUP).match(/.{1,6}/g) ?? []
  const [first, last] = [address.slice(0, GROUP), address.slice(-GROUP)]
  return html`<span class="value address groups" dir="ltr" translate="no"><b>${first}</b>${middle.map((group) => html`<span>${group}</span>`)}<b>${last}</b></span>`
}

function outcome(input: RefundPageInput): Markup {
  const { refund, texts } = input
  const words = refundTexts[texts.language].addressPage
  const terms = toTerms(input)
  const messages: Readonly<Record<Refund['status'], string>> = {
    pending: words.addressSaved(terms),
    submitted: words.submitted(terms),
    completed: words.completed,
    failed: words.closed(terms),
    cancelled: words.closed(terms),
  }
  return html`${renderRefundOutcome(refund, words.title, messages[refund.status], texts)}
${
  refund.destination !== null &&
  html`<dl class="fields">
<div class="field"><dt>${words.addressLabel(terms)}</dt><dd><span class="value address" dir="ltr" translate="no">${refund.destination}</span></dd></div>
${refund.destinationMemo !== null && html`<div class="field"><dt>Memo</dt><dd><span class="value memo" dir="ltr" translate="no">${refund.destinationMemo}</span></dd></div>`}
</dl>`
}`
}
