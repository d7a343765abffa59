import { html, type TemplateResult } from 'lit'
import { texts } from '../languages/texts.ts'
import { recall, remember } from '../remember.ts'
import { readText } from './field.ts'

/** Suggestions only: the server knows which ones it has rates for. */
const COMMON = ['EUR', 'USD', 'GBP', 'CHF', 'JPY', 'CAD', 'AUD']

/** A currency by its code. The one that was used last in this browser comes first. */
export function currencyField(name = 'currency'): TemplateResult {
  return html`<div class="field">
    <label for=${name}>${texts.payments.form.currency}</label>
    <input
      id=${name}
      name=${name}
      .value=${recall('currency') ?? 'USD'}
      list=${`${name}-list`}
      required
      minlength="3"
      maxlength="3"
      pattern="[A-Za-z]{3}"
      autocomplete="off"
      autocapitalize="characters"
    />
    <datalist id=${`${name}-list`}>${COMMON.map((code) => html`<option value=${code}></option>`)}</datalist>
  </div>`
}

/** The currency of a form, which becomes the first choice of the next one. */
export function readCurrency(values: FormData, name = 'currency'): string {
  const code = (readText(values, name) ?? '').toUpperCase()
  remember('currency', code)
  return code
}
