import type { Settlement, SettlementEntry } from '@crypto-checkout/api-types'
import { html, nothing, type TemplateResult } from 'lit'
import { callApi } from '../../api/request.ts'
import { onLiveEvent } from '../../api/stream.ts'
import { pageTexts } from '../../languages/texts.ts'
import { entryColumns } from '../../parts/entries.ts'
import { Listing } from '../../parts/listing.ts'
import { Loader } from '../../parts/loader.ts'
import { printButton, spanOnPaper } from '../../parts/print.ts'
import { showOne } from '../../parts/states.ts'
import { copyView, factsView, formatNumber, formatSum, jsonView, timeView, valueView } from '../../parts/values.ts'
import { Page } from '../../parts/view.ts'
import { formatPlace } from '../../router.ts'
import { formatMoney } from '../payments/words.ts'
import { conversionView } from './conversion.ts'
import { describeRoute, settlementStatusView } from './words.ts'

/** More rows are read in a file. The end of the list says how many are left out. */
const MOST_PRINTED = 1_000

/** A settlement as its statement: its sums, its entries, and its report. */
class SettlementPage extends Page {
  readonly #settlement = new Loader<Settlement>(this)
  readonly #entries = new Listing<SettlementEntry>(this)

  protected override begin() {
    const show = onLiveEvent(({ data: { object } }) => {
      if (object.object !== 'settlement' || object.id !== this.place.id) return
      this.#settlement.set(object)
      void this.#entries.reload()
    })
    return [show]
  }

  protected override load(): void {
    const { shop, id } = this.place
    const path = `/settlements/${encodeURIComponent(id)}`
    void this.#settlement.load((signal) => callApi(shop, 'GET', path, { signal }))
    void this.#entries.load(shop, `${path}/entries`)
  }

  override render() {
    const list = { shop: this.place.shop, page: 'settlements', link: pageTexts.settlements.detail.toList } as const
    return showOne(this.#settlement, list, (settlement) => this.#page(settlement))
  }

  #page(settlement: Settlement): TemplateResult {
    const { detail } = pageTexts.settlements
    const query = new URLSearchParams({ settlement: settlement.id })
    const payments = formatPlace(this.place.shop, 'payments', query)
    return html`<div class="page-head">
        <h1>
          ${valueView(formatMoney(settlement.amount, settlement))}
          <span class="badges">${settlementStatusView(settlement)}</span>
        </h1>
        <p class="actions">
          ${printButton(() => this.#entries.reload(Math.max(1, Math.min(this.#entries.total, MOST_PRINTED))))}
          <a class="button" href=${payments}>${detail.allPayments}</a>
          <a class="button primary" href=${settlement.reportUrl} download>${detail.report}</a>
        </p>
      </div>
      ${spanOnPaper(settlement.periodStart, settlement.periodEnd)}
      <div class="panel">${renderFacts(settlement)}</div>
      ${settlement.conversion ? conversionView(settlement, settlement.conversion) : nothing}
      <section>
        <h2>${detail.entries}</h2>
        ${this.#entries.view(entryColumns(), null, html`<p class="hint">${detail.noEntries}</p>`)}
      </section>
      ${jsonView(settlement)}`
  }
}

function renderFacts(settlement: Settlement): TemplateResult {
  const { detail } = pageTexts.settlements
  const { feeAmount, feeCurrency, cryptocurrency, refunds, net, unattributed } = settlement
  const unlessZero = (amount: string) =>
    Number(amount) === 0 ? null : valueView(`${formatSum(amount)} ${cryptocurrency}`)
  return factsView([
    [detail.refunds, unlessZero(refunds)],
    [detail.net, Number(refunds) === 0 ? null : unlessZero(net)],
    [detail.unattributed, unlessZero(unattributed)],
    [detail.payments, settlement.paymentCount],
    [detail.from, timeView(settlement.periodStart)],
    [detail.until, timeView(settlement.periodEnd)],
    [detail.destination, copyView(settlement.destination)],
    [detail.method, detail.methods[settlement.method]],
    [detail.route, settlement.route && describeRoute(settlement.route)],
    [detail.fee, Number(feeAmount) > 0 ? valueView(`${formatNumber(feeAmount)} ${feeCurrency}`) : null],
    [detail.failure, settlement.failure],
    [detail.created, timeView(settlement.createdAt)],
    [detail.completed, timeView(settlement.completedAt)],
    ['ID', copyView(settlement.id, { full: true })],
  ])
}

customElements.define('settlement-page', SettlementPage)
