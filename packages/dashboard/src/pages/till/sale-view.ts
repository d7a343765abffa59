import { isAsking, type Payment } from '@crypto-checkout/api-types'
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit'
import { callApi } from '../../api/request.ts'
import { onLiveEvent } from '../../api/stream.ts'
import { pageTexts } from '../../languages/texts.ts'
import { Loader } from '../../parts/loader.ts'
import { qrView } from '../../parts/share.ts'
import { isReady, showLoaded } from '../../parts/states.ts'
import { formatPrice } from '../../parts/values.ts'
import { every, View } from '../../parts/view.ts'
import { formatPlace, type Shop } from '../../router.ts'
import { mayUse } from '../../session.ts'
import { formatMoney } from '../payments/words.ts'

/** Cashiers may not follow events, and nobody waits longer at a counter. */
const POLL_MS = 2_000

/** A payment at the till, until it is paid or ends. */
class TillSale extends View {
  static override properties = { shop: { attribute: false }, paymentId: { attribute: false } }

  declare shop: Shop
  declare paymentId: string
  readonly #payment = new Loader<Payment>(this)

  protected override begin() {
    const show = onLiveEvent(({ data: { object } }) => {
      if (object.object === 'payment' && object.id === this.paymentId) this.#payment.set(object)
    })
    return [show, every(POLL_MS, () => this.#isOpen() && this.#payment.reload({ quietly: true }))]
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('paymentId')) return
    const { shop, paymentId } = this
    void this.#payment.load((signal) => callApi(shop, 'GET', `/payments/${paymentId}`, { signal }))
  }

  #isOpen(): boolean {
    const { current } = this.#payment
    // Without an answer it asks again: the network of a shop breaks now and then.
    return !isReady(current) || ['created', 'partially_paid', 'processing'].includes(current.value.status)
  }

  override render() {
    return showLoaded(this.#payment, (payment) => this.#sale(payment))
  }

  #sale(payment: Payment): TemplateResult {
    const { till } = pageTexts
    const { status } = payment
    const isWaiting = isAsking(status)
    return html`<div class="till" data-status=${status}>
      <p class="till-amount" translate="no">${formatPrice(payment.amount, payment.currency)}</p>
      <div role="status" class="till-status">${describeSale(payment)}</div>
      ${isWaiting ? html`${qrView(payment.url, till.code)}<p>${till.scan}</p>` : nothing}
      <p class="actions">
        <button type="button" class=${isWaiting ? '' : 'primary'} @click=${this.#next}>${till.next}</button>
        ${
          status === 'created' && mayUse('payments:write')
            ? html`<button type="button" class="quiet" @click=${this.#cancel}>${till.cancel}</button>`
            : nothing
        }
        <a class="button" href=${formatPlace(this.shop, `payments/${payment.id}`)}>${till.seePayment}</a>
      </p>
    </div>`
  }

  readonly #next = (): void => {
    this.dispatchEvent(new CustomEvent('next-customer'))
  }

  /** If money came in at the same moment, it is refused, and the till shows that. */
  readonly #cancel = async (): Promise<void> => {
    const path = `/payments/${this.paymentId}/cancel`
    const cancelled = await callApi<Payment>(this.shop, 'POST', path).catch(() => null)
    if (cancelled) this.#next()
    else void this.#payment.reload({ quietly: true })
  }
}

function describeSale(payment: Payment): TemplateResult {
  const { till } = pageTexts
  if (payment.status === 'completed') return html`<strong class="till-paid">${till.paid}</strong>`
  if (payment.status === 'processing') return html`<span class="spinner" aria-hidden="true"></span> ${till.processing}`
  if (payment.status === 'partially_paid') return html`${till.partly(formatMoney(payment.amountDue, payment))}`
  if (payment.status === 'created') return html`${till.waiting}`
  return html`<strong>${till.ended}</strong><br />${till.endedHint}`
}

customElements.define('till-sale', TillSale)
