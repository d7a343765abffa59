import type { Refund } from '@crypto-checkout/api-types'
import { html, nothing, type TemplateResult } from 'lit'
import { pageTexts, texts } from '../../languages/texts.ts'
import { listChoices } from '../../parts/field.ts'
import { filterBar } from '../../parts/filter-bar.ts'
import { type Column, Listing } from '../../parts/listing.ts'
import { emptyView } from '../../parts/states.ts'
import { amountView, formatPrice, timeView } from '../../parts/values.ts'
import { Page } from '../../parts/view.ts'
import { formatPlace } from '../../router.ts'
import { formatMoney } from '../payments/words.ts'
import { refundStatusView } from './words.ts'

/** All refunds. */
class RefundsPage extends Page {
  readonly #refunds = new Listing<Refund>(this, /^refund\.created$/)

  protected override load(): void {
    const { shop, query } = this.place
    const read = (name: string) => query.get(name) ?? undefined
    const filter = { status: read('status'), nextAction: read('nextAction'), paymentId: read('paymentId') }
    void this.#refunds.load(shop, '/refunds', filter)
  }

  override render() {
    const { refunds } = pageTexts
    const { shell } = texts
    const { shop, query } = this.place
    const choices = listChoices(refunds.status)
    const waiting = { name: 'nextAction', label: refunds.waitsFor, choices: listChoices(refunds.nextActions) }
    const fields = [{ name: 'status', label: refunds.columns.status, choices }, waiting]
    const ofPayment = { name: 'paymentId', label: refunds.columns.payment }
    return html`<div class="page-head"><h1>${shell.pages.refunds}</h1></div>
      ${filterBar(query.has('paymentId') ? [...fields, ofPayment] : fields, query)}
      ${this.#refunds.view(columns(), ({ id }) => formatPlace(shop, `refunds/${id}`), this.#empty())}`
  }

  #empty(): TemplateResult {
    const { refunds, payments } = pageTexts
    const { shop, query } = this.place
    if (query.size > 0) return emptyView(refunds.noMatch, payments.noMatchHint)
    const link = html`<a class="button" href=${formatPlace(shop, 'payments')}>${refunds.toPayments}</a>`
    return emptyView(refunds.none, refunds.noneHint, link)
  }
}

function columns(): Column<Refund>[] {
  const titles = pageTexts.refunds.columns
  return [
    [
      titles.amount,
      (refund) => amountView(formatPrice(refund.amount, refund.currency), formatMoney(refund.cryptoAmount, refund)),
    ],
    [titles.status, refundStatusView],
    [titles.reason, ({ reason }) => reason ?? nothing],
    [titles.created, ({ createdAt }) => timeView(createdAt)],
  ]
}

customElements.define('refunds-page', RefundsPage)
