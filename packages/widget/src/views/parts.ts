import type { PublicPayment } from '@crypto-checkout/api-types'
import {
  type CopyTarget,
  describeNotices,
  formatSum,
  getAmountSize,
  icons,
  type Phase,
  parseWebAddress,
  shortenHash,
  type Texts,
} from '@crypto-checkout/payer-ui'
import { html, nothing, type TemplateResult } from 'lit'
import type { Model, Turn, View } from './model.ts'

/** Two templates, so that Lit renders anew what takes turns: no node of the one before stays. */
const turns = [(view: View) => html`${view}`, (view: View) => html`${view}`] as const

export function renew(turn: Turn, view: View): TemplateResult {
  return turns[turn](view)
}

const COPY_ICON = 'M9 9h10.5v10.5H9zM15 9V4.5H4.5V15H9'

/** A network's name, with a dot in its colour. An attribute of SVG, because the page's policy allows no inline styles. */
export function networkView({
  networkTitle,
  networkColour,
}: Pick<PublicPayment, 'networkTitle' | 'networkColour'>): TemplateResult {
  return html`<p class="network" part="network" translate="no"><svg color=${networkColour} aria-hidden="true"></svg>${networkTitle}</p>`
}

export function icon(path: string): TemplateResult {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${path}></path></svg>`
}

export function phaseIcon(phase: Phase): TemplateResult {
  return icon(icons[phase])
}

export function figure(amount: string, coin: string): TemplateResult {
  return html`<p class="figure" part="amount" data-size=${getAmountSize(amount)}>
    <bdi dir="ltr" translate="no"><span class="digits">${amount}</span> <span class="coin">${coin}</span></bdi>
  </p>`
}

export function copyButton({ copied, texts, onCopy }: Model, target: CopyTarget): TemplateResult {
  const done = copied === target
  const label = texts.copy[target]
  return html`<button class="copy" part="button-copy" type="button" aria-label=${label} title=${label} ?data-copied=${done} @click=${() => onCopy(target)}>
    ${icon(done ? icons.completed : COPY_ICON)}
  </button>`
}

/** Notices on the payment's unusual properties, and on a display that may be out of date. */
export function notices({ payment, phase, terms, texts, nowMs, stale, claimForm, onRetry }: Model): View {
  // A transfer that the payer can prove is told with the way to prove it, and not as a matter for the merchant.
  const misdirected = payment.misdirected.filter(({ provable }) => !provable || claimForm.failed)
  const told = describeNotices({ ...payment, misdirected }, phase, { terms, texts, nowMs })
  if (told.length === 0 && stale === null) return nothing
  return html`<ul class="notices" part="notices">
    ${stale ? html`<li class="notice" data-kind=${stale}>${stale === 'offline' ? texts.offline : texts.stale(terms)} ${retryButton(texts, onRetry)}</li>` : nothing}
    ${told.map(({ kind, words }) => html`<li class="notice" data-kind=${kind}>${words}</li>`)}
  </ul>`
}

type Transaction = PublicPayment['transactions'][number]

/**
 * The payment's transactions on the network, each with its block explorer; nothing if there are none. `isToldAbove`: what the
 * only one moved.
 */
export function transactionList(transactions: readonly Transaction[], texts: Texts, isToldAbove = false): View {
  if (transactions.length === 0) return nothing
  return html`<div class="transactions" part="transactions">
    <h3 class="label">${texts.labels.transactions}</h3>
    <ul>${transactions.map((transaction) => item(transaction, texts, isToldAbove))}</ul>
  </div>`
}

function item(
  { hash, amount, cryptocurrency, status, explorerUrl }: Transaction,
  texts: Texts,
  isToldAbove: boolean,
): TemplateResult {
  const sum = html`<span class="sum"><bdi dir="ltr" translate="no">${formatSum(amount, cryptocurrency, texts.locale)}</bdi></span>`
  const href = parseWebAddress(explorerUrl)
  const short = html`<code dir="ltr" translate="no">${shortenHash(hash)}</code>`
  const name =
    href === null
      ? html`<span class="hash" title=${hash}>${short}</span>`
      : html`<a class="hash" href=${href} rel="noopener noreferrer" target="_blank" aria-label=${texts.openTransaction(shortenHash(hash))}>${short}</a>`
  return html`<li data-status=${status} data-hash=${hash}>
    ${name}${isToldAbove ? nothing : sum}<span class="finality">${texts.transactionStatus[status]}</span>
  </li>`
}

/** A button inside a notice of what did not work. */
export function retryButton(texts: Texts, onPress: () => unknown): TemplateResult {
  return html`<button class="retry" part="button-retry" type="button" @click=${onPress}>${texts.retry}</button>`
}
