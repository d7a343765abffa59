import type { ConfiguredMethod, ConfiguredMethods, PaymentLink } from '@crypto-checkout/api-types'
import { parseTypedAmount } from '@crypto-checkout/payer-ui'
import { html, type TemplateResult } from 'lit'
import { createOnce } from '../../api/once.ts'
import { callApi } from '../../api/request.ts'
import { pageTexts } from '../../languages/texts.ts'
import { currencyField, readCurrency } from '../../parts/currency.ts'
import { checkField, readText, selectField, textArea, textField } from '../../parts/field.ts'
import { noMethodsView } from '../../parts/lack.ts'
import { Loader } from '../../parts/loader.ts'
import { Progress } from '../../parts/progress.ts'
import { showLoaded } from '../../parts/states.ts'
import { Page } from '../../parts/view.ts'
import { formatPlace, navigate } from '../../router.ts'
import { chooseFirst, listUsable, methodFields, readMethod } from '../payments/methods.ts'
import { readLimit } from './words.ts'

const DAY_S = 86_400

/** A form for a payment link. */
class NewLinkPage extends Page {
  readonly #methods = new Loader<ConfiguredMethods>(this)
  readonly #send = createOnce()
  #chosen: ConfiguredMethod | undefined
  readonly #progress = new Progress(this)

  protected override load(): void {
    const { shop } = this.place
    void this.#methods.load((signal) => callApi(shop, 'GET', '/payment_methods', { signal }))
  }

  override render() {
    return html`<div class="page-head"><h1>${pageTexts.links.create}</h1></div>
      ${showLoaded(this.#methods, ({ methods }) => this.#form(methods))}`
  }

  #form(methods: readonly ConfiguredMethod[]): TemplateResult {
    const usable = listUsable(methods)
    const chosen = this.#chosen ?? chooseFirst(usable)
    if (!chosen) return noMethodsView(methods.length, this.place.shop)
    const { links, payments } = pageTexts
    const choose = (method: ConfiguredMethod) => {
      this.#chosen = method
      this.requestUpdate()
    }
    const title = { name: 'title', label: links.form.title, hint: links.form.titleHint, maxLength: 200 } as const
    return html`<form class="panel form" @submit=${(event: SubmitEvent) => this.#submit(event, chosen)}>
      ${textField({ ...title, required: true, autofocus: true })}
      ${textArea({ name: 'description', label: links.form.description, maxLength: 500 })} ${amountFields()}
      ${methodFields(usable, chosen, choose)}
      ${checkField({ name: 'alternatives', label: payments.form.alternatives, hint: payments.form.alternativesHint })}
      <details>
        <summary>${payments.form.more}</summary>
        ${textField({ name: 'limit', label: links.form.limit, hint: links.form.limitHint, inputmode: 'numeric' })}
        ${selectField({ name: 'expiresIn', label: links.form.expires }, listDurations())}
        ${textField({ name: 'redirectUrl', label: payments.form.redirect, hint: payments.form.redirectHint, type: 'url' })}
      </details>
      ${this.#progress.errorView()}
      <p class="actions">${this.#progress.buttonView(links.form.submit)}</p>
    </form>`
  }

  #submit(event: SubmitEvent, chosen: ConfiguredMethod): Promise<void> {
    const { shop } = this.place
    return this.#progress.submit(event, async (values) => {
      const link = await this.#send<PaymentLink>(shop, '/payment_links', readLink(values, chosen))
      navigate(formatPlace(shop, `links/${link.id}`), { replace: true })
    })
  }
}

function amountFields(): TemplateResult {
  const { form } = pageTexts.links
  const amount = (name: 'minimum' | 'preset' | 'maximum') =>
    textField({ name, label: form[name], inputmode: 'decimal' })
  return html`<div class="columns">
      ${textField({ name: 'amount', label: form.fixed, hint: form.fixedHint, inputmode: 'decimal' })} ${currencyField()}
    </div>
    <div class="columns">${amount('minimum')} ${amount('preset')} ${amount('maximum')}</div>
    <p class="hint">${form.boundsHint}</p>`
}

function listDurations() {
  const { form } = pageTexts.links
  const { days } = pageTexts.payments.form
  return [
    { value: '', label: form.never },
    ...[1, 7, 30, 365].map((count) => ({ value: String(count * DAY_S), label: days(count) })),
  ]
}

/** Throws an error in words for the user. */
function readLink(values: FormData, chosen: ConfiguredMethod) {
  const expiresIn = readText(values, 'expiresIn')
  const currency = readCurrency(values)
  const read = (name: string) => readAmount(values, name, currency)
  return {
    title: readText(values, 'title'),
    description: readText(values, 'description')?.replaceAll(/\s+/g, ' '),
    amount: read('amount'),
    minimum: read('minimum'),
    maximum: read('maximum'),
    preset: read('preset'),
    currency,
    ...readMethod(values, chosen),
    ...(values.has('alternatives') ? { alternatives: 'all' } : {}),
    limit: readLimit(values),
    redirectUrl: readText(values, 'redirectUrl'),
    ...(expiresIn ? { expiresIn: Number(expiresIn) } : {}),
  }
}

function readAmount(values: FormData, name: string, currency: string): number | undefined {
  const text = readText(values, name)
  if (text === undefined) return undefined
  const amount = parseTypedAmount(text, currency)
  if (amount === null) throw new Error(pageTexts.payments.form.badAmount)
  return amount
}

customElements.define('new-link-page', NewLinkPage)
