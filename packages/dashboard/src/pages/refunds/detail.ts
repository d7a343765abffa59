import type { Refund, SignAction } from '@crypto-checkout/api-types'
import { html, nothing, type TemplateResult } from 'lit'
import { callApi } from '../../api/request.ts'
import { onLiveEvent } from '../../api/stream.ts'
import { pageTexts, texts } from '../../languages/texts.ts'
import { confirmDanger } from '../../parts/dialog.ts'
import { Loader } from '../../parts/loader.ts'
import { qrView } from '../../parts/share.ts'
import { showOne } from '../../parts/states.ts'
import {
  copyView,
  factsView,
  formatCoin,
  formatPrice,
  jsonView,
  outsideLink,
  timeView,
  valueView,
} from '../../parts/values.ts'
import { Page } from '../../parts/view.ts'
import { formatPlace } from '../../router.ts'
import { mayUse } from '../../session.ts'
import { formatMoney } from '../payments/words.ts'
import { refundStatusView } from './words.ts'

/** A refund: where it stands, and what it waits for. */
class RefundPage extends Page {
  readonly #refund = new Loader<Refund>(this)

  protected override begin() {
    const show = onLiveEvent(({ data: { object } }) => {
      if (object.object === 'refund' && object.id === this.place.id) this.#refund.set(object)
    })
    return [show]
  }

  protected override load(): void {
    const { shop, id } = this.place
    void this.#refund.load((signal) => callApi(shop, 'GET', `/refunds/${encodeURIComponent(id)}`, { signal }))
  }

  override render() {
    const list = { shop: this.place.shop, page: 'refunds', link: pageTexts.refunds.detail.toList } as const
    return showOne(this.#refund, list, (refund) => this.#page(refund))
  }

  #page(refund: Refund): TemplateResult {
    const { detail } = pageTexts.refunds
    const mayCancel = refund.status === 'pending' && mayUse('refunds:write')
    return html`<div class="page-head">
        <h1>${valueView(formatPrice(refund.amount, refund.currency))} <span class="badges">${refundStatusView(refund)}</span></h1>
        ${
          mayCancel
            ? html`<button type="button" @click=${() => void this.#cancel(refund)}>${detail.cancel}</button>`
            : nothing
        }
      </div>
      ${actionView(refund)}
      <div class="panel">${this.#facts(refund)}</div>
      ${jsonView(refund)}`
  }

  #facts(refund: Refund): TemplateResult {
    const { detail } = pageTexts.refunds
    const payment = formatPlace(this.place.shop, `payments/${refund.paymentId}`)
    const { transaction, destination, cryptoAmountArrived: arrived } = refund
    return factsView([
      [detail.payment, html`<a href=${payment} translate="no">${refund.paymentId}</a>`],
      [detail.leaves, valueView(formatMoney(refund.cryptoAmount, refund))],
      [detail.arrived, arrived === null ? null : valueView(formatCoin(arrived, refund.cryptocurrency))],
      [detail.destination, destination === null ? null : copyView(destination)],
      [detail.memo, refund.destinationMemo && valueView(refund.destinationMemo)],
      [detail.reference, refund.reference && valueView(refund.reference)],
      [detail.reason, refund.reason],
      [detail.failure, refund.failure],
      [detail.created, timeView(refund.createdAt)],
      [detail.completed, timeView(refund.completedAt)],
      [
        detail.transaction,
        transaction &&
          html`${copyView(transaction.hash)} ${outsideLink(transaction.explorerUrl, texts.shell.actions.explorer)}`,
      ],
      ['ID', copyView(refund.id, { full: true })],
    ])
  }

  async #cancel(refund: Refund): Promise<void> {
    const run = () => callApi<Refund>(this.place.shop, 'POST', `/refunds/${refund.id}/cancel`)
    const { cancel: submit, cancelReason: reason, cancelled: notice } = pageTexts.refunds.detail
    const cancelled = await confirmDanger({ submit, reason, run, notice })
    if (cancelled) this.#refund.set(cancelled)
  }
}

function actionView({ nextAction }: Refund): TemplateResult | typeof nothing {
  if (!nextAction) return nothing
  const { detail } = pageTexts.refunds
  if (nextAction.type === 'sign') return signView(nextAction)
  return html`<section class="panel"><p>${detail.collectHint}</p><p class="hint">${detail.collectLost}</p></section>`
}

/** The page to sign forbids frames, so that no other page can hide what is signed. It opens in a tab. */
function signView({ url, uri }: SignAction): TemplateResult {
  const { detail } = pageTexts.refunds
  return html`<section class="panel">
    <h2>${detail.sign}</h2>
    <p>${detail.signHint}</p>
    <p>
      <a class="button primary" href=${url} target="_blank" rel="noopener">${detail.openSigning}</a>
    </p>
    <details><summary>${detail.uri}</summary>${qrView(uri, detail.uri)}</details>
  </section>`
}

customElements.define('refund-page', RefundPage)
