import type { ConfiguredMethod, ConfiguredMethods, Payment } from '@crypto-checkout/api-types'
import { parseTypedAmount } from '@crypto-checkout/payer-ui'
import { html, type TemplateResult } from 'lit'
import { createOnce } from '../../api/once.ts'
import { callApi } from '../../api/request.ts'
import { pageTexts } from '../../languages/texts.ts'
import { currencyField, readCurrency } from '../../parts/currency.ts'
import { checkField, readText, selectField, textField } from '../../parts/field.ts'
import { noMethodsView } from '../../parts/lack.ts'
import { Loader } from '../../parts/loader.ts'
import { Progress } from '../../parts/progress.ts'
import { shareView } from '../../parts/share.ts'
import { showLoaded } from '../../parts/states.ts'
import { formatPrice, valueView } from '../../parts/values.ts'
import { Page } from '../../parts/view.ts'
import { formatPlace } from '../../router.ts'
import { chooseFirst, listUsable, methodFields, readMethod } from './methods.ts'

const MINUTE_S = 60
const HOUR_S = 3_600
const DAY_S = 86_400
const DEFAULT_S = 1_800

/** A form for a payment, and then its page to show or to send. */
class NewPaymentPage extends Page {
  readonly #methods = new Loader<ConfiguredMethods>(this)
  #chosen: ConfiguredMethod | undefined
  #made: Payment | null = null
  readonly #progress = new Progress(this)
  readonly #send = createOnce()

  protected override load(): void {
    const { shop } = this.place
    void this.#methods.load((signal) => callApi(shop, 'GET', '/payment_methods', { signal }))
  }

  override render() {
    if (this.#made) return this.#share(this.#made)
    return html`<div class="page-head"><h1>${pageTexts.payments.create}</h1></div>
      ${showLoaded(this.#methods, ({ methods }) => this.#form(methods))}`
  }

  #form(methods: readonly ConfiguredMethod[]): TemplateResult {
    const usable = listUsable(methods)
    const chosen = this.#chosen ?? chooseFirst(usable)
    if (!chosen) return noMethodsView(methods.length, this.place.shop)
    const { form } = pageTexts.payments
    const amount = { name: 'amount', label: form.amount, hint: form.amountHint, inputmode: 'decimal' } as const
    return html`<form class="panel form" @submit=${(event: SubmitEvent) => this.#submit(event, chosen)}>
      <div class="columns">${textField({ ...amount, required: true, autofocus: true })} ${currencyField()}</div>
      ${methodFields(usable, chosen, (method) => {
        this.#chosen = method
        this.requestUpdate()
      })}
      ${checkField({ name: 'alternatives', label: form.alternatives, hint: form.alternativesHint })}
      ${textField({ name: 'description', label: form.description, hint: form.descriptionHint, maxLength: 500 })}
      <details>
        <summary>${form.more}</summary>
        ${textField({ name: 'reference', label: form.reference, maxLength: 100 })}
        ${selectField({ name: 'expiresIn', label: form.expires, value: String(DEFAULT_S) }, listDurations())}
        ${textField({ name: 'redirectUrl', label: form.redirect, hint: form.redirectHint, type: 'url' })}
      </details>
      ${this.#progress.errorView()}
      <p class="actions">${this.#progress.buttonView(form.submit)}</p>
    </form>`
  }

  #share(payment: Payment): TemplateResult {
    const { made } = pageTexts.payments
    const place = formatPlace(this.place.shop, `payments/${payment.id}`)
    return html`<div class="page-head">
        <h1>${made.title}: ${valueView(formatPrice(payment.amount, payment.currency))}</h1>
      </div>
      <div class="panel form"><p>${made.hint}</p>
        ${shareView(payment.url)}
        <p class="actions">
          <a class="button primary" href=${place}>${made.open}</a>
          <button type="button" @click=${this.#again}>${made.another}</button>
        </p>
      </div>`
  }

  readonly #again = (): void => {
    this.#made = null
    this.requestUpdate()
  }

  #submit(event: SubmitEvent, chosen: ConfiguredMethod): Promise<void> {
    return this.#progress.submit(event, async (values) => {
      const currency = readCurrency(values)
      const amount = parseTypedAmount(readText(values, 'amount') ?? '', currency)
      if (amount === null) throw new Error(pageTexts.payments.form.badAmount)
      this.#made = await this.#send<Payment>(this.place.shop, '/payments', {
        amount,
        currency,
        ...readMethod(values, chosen),
        ...(values.has('alternatives') ? { alternatives: 'all' } : {}),
        description: readText(values, 'description'),
        reference: readText(values, 'reference'),
        expiresIn: Number(values.get('expiresIn')),
        redirectUrl: readText(values, 'redirectUrl'),
      })
    })
  }
}

function listDurations() {
  const { minutes, hours, days } = pageTexts.payments.form
  return [
    { value: String(15 * MINUTE_S), label: minutes(15) },
    { value: String(DEFAULT_S), label: minutes(30) },
    ...[1, 4].map((count) => ({ value: String(count * HOUR_S), label: hours(count) })),
    ...[1, 7, 30].map((count) => ({ value: String(count * DAY_S), label: days(count) })),
  ]
}

customElements.define('new-payment-page', NewPaymentPage)
