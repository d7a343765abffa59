import type { List, Merchant, Settlement } from '@crypto-checkout/api-types'
import { html, nothing } from 'lit'
import { callApi } from '../../api/request.ts'
import { pageTexts, texts } from '../../languages/texts.ts'
import { confirm } from '../../parts/dialog.ts'
import { listChoices } from '../../parts/field.ts'
import { filterBar } from '../../parts/filter-bar.ts'
import { type Column, Listing } from '../../parts/listing.ts'
import { Loader } from '../../parts/loader.ts'
import { emptyView, isReady } from '../../parts/states.ts'
import { amountView, copyView } from '../../parts/values.ts'
import { Page } from '../../parts/view.ts'
import { formatPlace } from '../../router.ts'
import { mayUse } from '../../session.ts'
import { formatMoney } from '../payments/words.ts'
import { describeSchedule, periodView, settlementStatusView } from './words.ts'

/** All settlements, and when periods end. */
class SettlementsPage extends Page {
  readonly #settlements = new Listing<Settlement>(this, /^settlement\.created$/)
  readonly #merchant = new Loader<Merchant>(this)

  protected override load(): void {
    const { shop, query } = this.place
    void this.#settlements.load(shop, '/settlements', { status: query.get('status') ?? undefined })
    if (mayUse('merchant:read')) void this.#merchant.load((signal) => callApi(shop, 'GET', '/merchant', { signal }))
  }

  override render() {
    const { settlements, payments } = pageTexts
    const { shell } = texts
    const { shop, query } = this.place
    const choices = listChoices(settlements.status)
    const close = html`<button type="button" class="primary" @click=${this.#close}>${settlements.close}</button>`
    const empty =
      query.size > 0
        ? emptyView(settlements.noMatch, payments.noMatchHint)
        : emptyView(settlements.none, settlements.noneHint)
    return html`<div class="page-head">
        <h1>${shell.pages.settlements}</h1>
        ${mayUse('settlements:write') ? close : nothing}
      </div>
      ${this.#schedule()}
      ${filterBar([{ name: 'status', label: settlements.columns.status, choices }], query)}
      ${this.#settlements.view(columns(), ({ id }) => formatPlace(shop, `settlements/${id}`), empty)}`
  }

  #schedule() {
    const { current } = this.#merchant
    if (!isReady(current)) return nothing
    const { settlements } = pageTexts
    const link = html`<a href=${formatPlace(this.place.shop, 'settings')}>${settlements.change}</a>`
    return html`<p>
      ${settlements.schedule}: <strong>${describeSchedule(current.value.settings)}</strong>.
      ${mayUse('merchant:write') ? link : nothing}
    </p>`
  }

  readonly #close = async (): Promise<void> => {
    const { close: submit, closeReason: reason, closed } = pageTexts.settlements
    const run = () => callApi<List<Settlement>>(this.place.shop, 'POST', '/settlements')
    const notice = ({ data }: List<Settlement>) => closed(data.length)
    if (await confirm({ submit, reason, run, notice })) void this.#settlements.reload()
  }
}

function columns(): Column<Settlement>[] {
  const titles = pageTexts.settlements.columns
  return [
    [titles.amount, (settlement) => amountView(formatMoney(settlement.amount, settlement))],
    [titles.status, settlementStatusView],
    [titles.payments, ({ paymentCount }) => paymentCount, 'numeric'],
    [titles.period, periodView],
    [titles.wallet, ({ destination }) => copyView(destination)],
  ]
}

customElements.define('settlements-page', SettlementsPage)
