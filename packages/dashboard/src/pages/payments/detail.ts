import { type CustomerReceipts, type Delivery, isAsking } from '@crypto-checkout/api-types'
import { html, nothing, type TemplateResult } from 'lit'
import { callApi } from '../../api/request.ts'
import { onLiveEvent } from '../../api/stream.ts'
import { pageTexts, texts } from '../../languages/texts.ts'
import { entriesView } from '../../parts/entries.ts'
import { Loader } from '../../parts/loader.ts'
import { notify } from '../../parts/notice.ts'
import { shareView } from '../../parts/share.ts'
import { attempt, isReady, showOne } from '../../parts/states.ts'
import { formatPrice, jsonView, valueView } from '../../parts/values.ts'
import { every, Page } from '../../parts/view.ts'
import { formatPlace, navigate } from '../../router.ts'
import { mayUse } from '../../session.ts'
import { openRefundDialog } from '../refunds/create.ts'
import { acceptPayment, assignToPayment, cancelPayment } from './actions.ts'
import {
  customerReceiptsView,
  deliveriesView,
  factsOfPayment,
  itemsView,
  methodsView,
  refundsView,
  transfersView,
} from './detail-views.ts'
import { isAbout, loadWhole, type Whole } from './story.ts'
import { timelineView } from './timeline-view.ts'
import { describeException, statusView } from './words.ts'

/** Several events of one change come at once. */
const GATHER_MS = 300
/** Confirmations raise no events, and some users may not read events. */
const POLL_MS = 5_000

/** A payment: what it asks for, what happened to it, and what can be done. */
class PaymentPage extends Page {
  readonly #whole = new Loader<Whole>(this)

  protected override begin() {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stopListening = onLiveEvent((event) => {
      if (!isAbout(event, this.place.id)) return
      clearTimeout(timer)
      timer = setTimeout(this.#refresh, GATHER_MS)
    })
    const poll = every(POLL_MS, () => this.#shouldPoll() && this.#refresh())
    return [stopListening, poll, () => clearTimeout(timer)]
  }

  protected override load(): void {
    const { shop, id } = this.place
    void this.#whole.load((signal) => loadWhole(shop, id, signal))
  }

  readonly #refresh = (): void => void this.#whole.reload({ quietly: true })

  #shouldPoll(): boolean {
    const { current } = this.#whole
    if (!isReady(current)) return false
    const { payment } = current.value
    return payment.status === 'processing' || (isAsking(payment.status) && !mayUse('events:read'))
  }

  override render() {
    const list = { shop: this.place.shop, page: 'payments', link: pageTexts.payments.detail.toList } as const
    return showOne(this.#whole, list, (whole) => this.#page(whole))
  }

  #page(whole: Whole): TemplateResult {
    const { payment, transfers, refunds, deliveries, people } = whole
    const { shop } = this.place
    const { detail } = pageTexts.payments
    return html`<div class="page-head">
        <h1>${valueView(formatPrice(payment.amount, payment.currency))} ${statusView(payment)}</h1>
        ${this.#actions(whole)}
      </div>
      ${payment.exceptions.map((one) => html`<p class="note">${describeException(one, payment)}</p>`)}
      <div class="panel">${factsOfPayment(payment, shop)}</div>
      ${isAsking(payment.status) ? html`<section class="panel"><h2>${detail.share}</h2>${shareView(payment.url)}</section>` : nothing}
      <section class="panel"><h2>${detail.timeline}</h2>${timelineView(whole, people)}</section>
      ${transfersView(mayUse('transfers:read') ? transfers : payment.transactions)} ${methodsView(payment)}
      ${itemsView(payment)} ${refundsView(refunds, shop)}
      ${whole.booked.length > 0 ? html`<section><h2>${pageTexts.entries.title}</h2>${entriesView(whole.booked)}</section>` : nothing}
      ${customerReceiptsView(whole.sent, mayUse('payments:write') && payment.receipt !== null ? this.#resendReceipts : null)}
      ${deliveriesView(deliveries, shop, (id) => void this.#resend(id))} ${jsonView(payment)}`
  }

  #actions(whole: Whole): TemplateResult {
    const { payment } = whole
    const { actions } = pageTexts.payments
    const hasMoney = payment.methods.some(({ amountReceived }) => Number(amountReceived ?? 0) > 0)
    const mayEnd = mayUse('payments:write')
    const isUnfinished = ['created', 'partially_paid', 'expired', 'cancelled'].includes(payment.status)
    const button = (text: string, act: () => void, kind = '') =>
      html`<button type="button" class=${kind} @click=${act}>${text}</button>`
    const run = (act: typeof acceptPayment) => async () => {
      if (await act(this.place.shop, payment)) this.#refresh()
    }
    return html`<p class="actions">
      <a class="button" href=${payment.url} target="_blank" rel="noopener noreferrer">${texts.shell.actions.openPage}</a>
      ${mayUse('transfers:write') && isUnfinished ? button(actions.assign, run(assignToPayment)) : nothing}
      ${mayEnd && payment.status === 'created' ? button(actions.cancel, run(cancelPayment)) : nothing}
      ${hasMoney && mayUse('refunds:write') ? button(actions.refund, () => void this.#refund(whole)) : nothing}
      ${hasMoney && mayEnd && isUnfinished ? button(actions.accept, run(acceptPayment), 'primary') : nothing}
    </p>`
  }

  async #refund({ payment, refunds }: Whole): Promise<void> {
    const { shop } = this.place
    const refund = await openRefundDialog(shop, payment, refunds)
    if (refund) navigate(formatPlace(shop, `refunds/${refund.id}`))
  }

  readonly #resendReceipts = (): void =>
    void attempt(async () => {
      await callApi<CustomerReceipts>(this.place.shop, 'POST', `/payments/${this.place.id}/customer_receipts/resend`)
      notify(pageTexts.payments.detail.resent)
      this.#refresh()
    })

  #resend(id: string): Promise<void> {
    return attempt(async () => {
      await callApi<Delivery>(this.place.shop, 'POST', `/deliveries/${id}/resend`)
      notify(pageTexts.payments.detail.resent)
      this.#refresh()
    })
  }
}

customElements.define('payment-page', PaymentPage)
