import type { PublicPayment } from '@crypto-checkout/api-types'
import {
  asksForMoney,
  formatFiat,
  getHeadline,
  icons,
  isPayingFolded,
  listWays,
  needsNewPayment,
  type Texts,
  takesChoice,
  takesClaims,
  type Way,
} from '@crypto-checkout/payer-ui'
import { html, nothing, type TemplateResult } from 'lit'
import { type Failure, getEndpointUrl } from '../fetch-status.ts'
import type { Model, View } from './model.ts'
import { outcomeView } from './outcome.ts'
import { copyButton, icon, networkView, renew, retryButton } from './parts.ts'
import { payView } from './pay.ts'

/** A payment in any state. */
export function cardView(model: Model): TemplateResult {
  const { payment, phase, terms, texts, nowMs } = model
  const headline = getHeadline(payment, phase, nowMs)
  const isSought = headline === 'claim_not_found'
  const isProvable = payment.misdirected.some(({ provable }) => provable)
  const { panel } = model.wallets ?? {}
  const isSingle = asksForMoney(phase) && (panel?.open ? panel.replacesTerms : isPayingFolded(headline))
  const isFirst = isSought || isProvable
  const claim = takesClaims(payment, phase) ? claimPlace(model, isSought, isProvable) : nothing
  return html`<section class="card payment" part="container" data-phase=${phase} ?data-single=${isSingle} lang=${texts.language} dir=${texts.direction} aria-labelledby="checkout-state">
    ${payment.livemode ? nothing : html`<p class="test-mode" part="test-mode"><strong>${texts.testMode.title}</strong> ${texts.testMode.detail}</p>`}
    <header class="head" part="header">
      ${payment.merchantLogo === null ? nothing : html`<img class="logo" part="logo" src=${payment.merchantLogo} alt="">`}
      <p class="merchant"><slot name="header"><bdi>${terms.merchant}</bdi></slot></p>
      ${renew(model.offer, networkView(payment))}
    </header>
    ${orderView(payment, texts)} ${takesChoice(payment, phase) ? methodPlace(model) : nothing}
    ${renew(model.screen, asksForMoney(phase) ? payView(model) : outcomeView(model))}
    ${emailPlace(model)}
    <div class="foot">
      ${isFirst ? claim : nothing} ${model.linkPlace.again(model, (leadsOn) => ways(model, leadsOn))} ${isFirst ? nothing : claim}
      <p class="reference" part="footer">${texts.labels.reference} <span class="id"><code dir="ltr" translate="no">${payment.id}</code>${copyButton(model, 'reference')}</span></p>
      <slot name="footer"></slot>
    </div>
  </section>`
}

/** The order of the payment, as the merchant has described it. */
export function orderView(
  {
    description,
    reference,
    lineItems,
    currency,
  }: Pick<PublicPayment, 'description' | 'reference' | 'lineItems' | 'currency'>,
  texts: Texts,
): View {
  if (description === null && reference === null && lineItems.length === 0) return nothing
  const price = (amount: number) => formatFiat(amount, currency, texts.locale)
  return html`<div class="order" part="order">
    ${description === null ? nothing : html`<p><bdi>${description}</bdi></p>`}
    ${reference === null ? nothing : html`<p class="label">${texts.labels.order} <bdi>${reference}</bdi></p>`}
    ${
      lineItems.length === 0
        ? nothing
        : html`<details class="items"><summary>${texts.labels.items} (${lineItems.length})</summary><ul>${lineItems.map(
            ({ name, quantity, unitAmount }) =>
              html`<li><span>${quantity > 1 ? `${quantity} × ` : nothing}<bdi>${name}</bdi></span> <bdi dir="ltr" translate="no">${price(quantity * unitAmount)}</bdi></li>`,
          )}</ul></details>`
    }
  </div>`
}

/** The payer's next step as a button, and links. `leadsOn`: a button makes another payment. */
function ways({ payment, phase, nowMs, texts, terms, copied, onCopy }: Model, leadsOn: boolean): View {
  const found = listWays(payment, phase, nowMs, leadsOn)
  if (found.length === 0) return nothing
  const words = {
    replacement: texts.openReplacement,
    return: texts.returnTo(terms),
    contact: texts.contact(terms),
    reference: (copied === 'reference' ? texts.copied : texts.copy).reference,
  }
  const list = found.map((way) => wayView(way, words[way.kind], onCopy))
  return needsNewPayment(payment, phase, nowMs, leadsOn)
    ? // A template of its own, so that Lit moves no button from here to another state.
      html`<p class="ways"><span>${texts.ask(terms)}</span>${list}</p>`
    : html`<p class="ways">${list}</p>`
}

