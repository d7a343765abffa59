import type { ConfiguredMethods, Payment, ReportLink } from '@crypto-checkout/api-types'
import { html, nothing, type TemplateResult } from 'lit'
import { callApi } from '../../api/request.ts'
import { texts } from '../../languages/texts.ts'
import { type FilterField, filterBar } from '../../parts/filter-bar.ts'
import { Listing } from '../../parts/listing.ts'
import { Loader } from '../../parts/loader.ts'
import { notify } from '../../parts/notice.ts'
import { describeError, emptyView, isReady } from '../../parts/states.ts'
import { formatCoin, formatNetwork, formatPrice, timeView } from '../../parts/values.ts'
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
    return toPaymentFilter(this.place.query)
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
    const { payments, shell } = texts
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
    const { payments } = texts
    const choose = (labels: Readonly<Record<string, string>>) =>
      Object.entries(labels).map(([value, label]) => ({ value, label }))
    const methods = isReady(this.#methods.current) ? this.#methods.current.value.methods : []
    const networks = new Map(methods.map(({ network }) => [network, formatNetwork(network)]))
    const coins = new Map(methods.map(({ cryptocurrency }) => [cryptocurrency, cryptocurrency]))
    const { query } = this.place
    const days = ['from', 'to'] as const
    const isCustom = query.get('range') === 'custom' || query.has('from') || query.has('to')
    const hidden = (['paymentLink', 'settlement'] as const).filter((name) => query.has(name))
    return [
      { name: 'q', label: payments.filters.search, isElsewhere: true },
      { name: 'status', label: payments.filters.status, choices: choose(payments.status) },
      { name: 'exception', label: payments.filters.exception, choices: choose(payments.exceptions) },
      { name: 'unresolved', label: payments.filters.unresolved, choices: choose(payments.unresolved) },
      {
        name: 'network',
        label: payments.filters.network,
        choices: choose(Object.fromEntries(networks)),
        areNames: true,
      },
      {
        name: 'cryptocurrency',
        label: payments.filters.coin,
        choices: choose(Object.fromEntries(coins)),
        areNames: true,
      },
      {
        name: 'range',
        label: payments.filters.created,
        choices: rangeNames.map((value) => ({ value, label: payments.ranges[value] })),
      },
      ...(isCustom ? days.map((name) => ({ name, label: payments.filters[name], type: 'date' as const })) : []),
      ...hidden.map((name) => ({ name, label: payments.filters[name] })),
    ]
  }

  #empty(): TemplateResult {
    const { payments } = texts
    const { shop, query } = this.place
    if (query.size > 0) return emptyView(payments.noMatch, payments.noMatchHint)
    const link = html`<a class="button" href=${formatPlace(shop, 'payments/new')}>${payments.create}</a>`
    const mayCreate = mayUse('payments:create') && this.#lack === null
    return emptyView(payments.none, payments.noneHint, mayCreate ? link : nothing)
  }

  /** The link is good for an hour and needs no session, so the browser saves it as any file. */
  readonly #export = async (): Promise<void> => {
    try {
      const query = this.#filter
      const { url } = await callApi<ReportLink>(this.place.shop, 'GET', '/payments/export', { query })
      location.assign(url)
    } catch (error) {
      notify(describeError(error))
    }
  }
}

function columns() {
  const { payments } = texts
  return [
    {
      title: payments.columns.amount,
      value: (payment: Payment) =>
        html`<strong translate="no">${formatPrice(payment.amount, payment.currency)}</strong>`,
    },
    {
      title: payments.columns.method,
      value: (payment: Payment) =>
        html`<span class="amount" translate="no">${formatCoin(payment.cryptoAmount, payment.cryptocurrency)}</span><br /><small translate="no">${formatNetwork(payment.network)}</small>`,
    },
    { title: payments.columns.status, value: statusView },
    {
      title: payments.columns.reference,
      value: referenceView,
    },
    { title: payments.columns.created, value: ({ createdAt }: Payment) => timeView(createdAt) },
  ]
}

customElements.define('payments-page', PaymentsPage)
