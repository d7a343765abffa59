import { formatCountdown, formatDeadline, formatFiat, formatReceived, isZero } from '@crypto-checkout/payer-ui'
import { html, nothing, type TemplateResult } from 'lit'
import type { QrPath } from '../qr-path.ts'
import type { Model } from './model.ts'
import { copyButton, figure, notices, phaseIcon, type View } from './parts.ts'
import { transactionList } from './transaction-list.ts'

const URGENT_MS = 120_000

/** How much to send where, and until when. */
export function payView(model: Model): TemplateResult {
  const { payment, texts, wallets } = model
  const panel = wallets?.panel
  return html`${stateBar(model)}
    ${panel?.sent ? nothing : html`<p class="deadline" part="deadline">${formatDeadline(payment, texts)}</p> ${notices(model)} ${amount(model)}`}
    ${panel?.open ? panel.view(model) : byHand(model)}
    ${transactionList(payment.transactions, texts)}`
}

/** For wallets that this page cannot reach. */
function byHand(model: Model): TemplateResult {
  const { terms, texts } = model
  return html`${walletButton(model)} ${code(model)} ${fields(model)}
    <div class="explain" part="explanation"><p>${texts.explain(terms)}</p><p>${texts.fees}</p></div>
    <details class="exchange"><summary>${texts.exchange.title}</summary><p>${texts.exchange.detail(terms)}</p></details>`
}

function walletButton(model: Model): View {
  const { wallets, terms, texts } = model
  if (wallets === null) return nothing
  return html`<p class="actions"><button class="secondary" id="wallet-button" part="button-secondary" type="button" aria-busy=${wallets.state === 'loading'} @click=${() => wallets.open(model)}>${texts.payWithWallet(terms)}</button></p>
    ${wallets.state === 'failed' ? html`<p class="notice" role="alert">${texts.walletsFailed}</p>` : nothing}`
}

function stateBar({ payment, phase, nowMs, texts }: Model): TemplateResult {
  const remainingMs = Date.parse(payment.expiresAt) - nowMs
  const remaining = formatCountdown(remainingMs, texts.locale)
  return html`<div class="state" part="status">
    ${phaseIcon(phase)}
    <h2 class="title" id="checkout-state" tabindex="-1">${texts.titles[phase]}</h2>
    <span class="timer" part="timer" role="timer" aria-live="off" ?data-urgent=${remainingMs < URGENT_MS}>${texts.timeLeft(remaining)}</span>
  </div>`
}

function amount(model: Model): TemplateResult {
  const { payment, phase, terms, texts } = model
  return html`<div class="amount">
    <p class="label">${texts.sendLabel(terms, phase)}</p>
    ${figure(terms.exactAmount, terms.coin)} ${copyButton(model, 'amount')}
    <p class="price"><bdi dir="ltr">${formatFiat(payment.amount, payment.currency, texts.locale)}</bdi></p>
    ${isZero(payment.amountReceived) ? nothing : html`<p class="received">${formatReceived(payment, terms, texts)}</p>`}
  </div>`
}

function code({ qr, terms, texts }: Model): View {
  if (qr === null) return nothing
  return html`<figure class="qr" part="qr">
    ${qrCode(qr, texts.qrLabel(terms))}
    <figcaption>${texts.qrCaption(terms)}</figcaption>
  </figure>`
}

/** Dark on white, whatever the surrounding colours. */
export function qrCode({ width, path }: QrPath, label: string): TemplateResult {
  return html`<svg class="qr-code" role="img" aria-label=${label} viewBox="0 0 ${width} ${width}" shape-rendering="crispEdges">
    <rect width=${width} height=${width} fill="#fff"></rect>
    <path fill="#000" d=${path}></path>
  </svg>`
}

function fields(model: Model): TemplateResult {
  const { terms, texts } = model
  return html`<dl class="fields">
    <div class="field" part="address">
      <dt>${texts.addressLabel(terms)}</dt>
      <dd><span class="value address" dir="ltr">${terms.address}</span>${copyButton(model, 'address')}</dd>
    </div>
    ${
      terms.memo === null
        ? nothing
        : html`<div class="field" part="memo">
            <dt>${texts.memoLabel}</dt>
            <dd><span class="value memo" dir="ltr">${terms.memo}</span>${copyButton(model, 'memo')}</dd>
          </div>`
    }
  </dl>`
}