function wayView({ kind, href, look }: Way, words: string, onCopy: Model['onCopy']): TemplateResult {
  // Parts are written out, so that the element's manifest can be held against them.
  if (kind === 'reference') {
    const copy = () => onCopy(kind)
    return look === 'primary'
      ? html`<button class="primary" part="button-primary" type="button" @click=${copy}>${words}</button>`
      : html`<button class="secondary" part="button-secondary" type="button" @click=${copy}>${words}</button>`
  }
  const target = kind === 'contact' ? '_blank' : '_top'
  if (look === 'primary') {
    return html`<a class="primary" part="button-primary" target=${target} rel="noopener" href=${href}>${words}</a>`
  }
  return look === 'secondary'
    ? html`<a class="secondary" part="button-secondary" target=${target} rel="noopener" href=${href}>${words}</a>`
    : html`<a class="link" part="link" target=${target} rel="noopener" href=${href}>${words}</a>`
}

/** The other ways to pay. */
function methodPlace(model: Model): TemplateResult {
  const { payment, texts, methodChoice } = model
  const { part, failed } = methodChoice
  const content = part?.view(model) ?? (failed ? html`<p role="alert">${texts.methods.failed}</p>` : nothing)
  return html`<details class="methods" part="methods" ?open=${!payment.paymentUri} @toggle=${methodChoice.open}><summary>${texts.methods.title}</summary>${content}</details>`
}

/** The field for the address that gets the receipt. Its script is loaded for pages that ask only. */
function emailPlace(model: Model): View {
  const { part, failed, open } = model.emailForm
  if (model.payment.asksForEmail && part === null && !failed) void open()
  return part?.view(model) ?? nothing
}

/** For a payer whose money the page does not show. `isSought`: to name the transaction again is the next step. */
function claimPlace(model: Model, isSought: boolean, isProvable: boolean): TemplateResult {
  const { texts, claimForm } = model
  const { part, failed, open } = claimForm
  // A payer whose money was found has nothing to unfold: to prove it is the next step.
  if (isProvable) {
    if (part === null && !failed) void open()
    return html`<div class="claim" part="claim">${part?.view(model) ?? (failed ? html`<p role="alert">${texts.claim.failed} ${retryButton(texts, open)}</p>` : nothing)}</div>`
  }
  const content = part?.view(model) ?? (failed ? claimLink(model) : nothing)
  return html`<details class="claim" part="claim" ?open=${model.payment.unnamed} @toggle=${open}><summary class=${isSought ? 'primary' : nothing}>${texts.claim[isSought ? 'submit' : 'title']}</summary>${content}</details>`
}

/** A link to the form of the server's own page, for a page on which the form cannot be loaded. */
function claimLink({ src, texts }: Model): TemplateResult {
  const href = `${getEndpointUrl(src, document.baseURI, 'claim')}?lang=${texts.language}`
  return html`<p><a part="link" target="_blank" href=${href}>${texts.claim.submit}</a></p>`
}

/** Before the first answer: the element's own content, or an empty card. It has no text until the texts are loaded. */
export function loadingView(texts: Texts | null): TemplateResult {
  return html`<slot
    ><section class="card" part="container" aria-busy="true">
      <div class="skeleton" role=${texts ? 'img' : nothing} aria-label=${texts?.loading ?? nothing}><span></span><span></span><span></span></div>
    </section></slot
  >`
}

/** No answer yet, and the last attempt failed. `failure`: null if a script could not be loaded. */
export function failureView(failure: Failure | null, texts: Texts, onRetry: () => void): TemplateResult {
  return html`<section class="card" part="container" data-phase="failed" lang=${texts.language} dir=${texts.direction} aria-labelledby="checkout-state">
    <div class="outcome" part="status">
      ${icon(icons.late)}
      <h2 class="title" id="checkout-state" tabindex="-1">${failure?.code === 'not_found' ? texts.notFoundTitle : texts.failureTitle}</h2>
      ${failure && html`<p class="detail">${texts.failures[failure.code]}</p>`}
    </div>
    <p class="actions"><button class="primary" part="button-primary" type="button" @click=${onRetry}>${texts.retry}</button></p>
  </section>`
}
