import { describeNotices, getAmountSize, icons, type Phase } from '@crypto-checkout/payer-ui'
import { html, nothing, svg, type TemplateResult } from 'lit'
import type { CopyTarget, Model } from './model.ts'

const COPY_ICON = 'M9 9h10.5v10.5H9zM15 9V4.5H4.5V15H9'

export type View = TemplateResult | typeof nothing

export function icon(path: string): TemplateResult {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${svg`<path d=${path}></path>`}</svg>`
}

export function phaseIcon(phase: Phase): TemplateResult {
  return icon(icons[phase])
}

export function figure(amount: string, coin: string): TemplateResult {
  return html`<p class="figure" part="amount" data-size=${getAmountSize(amount)}>
    <bdi dir="ltr"><span class="digits">${amount}</span> <span class="coin">${coin}</span></bdi>
  </p>`
}

export function copyButton({ copied, texts, onCopy }: Model, target: CopyTarget): TemplateResult {
  const done = copied === target
  const label = texts.copy[target]
  return html`<button class="copy" part="button-copy" type="button" aria-label=${label} title=${label} ?data-copied=${done} @click=${() => onCopy(target)}>
    ${icon(done ? icons.completed : COPY_ICON)}
  </button>`
}

/** What is unusual about the payment, whether the display may be out of date, and the coming redirect. */
export function notices({ payment, phase, terms, texts, nowMs, stale, leaving, onRetry }: Model): View {
  const told = describeNotices(payment, phase, { terms, texts, nowMs })
  if (told.length === 0 && stale === null && leaving === null) return nothing
  return html`<ul class="notices" part="notices">
    ${stale ? html`<li class="notice" data-kind=${stale}>${stale === 'offline' ? texts.offline : texts.stale(terms)} <button class="retry" part="button-retry" type="button" @click=${onRetry}>${texts.retry}</button></li>` : nothing}
    ${leaving}
    ${told.map(({ kind, words }) => html`<li class="notice" data-kind=${kind}>${words}</li>`)}
  </ul>`
}
