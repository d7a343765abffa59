/** Views of values: amounts, times, hashes, states. */
import '@awesome.me/webawesome/dist/components/copy-button/copy-button.js'
import { findDate } from '@crypto-checkout/api-types'
import { formatAmount, formatFiat, shortenHash } from '@crypto-checkout/payer-ui'
import { html, nothing, type TemplateResult } from 'lit'
import { texts } from '../languages/texts.ts'
import { getTimeZone } from './clock.ts'
import { pickLocale } from './locale.ts'

/** The language of numbers and times. */
export function getLocale(): string {
  return pickLocale(navigator.languages, document.documentElement.lang)
}

/** `formatCoin('53.892000', 'USDC') // '53.892 USDC'` */
export function formatCoin(amount: string, coin: string): string {
  return `${formatAmount(amount, getLocale())} ${coin}`
}

/** As many digits as somebody reads: `formatNumber('0.995711824998799311') // '0.995712'` */
export function formatNumber(value: string): string {
  return new Intl.NumberFormat(getLocale(), { maximumFractionDigits: 6 }).format(value as Intl.StringNumericLiteral)
}

/** A sum of coins, which may be negative: `formatSum('-4.500000') // '-4.50'` */
export function formatSum(value: string, signDisplay: 'auto' | 'exceptZero' = 'auto'): string {
  const format = { minimumFractionDigits: 2, maximumFractionDigits: 6, signDisplay }
  return new Intl.NumberFormat(getLocale(), format).format(value as Intl.StringNumericLiteral)
}

/** The same with its sign: `formatSigned('9.640000') // '+9.64'` */
export function formatSigned(value: string): string {
  return formatSum(value, 'exceptZero')
}

export function formatPrice(amount: number, currency: string): string {
  return formatFiat(amount, currency, getLocale())
}

/** A name, an amount or an id: nobody's translator makes another one of it. */
export function valueView(value: string): TemplateResult {
  return html`<span translate="no">${value}</span>`
}

/** An amount in its place in a list. `below`: more about it, in small letters. */
export function amountView(amount: string, below: string | null = null): TemplateResult {
  const more = below === null ? nothing : html`<br /><small translate="no">${below}</small>`
  return html`<strong translate="no">${amount}</strong>${more}`
}

const DAY_AND_MINUTE = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const

/** Date and time in the shop's zone; the exact time with the zone on hover, and in UTC for machines. */
export function timeView(iso: string | null): TemplateResult | typeof nothing {
  if (iso === null) return nothing
  return html`<time datetime=${iso} title=${formatExactTime(iso)}>${formatTime(iso)}</time>`
}

/** Date and time in the shop's zone, with the year if it is not this one. A text that is no time stays. */
export function formatTime(iso: string): string {
  const time = Date.parse(iso)
  if (Number.isNaN(time)) return iso
  const timeZone = getTimeZone()
  const [year, thisYear] = [time, Date.now()].map((instant) => findDate(timeZone, instant).slice(0, 4))
  const shown = year === thisYear ? {} : ({ year: 'numeric' } as const)
  return new Intl.DateTimeFormat(getLocale(), { ...shown, ...DAY_AND_MINUTE, timeZone }).format(time)
}

function formatExactTime(iso: string): string {
  const time = Date.parse(iso)
  if (Number.isNaN(time)) return iso
  const format = { dateStyle: 'full', timeStyle: 'long', timeZone: getTimeZone() } as const
  return new Intl.DateTimeFormat(getLocale(), format).format(time)
}

/** A text to copy. Long ones, such as hashes, are shortened. */
export function copyView(value: string, { label = value, full = false } = {}): TemplateResult {
  const { copy, copied } = texts.shell.actions
  const shown = full ? label : shortenHash(label)
  return html`<span class="copyable"><code translate="no" class=${full ? '' : 'whole'} title=${value}>${shown}</code><wa-copy-button
      value=${value}
      copy-label=${copy}
      success-label=${copied}
    ></wa-copy-button></span>`
}

/** Longer names would not fit on the line of a phone. */
const LONGEST_WHOLE = 24

/** An e-mail address, which breaks before its @ rather than at a hyphen. */
export function emailView(email: string): TemplateResult {
  const at = email.lastIndexOf('@')
  const name = email.slice(0, at)
  const whole = name.length <= LONGEST_WHOLE ? html`<span class="whole">${name}</span>` : name
  return html`<span class="address" translate="no">${whole}<wbr />${email.slice(at)}</span>`
}

/** Lines of code to copy, such as a command or JSON. */
export function codeView(text: string): TemplateResult {
  const { copy, copied } = texts.shell.actions
  return html`<div class="code-block">
    <pre class="json" translate="no" tabindex="0">${text}</pre>
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

/** The built-in networks, as the core's catalogue names them. */
const titles: Readonly<Record<string, string>> = {
  ethereum: 'Ethereum',
  polygon: 'Polygon',
  stellar: 'Stellar',
  base: 'Base',
  arbitrum: 'Arbitrum',
  optimism: 'Optimism',
}

/** The name of a network for people. An operator's own networks have only one. */
export function formatNetwork(name: string): string {
  return titles[name] ?? name
}

/** An object as the API shows it, for developers. Pictures are left out, because they are long. */
export function jsonView(value: object): TemplateResult {
  const text = JSON.stringify(value, (_, inner) => shorten(inner), 2)
  return html`<section>
    <details>
      <summary>${texts.shell.actions.json}</summary>
      <pre class="json" translate="no" tabindex="0">${text}</pre>
    </details>
  </section>`
}

function shorten(value: unknown): unknown {
  return typeof value === 'string' && value.startsWith('data:image/') ? `${value.slice(0, 22)}…` : value
}
