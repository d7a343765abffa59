/** Pages on paper. */
import { isDate } from '@crypto-checkout/api-types'
import { html, type TemplateResult } from 'lit'
import { pageTexts } from '../languages/texts.ts'
import { getTimeZone } from './clock.ts'
import { getLocale } from './values.ts'

/** A button that prints the page. `prepare` loads what belongs on paper besides. */
export function printButton(prepare: () => unknown = () => {}): TemplateResult {
  const press = async () => {
    await prepare()
    // The page draws what was loaded.
    await new Promise(requestAnimationFrame)
    window.print()
  }
  return html`<button type="button" @click=${press}>${pageTexts.reports.print}</button>`
}

/** The days or times of a page with their year and zone. Only paper shows it. */
export function spanOnPaper(from: string, to: string): TemplateResult {
  const zone = getTimeZone()
  const parts = isDate(from)
    ? ({ dateStyle: 'long', timeZone: 'UTC' } as const)
    : ({ dateStyle: 'long', timeStyle: 'short', timeZone: zone } as const)
  const span = new Intl.DateTimeFormat(getLocale(), parts).formatRange(Date.parse(from), Date.parse(to))
  return html`<p class="on-paper">${span} (<span translate="no">${zone}</span>)</p>`
}
