import { html, nothing, type TemplateResult } from 'lit'
import { ifDefined } from 'lit/directives/if-defined.js'
import { pageTexts } from '../languages/texts.ts'
import { remember } from '../remember.ts'
import { getFirstCurrency } from './clock.ts'
import { readText } from './field.ts'

/** Suggestions only: the server knows which ones it has rates for. */
const COMMON = ['EUR', 'USD', 'GBP', 'CHF', 'JPY', 'CAD', 'AUD']

/** A currency by its code. It begins with the shop's. */
export function currencyField({ value = getFirstCurrency(), hint = '' } = {}): TemplateResult {
  const name = 'currency'
  return html`<div class="field">
    <label for=${name}>${pageTexts.payments.form.currency}</label>
    <input
      id=${name}
      name=${name}
      .value=${value}
      list=${`${name}-list`}
      required
      minlength="3"
      maxlength="3"
      pattern="[A-Za-z]{3}"
      autocomplete="off"
      autocapitalize="characters"
      aria-describedby=${ifDefined(hint ? `${name}-hint` : undefined)}
    />
    ${hint ? html`<small id=${`${name}-hint`}>${hint}</small>` : nothing}
    <datalist id=${`${name}-list`}>${COMMON.map((code) => html`<option value=${code}></option>`)}</datalist>
  </div>`
}

/** The currency of a form, which becomes the first choice of the next one. */
export function readCurrency(values: FormData, name = 'currency'): string {
  const code = (readText(values, name) ?? '').toUpperCase()
  remember('currency', code)
  return code
}
