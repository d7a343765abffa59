import type { Settlement } from '@crypto-checkout/api-types'
import { html, nothing, type TemplateResult } from 'lit'
import { callApi } from '../../api/request.ts'
import { onLiveEvent } from '../../api/stream.ts'
import { pageTexts } from '../../languages/texts.ts'
import { Loader } from '../../parts/loader.ts'
import { showOne } from '../../parts/states.ts'
import { copyView, factsView, formatNumber, jsonView, timeView, valueView } from '../../parts/values.ts'
import { Page } from '../../parts/view.ts'
import { formatPlace } from '../../router.ts'
import { formatMoney } from '../payments/words.ts'
import { settlementStatusView } from './words.ts'

/** A settlement with its report. */
class SettlementPage extends Page {
  readonly #settlement = new Loader<Settlement>(this)

  protected override begin() {
    const show = onLiveEvent(({ data: { object } }) => {
      if (object.object === 'settlement' && object.id === this.place.id) this.#settlement.set(object)
    })
    return [show]
  }

  protected override load(): void {
    const { shop, id } = this.place
    void this.#settlement.load((signal) => callApi(shop, 'GET', `/settlements/${encodeURIComponent(id)}`, { signal }))
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
          <a class="button" href=${payments}>${detail.allPayments}</a>
          <a class="button primary" href=${settlement.reportUrl} download>${detail.report}</a>
        </p>
      </div>
      <div class="panel">${renderFacts(settlement)}</div>
      ${
        settlement.transactions.length > 0
          ? html`<section>
            <h2>${detail.transactions}</h2>
            <ul class="plain">${settlement.transactions.map((hash) => html`<li>${copyView(hash)}</li>`)}</ul>
          </section>`
          : nothing
      }
      ${jsonView(settlement)}`
  }
}

function renderFacts(settlement: Settlement): TemplateResult {
  const { detail } = pageTexts.settlements
  const { feeAmount, feeCurrency } = settlement
  return factsView([
    [detail.payments, settlement.paymentCount],
    [detail.from, timeView(settlement.periodStart)],
    [detail.until, timeView(settlement.periodEnd)],
    [detail.destination, copyView(settlement.destination)],
    [detail.method, detail.methods[settlement.method]],
    [detail.fee, Number(feeAmount) > 0 ? valueView(`${formatNumber(feeAmount)} ${feeCurrency}`) : null],
    [detail.failure, settlement.failure],
    [detail.created, timeView(settlement.createdAt)],
    [detail.completed, timeView(settlement.completedAt)],
    ['ID', copyView(settlement.id, { full: true })],
  ])
}

customElements.define('settlement-page', SettlementPage)
