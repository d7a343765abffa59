import type { ConfiguredMethods, Payment } from '@crypto-checkout/api-types'
import { html, nothing, type TemplateResult } from 'lit'
import { callApi } from '../../api/request.ts'
import { pageTexts, texts } from '../../languages/texts.ts'
import { getTimeZone } from '../../parts/clock.ts'
import { listChoices } from '../../parts/field.ts'
import { type FilterField, filterBar } from '../../parts/filter-bar.ts'
import { type Column, Listing, openReport } from '../../parts/listing.ts'
import { Loader } from '../../parts/loader.ts'
import { emptyView, isReady } from '../../parts/states.ts'
import { amountView, formatCoin, formatNetwork, formatPrice, timeView } from '../../parts/values.ts'
import { Page } from '../../parts/view.ts'
import { formatPlace } from '../../router.ts'
import { mayUse, seesAllPayments } from '../../session.ts'
import { isWanted, toPaymentFilter } from './filter.ts'
import { findLack } from './methods.ts'
import { rangeNames } from './ranges.ts'
import { referenceView, statusView } from './words.ts'

/** All payments, with filters, and those that the search of the frame finds. */
class PaymentsPage extends Page {
  readonly #payments = new Listing<Payment>(this, (event) => isWanted(event, this.#filter))
  readonly #methods = new Loader<ConfiguredMethods>(this)

  get #filter() {
    return toPaymentFilter(this.place.query, getTimeZone())
  }

  /** The reason for which no payment can be made, for those who would. */
  get #lack(): TemplateResult | null {
    return mayUse('payments:create') ? findLack(this.#methods.current, this.place.shop) : null
  }

  protected override load(): void {
    const { shop } = this.place
    void this.#payments.load(shop, '/payments', { ...this.#filter, qrCode: false })
    if (!isReady(this.#methods.current))
      void this.#methods.load((signal) => callApi(shop, 'GET', '/payment_methods', { signal }))
  }

  override render() {
    const { payments } = pageTexts
    const { shell } = texts
    const { shop, query } = this.place
    const lack = this.#lack
    return html`<div class="page-head">
        <h1>${shell.pages.payments}</h1>
        <p class="actions">
          ${
            mayUse('settlements:read')
              ? html`<button type="button" @click=${this.#export}>${shell.list.export}</button>`
              : nothing
          }
          ${
            mayUse('payments:create') && lack === null
              ? html`<a class="button primary" href=${formatPlace(shop, 'payments/new')}>${payments.create}</a>`
              : nothing
          }
        </p>
      </div>
      ${seesAllPayments() ? nothing : html`<p class="lead">${payments.ownOnly}</p>`}
      ${lack}
      ${filterBar(this.#fields(), query)}
      ${this.#payments.view(columns(), ({ id }) => formatPlace(shop, `payments/${id}`), this.#empty())}`
  }

  #fields(): FilterField[] {
    const { payments } = pageTexts
    const methods = isReady(this.#methods.current) ? this.#methods.current.value.methods : []
    const networks = listChoices(Object.fromEntries(methods.map(({ network }) => [network, formatNetwork(network)])))
    const coins = listChoices(Object.fromEntries(methods.map(({ cryptocurrency: coin }) => [coin, coin])))
    const ranges = rangeNames.map((value) => ({ value, label: payments.ranges[value] }))
    const { query } = this.place
    const days = ['from', 'to'] as const
    const isCustom = query.get('range') === 'custom' || query.has('from') || query.has('to')
    const hidden = (['paymentLink', 'settlement'] as const).filter((name) => query.has(name))
    return [
      { name: 'q', label: payments.filters.search, isElsewhere: true },
      { name: 'status', label: payments.filters.status, choices: listChoices(payments.status) },
      { name: 'exception', label: payments.filters.exception, choices: listChoices(payments.exceptions) },
      { name: 'unresolved', label: payments.filters.unresolved, choices: listChoices(payments.unresolved) },
      { name: 'network', label: payments.filters.network, choices: networks, areNames: true },
      { name: 'cryptocurrency', label: payments.filters.coin, choices: coins, areNames: true },
      { name: 'range', label: payments.filters.created, choices: ranges },
      ...(isCustom ? days.map((name) => ({ name, label: payments.filters[name], type: 'date' as const })) : []),
      ...hidden.map((name) => ({ name, label: payments.filters[name] })),
    ]
  }

  #empty(): TemplateResult {
    const { payments } = pageTexts
    const { shop, query } = this.place
    if (query.size > 0) return emptyView(payments.noMatch, payments.noMatchHint)
    const link = html`<a class="button" href=${formatPlace(shop, 'payments/new')}>${payments.create}</a>`
    const mayCreate = mayUse('payments:create') && this.#lack === null
    return emptyView(payments.none, payments.noneHint, mayCreate ? link : nothing)
  }

  readonly #export = () => openReport(this.place.shop, '/payments/export', this.#filter)
}

function columns(): Column<Payment>[] {
  const { payments } = pageTexts
  return [
    [payments.columns.amount, (payment) => amountView(formatPrice(payment.amount, payment.currency))],
    [
      payments.columns.method,
      (payment) =>
        html`<span class="amount" translate="no">${formatCoin(payment.cryptoAmount, payment.cryptocurrency)}</span><br /><small translate="no">${formatNetwork(payment.network)}</small>`,
    ],
    [payments.columns.status, statusView],
    [payments.columns.reference, referenceView],
    [payments.columns.created, ({ createdAt }) => timeView(createdAt)],
  ]
}

customElements.define('payments-page', PaymentsPage)
