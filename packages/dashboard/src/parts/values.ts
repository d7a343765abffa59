/** How values look: amounts, times, hashes, states. */
import '@awesome.me/webawesome/dist/components/copy-button/copy-button.js'
import { formatAmount, formatFiat, shortenHash } from '@crypto-checkout/payer-ui'
import { html, nothing, type TemplateResult } from 'lit'
import { texts } from '../languages/texts.ts'
import { pickLocale } from './locale.ts'

/** The language of numbers and times. */
export function getLocale(): string {
  return pickLocale(navigator.languages, document.documentElement.lang)
}

/** `formatCoin('53.892000', 'USDC') // '53.892 USDC'` */
export function formatCoin(amount: string, coin: string): string {
  return `${formatAmount(amount, getLocale())} ${coin}`
}

export function formatPrice(amount: number, currency: string): string {
  return formatFiat(amount, currency, getLocale())
}

const DAY_AND_MINUTE = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const

/** Date and time in the viewer's zone; the exact time on hover, and for machines. */
export function timeView(iso: string | null): TemplateResult | typeof nothing {
  if (iso === null) return nothing
  const time = new Date(iso)
  const isThisYear = time.getFullYear() === new Date().getFullYear()
  const year = isThisYear ? {} : ({ year: 'numeric' } as const)
  const format = new Intl.DateTimeFormat(getLocale(), { ...year, ...DAY_AND_MINUTE })
  return html`<time datetime=${iso} title=${time.toString()}>${format.format(time)}</time>`
}

/** A text to copy. Long ones, such as hashes, are shortened. */
export function copyView(value: string, { label = value, full = false } = {}): TemplateResult {
  const { copy, copied } = texts.shell.actions
  const shown = full ? label : shortenHash(label)
  return html`<span class="copyable"><code title=${value}>${shown}</code><wa-copy-button
      value=${value}
      copy-label=${copy}
      success-label=${copied}
    ></wa-copy-button></span>`
}

/** Lines of code to copy, such as a command or JSON. */
export function codeView(text: string): TemplateResult {
  const { copy, copied } = texts.shell.actions
  return html`<div class="code-block">
    <pre class="json" tabindex="0">${text}</pre>
    <wa-copy-button value=${text} copy-label=${copy} success-label=${copied}></wa-copy-button>
  </div>`
}

export type Tone = 'neutral' | 'good' | 'busy' | 'warn' | 'bad'

export function badgeView(text: string, tone: Tone = 'neutral'): TemplateResult {
  return html`<span class="badge" data-tone=${tone}>${text}</span>`
}

/** A list of names with values; those that are null, empty or undefined are left out. */
export function factsView(facts: readonly (readonly [name: string, value: unknown])[]): TemplateResult {
  const shown = facts.filter(([, value]) => value !== null && value !== undefined && value !== '' && value !== nothing)
  return html`<dl class="facts">${shown.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
}

/** A link out of the dashboard. */
export function outsideLink(href: string | null, text: string): TemplateResult | typeof nothing {
  return href === null ? nothing : html`<a href=${href} target="_blank" rel="noopener noreferrer">${text}</a>`
}
