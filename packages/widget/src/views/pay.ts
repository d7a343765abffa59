import {
  formatCountdown,
  formatDeadline,
  formatFiat,
  formatReceived,
  getHeadline,
  getStateIcon,
  type Headline,
  icons,
  isPayingFolded,
  isZero,
} from '@crypto-checkout/payer-ui'
import { html, nothing, type TemplateResult } from 'lit'
import { isTouched } from '../browser.ts'
import type { QrPath } from '../qr-path.ts'
import type { ListedWallet } from '../wallets/state.ts'
import type { Model, View } from './model.ts'
import { copyButton, figure, icon, notices, renew, retryButton, transactionList } from './parts.ts'

const URGENT_MS = 120_000
const MOST_ICONS = 3

/** The amount to send, the address, and the deadline. */
export function payView(model: Model): TemplateResult {
  const { payment, phase, nowMs, texts, wallets } = model
  const panel = wallets?.panel
  const headline = panel?.sent ? 'sent' : getHeadline(payment, phase, nowMs)
  const isFolded = isPayingFolded(headline)
  const deadline = html`<p class="deadline" part="deadline">${formatDeadline(payment, texts)}</p>`
  // A wide page shows both: the code is for the wallet on another device.
  const steps = panel?.open
    ? html`${panel.view(model)} ${panel.replacesTerms ? nothing : byHand(model)}`
    : html`${walletButton(model)} ${byHand(model)} ${exchangePlace(model)}`
  const terms = panel?.replacesTerms ? steps : html`${renew(model.offer, amount(model))} ${steps}`
  const warning = panel?.warning ?? null
  return html`${stateBar(model, headline, warning)}
    ${isFolded || warning !== null ? nothing : deadline}
    ${panel?.sent ? nothing : notices(model)}
    ${isFolded && !panel?.open ? html`<details class="again"><summary>${texts.howToPay}</summary>${deadline}${terms}</details>` : terms}
    ${transactionList(payment.transactions, texts)}`
}

/** For wallets that this page cannot reach. */
function byHand(model: Model): TemplateResult {
  const { terms, texts } = model
  const content = html`${code(model)} ${fields(model)}
    <div class="explain" part="explanation"><p>${texts.explain(terms)}</p><p>${texts.fees}</p></div>`
  return html`<div class="aside">${renew(model.offer, content)}</div>`
}

/** For a payer who withdraws from an exchange. Loaded from the moment that the payer points at it. */
function exchangePlace(model: Model): TemplateResult {
  const { texts, exchangePath } = model
  const { part, failed, open } = exchangePath
  const refused = html`<p role="alert">${texts.methods.unavailable} ${retryButton(texts, open)}</p>`
  return html`<details class="exchange" @pointerenter=${open} @toggle=${open}><summary>${texts.payFromExchange}</summary>
    ${part?.view(model) ?? (failed ? refused : nothing)}
  </details>`
}

function walletButton(model: Model): View {
  const { wallets, texts, payment } = model
  if (wallets === null) return nothing
  const found = wallets.list(payment.network)
  const [first, ...more] = found
  // With several wallets the panel asks which one.
  const only = more.length === 0 ? first : undefined
  const usual = found.length === 0 && isTouched() ? texts.openWalletApp : texts.payWithWallet
  return html`<p class="actions"><button class="primary" id="wallet-button" part="button-primary" type="button" aria-busy=${wallets.state === 'loading'} @click=${() => wallets.open(model, only?.id)}>${found.slice(0, MOST_ICONS).map(walletIcon)}${only?.name ? texts.payWith(only.name) : usual}</button></p>
    ${wallets.state === 'failed' ? html`<p class="notice" role="alert">${texts.walletsFailed}</p>` : nothing}`
}

/** Wallets provide the icons as data URIs, so no third party learns of the payer. */
function walletIcon({ icon }: ListedWallet): View {
  return icon === null ? nothing : html`<img src=${icon} alt="" @error=${hide}>`
}

function hide({ currentTarget }: Event): void {
  ;(currentTarget as HTMLElement).hidden = true
}

/** `warning`: what the wallet panel says in place of the payment's state. */
function stateBar({ payment, phase, nowMs, texts }: Model, headline: Headline, warning: string | null): TemplateResult {
  const remainingMs = Date.parse(payment.expiresAt) - nowMs
  const remaining = formatCountdown(remainingMs, texts.locale)
  const stateIcon = warning === null ? getStateIcon(headline, phase) : icons.late
  const isTimed = warning === null && !isPayingFolded(headline)
  return html`<div class="state" part="status" ?data-warning=${stateIcon === icons.late}>
    ${icon(stateIcon)}
    <h2 class="title" id="checkout-state" tabindex="-1">${warning ?? texts.titles[headline]}</h2>
    ${isTimed ? html`<span class="timer" part="timer" translate="no" role="timer" aria-live="off" ?data-urgent=${remainingMs < URGENT_MS}>${texts.timeLeft(remaining)}</span>` : nothing}
  </div>`
}

function amount(model: Model): TemplateResult {
  const { payment, phase, terms, texts } = model
  return html`<div class="amount">
    <p class="label">${texts.sendLabel(terms, phase)}</p>
    ${figure(terms.amount, terms.coin)} ${copyButton(model, 'amount')}
    ${phase === 'remainder' ? nothing : html`<p class="price"><bdi dir="ltr" translate="no">${formatFiat(payment.amount, payment.currency, texts.locale)}</bdi></p>`}
    ${isZero(payment.amountReceived) ? nothing : html`<p class="received">${formatReceived(payment, terms, texts)}</p>`}
  </div>`
}

/** Folded where the payer holds the device that would have to scan it, if wallets can be opened instead. */
function code(model: Model): View {
  const { qr, terms, texts, wallets, payment, code, onSwitchCode } = model
  if (qr === null) return nothing
  const isRequest = code === 'request'
  const other = texts.codes[isRequest ? 'address' : 'request']
  const figure = html`<figure class="qr" part="qr">
    ${qrCode(qr, texts.qrLabel(terms))}
    <figcaption>${isRequest ? texts.codes.requestCaption : texts.qrCaption(terms)} ${
      payment.paymentUri.startsWith('ethereum:')
        ? html`<button class="switch" type="button" part="button-secondary" @click=${onSwitchCode}>${other}</button>`
        : nothing
    }</figcaption>
  </figure>`
  if (wallets === null || !isTouched()) return figure
  return html`<details class="code"><summary class="secondary">${texts.showCode}</summary>${figure}</details>`
}

/** Dark on white, whatever the surrounding colours. */
export function qrCode({ width, path }: QrPath, label: string): TemplateResult {
  return html`<svg class="qr-code" role="img" aria-label=${label} viewBox="0 0 ${width} ${width}" shape-rendering="crispEdges">
    <rect width=${width} height=${width} fill="#fff"></rect>
    <path stroke="#000" d=${path}></path>
  </svg>`
}

function fields(model: Model): TemplateResult {
  const { terms, texts } = model
  return html`<dl class="fields">
    <div class="field" part="address">
      <dt>${texts.addressLabel(terms)}</dt>
      <dd><span class="value address" dir="ltr" translate="no">${terms.address}</span>${copyButton(model, 'address')}</dd>
    </div>
    ${
      terms.memo === null
        ? nothing
        : html`<div class="field" part="memo"><dt>${texts.memoLabel}</dt><dd><span class="value memo" dir="ltr" translate="no">${terms.memo}</span>${copyButton(model, 'memo')}</dd></div>`
    }
  </dl>`
}
