import type { PublicPaymentLink } from '@crypto-checkout/api-types'
import { formatFiat, formatTypedAmount, getContactUrl, type LinkTexts, type Texts } from '@crypto-checkout/payer-ui'
import { html, nothing, type TemplateResult } from 'lit'
import { orderView } from './card.ts'
import type { View } from './model.ts'
import { networkView, phaseIcon } from './parts.ts'

/** Everything that the views of a payment link are rendered from. */
export type LinkModel = {
  link: PublicPaymentLink
  texts: Texts
  words: LinkTexts
  /** The reason for which no payment was made: the amount was refused, or something that the payer cannot change. */
  problem: 'amount' | 'other' | null
  /** A payment is being made. */
  isBusy: boolean
  /** `yes` if the browser has just copied the link's reference; null if it was not asked. */
  copied: 'yes' | 'refused' | null
  onSubmit(event: SubmitEvent): void
  onCopy(): void
}

/** A link that makes payments: what is paid for, and the button that makes one. */
export function linkView(model: LinkModel): TemplateResult {
  const { link, texts, words } = model
  const network = link.offersChoice ? nothing : networkView(link)
  return frame(
    model,
    network,
    html`<h2 class="title subject" part="status" id="checkout-state" tabindex="-1"><bdi>${link.title}</bdi></h2>
      ${orderView({ ...link, reference: null }, texts)}
      ${
        link.amount === null
          ? nothing
          : html`<div class="amount">
              <p class="label">${words.price}</p>
              <p class="figure" part="amount" data-size="long"><bdi dir="ltr" translate="no"><span class="digits">${formatFiat(link.amount, link.currency, texts.locale)}</span></bdi></p>
            </div>`
      }
      ${form(model)}`,
  )
}

/** A link that makes no payments. */
export function closedLinkView(
  model: LinkModel,
  status: Exclude<PublicPaymentLink['status'], 'active'>,
): TemplateResult {
  const { link, texts, words } = model
  const merchant = link.merchantName
  const href = getContactUrl(link)
  const contact = html`<a class="primary" part="button-primary" target="_blank" rel="noopener" href=${href}>${texts.contact({ merchant })}</a>`
  return frame(
    model,
    nothing,
    html`${outcome(words.closed[status], words.ask({ merchant }))}
      <p class="actions">${href === null ? copyButton(model) : contact}</p>`,
    html`<p class="reference" part="footer">${texts.labels.reference} <code dir="ltr" translate="no">${link.id}</code></p>`,
  )
}

/** Without a link to the merchant, the payer takes along what the merchant will ask for. */
function copyButton({ texts, copied, onCopy }: LinkModel): TemplateResult {
  const done = texts.copied.reference
  return html`<button class="primary" part="button-primary" type="button" @click=${onCopy}>${copied === 'yes' ? done : texts.copy.reference}</button>
    <span class="quiet" role="status">${copied === null ? nothing : { yes: done, refused: texts.copyRefused }[copied]}</span>`
}

/** An address without a link. */
export function missingLinkView({ notFoundTitle, notFound }: LinkTexts, texts: Texts): TemplateResult {
  return html`<section class="card" part="container" data-phase="cancelled" lang=${texts.language} dir=${texts.direction} aria-labelledby="checkout-state">
    ${outcome(notFoundTitle, notFound)}
  </section>`
}

function frame(
  { link, texts }: LinkModel,
  network: View,
  content: TemplateResult,
  foot: View = nothing,
): TemplateResult {
  const phase = link.status === 'active' ? 'awaiting' : 'cancelled'
  return html`<section class="card" part="container" data-phase=${phase} lang=${texts.language} dir=${texts.direction} aria-labelledby="checkout-state">
    ${link.livemode ? nothing : html`<p class="test-mode" part="test-mode"><strong>${texts.testMode.title}</strong> ${texts.testMode.detail}</p>`}
    <header class="head" part="header">
      ${link.merchantLogo === null ? nothing : html`<img class="logo" part="logo" src=${link.merchantLogo} alt="">`}
      <p class="merchant"><slot name="header"><bdi>${link.merchantName}</bdi></slot></p>
      ${network}
    </header>
    ${content}
    <div class="foot">${foot}<slot name="footer"></slot></div>
  </section>`
}

function outcome(title: string, detail: string): TemplateResult {
  return html`<div class="outcome" part="status">
    ${phaseIcon('cancelled')}
    <h2 class="title" id="checkout-state" tabindex="-1">${title}</h2>
    <p class="detail">${detail}</p>
  </div>`
}

function form(model: LinkModel): TemplateResult {
  const { link, words, problem, isBusy, onSubmit } = model
  const { cryptocurrency: coin, networkTitle: network, merchantName: merchant } = link
  return html`<form class="entry" @submit=${onSubmit}>
    ${link.amount === null ? field(model) : nothing}
    ${problem === 'other' ? html`<p class="refused" role="alert">${words.failed({ merchant })}</p>` : nothing}
    <p class="hint">${link.offersChoice ? words.choice : words.payIn({ coin, network })}</p>
    <p class="actions"><button class="primary" part="button-primary" aria-busy=${isBusy}>${words.pay}</button></p>
  </form>`
}

function field({ link, texts, words, problem }: LinkModel): TemplateResult {
  const { minimum, maximum, preset, currency } = link
  const money = (amount: number) => formatFiat(amount, currency, texts.locale)
  const bounds = { minimum: money(minimum ?? 0), maximum: maximum === null ? null : money(maximum) }
  const isWrong = problem === 'amount'
  return html`<label for="amount">${words.amountLabel({ currency })}</label>
    <input id="amount" name="amount" dir="ltr" inputmode="decimal" required maxlength="16" autocomplete="transaction-amount" aria-describedby="bounds" aria-invalid=${isWrong} value=${preset === null ? '' : formatTypedAmount(preset, currency, texts.locale)}>
    ${isWrong ? html`<p class="refused" id="bounds" role="alert">${words.refused(bounds)}</p>` : html`<p class="hint" id="bounds">${words.bounds(bounds)}</p>`}`
}
