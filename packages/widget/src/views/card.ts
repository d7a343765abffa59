import { asksForMoney, getContactUrl, needsHelp, takesClaims } from '@crypto-checkout/payer-ui'
import { html, nothing, type TemplateResult } from 'lit'
import type { Model } from './model.ts'
import { outcomeView } from './outcome.ts'
import type { View } from './parts.ts'
import { payView } from './pay.ts'

/** A payment in any state. */
export function cardView(model: Model): TemplateResult {
  const { payment, phase, terms, texts } = model
  return html`<section class="card" part="container" data-phase=${phase} lang=${texts.language} dir=${texts.direction} aria-labelledby="checkout-state">
    ${payment.livemode ? nothing : html`<p class="test-mode" part="test-mode"><strong>${texts.testMode.title}</strong> ${texts.testMode.detail}</p>`}
    <header class="head" part="header">
      ${payment.merchantLogo === null ? nothing : html`<img class="logo" part="logo" src=${payment.merchantLogo} alt="">`}
      <p class="merchant"><slot name="header"><bdi>${terms.merchant}</bdi></slot></p>
      <p class="network" part="network" data-network=${payment.network}>${terms.network}</p>
    </header>
    ${asksForMoney(phase) ? payView(model) : outcomeView(model)}
    ${takesClaims(payment, phase) ? claimPlace(model) : nothing}
    ${contact(model)}
    <p class="reference" part="footer">${texts.labels.reference} <code dir="ltr">${payment.id}</code></p>
    <slot name="footer"></slot>
  </section>`
}

/** A button where the payer depends on the merchant, else a link. */
function contact({ payment, phase, nowMs, texts, terms }: Model): View {
  const href = getContactUrl(payment)
  if (href === null) return nothing
  const words = texts.contact(terms)
  const link = needsHelp(payment, phase, nowMs)
    ? html`<a class="secondary" part="button-secondary" target="_blank" rel="noopener" href=${href}>${words}</a>`
    : html`<a part="contact" target="_blank" rel="noopener" href=${href}>${words}</a>`
  return html`<p class="actions contact">${link}</p>`
}

/** For a payer whose money the page does not show. */
function claimPlace(model: Model): TemplateResult {
  const { payment, texts, claimForm, onClaim } = model
  const content = claimForm === 'failed' ? html`<p>${texts.claim.failed}</p>` : claimForm?.view(model)
  return html`<details class="claim" part="claim" ?open=${payment.misdirected.some(({ provable }) => provable)} @toggle=${onClaim}><summary>${texts.claim.title}</summary>${content}</details>`
}
