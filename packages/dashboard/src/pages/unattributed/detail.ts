import type { List, Payment, Transfer } from '@crypto-checkout/api-types'
import { html, nothing, type TemplateResult } from 'lit'
import { callApi } from '../../api/request.ts'
import { pageTexts, texts } from '../../languages/texts.ts'
import { openDialog } from '../../parts/dialog.ts'
import { readText, textField } from '../../parts/field.ts'
import { type Column, tableView } from '../../parts/listing.ts'
import { Loader } from '../../parts/loader.ts'
import { formatMillionths } from '../../parts/millionths.ts'
import { showLoaded, showOne } from '../../parts/states.ts'
import {
  amountView,
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
import { formatPlace, navigate } from '../../router.ts'
import { mayUse } from '../../session.ts'
import { formatMoney, referenceView, statusView } from '../payments/words.ts'
import { type Candidates, findCandidates } from './candidates.ts'
import { findMissing, isPayable } from './match.ts'

const MOST_FOUND = 10

/** A transfer without a payment: what it may be for, and what can be done. */
class UnattributedTransferPage extends Page {
  readonly #transfer = new Loader<Transfer>(this)
  readonly #candidates = new Loader<Candidates>(this)
  readonly #found = new Loader<readonly Payment[]>(this)
  #searched = false

  protected override load(): void {
    const { shop, id } = this.place
    void this.#transfer.load(async (signal) => {
      const transfer = await callApi<Transfer>(shop, 'GET', `/transfers/${encodeURIComponent(id)}`, { signal })
      if (transfer.payment === null && mayUse('payments:read'))
        void this.#candidates.load((signal) => findCandidates(shop, transfer, signal))
      return transfer
    })
  }

  override render() {
    const list = { shop: this.place.shop, page: 'unattributed', link: pageTexts.transfers.toList } as const
    return showOne(this.#transfer, list, (transfer) => this.#page(transfer))
  }

  #page(transfer: Transfer): TemplateResult {
    const { transfers } = pageTexts
    return html`<div class="page-head"><h1 translate="no">${formatMoney(transfer.amount, transfer)}</h1></div>
      <div class="panel">${this.#facts(transfer)}</div>
      ${transfer.payment === null ? this.#choices(transfer) : html`<p class="note">${transfers.assignedAlready}</p>`}
      ${jsonView(transfer)}`
  }

  #facts(transfer: Transfer): TemplateResult {
    const { transfers, payments } = pageTexts
    const { shell } = texts
    const { payment } = transfer
    return factsView([
      [
        transfers.payment,
        payment && html`<a href=${formatPlace(this.place.shop, `payments/${payment}`)} translate="no">${payment}</a>`,
      ],
      [transfers.from, copyView(transfer.from)],
      [transfers.to, copyView(transfer.to)],
      [transfers.memo, transfer.memo && valueView(transfer.memo)],
      [transfers.state, payments.detail.transferStates[transfer.status]],
      [transfers.arrived, timeView(transfer.blockTime)],
      [
        transfers.transaction,
        html`${copyView(transfer.hash)} ${outsideLink(transfer.explorerUrl, shell.actions.explorer)}`,
      ],
    ])
  }

  #choices(transfer: Transfer): TemplateResult {
    const { transfers } = pageTexts
    const group = (payments: readonly Payment[], hint: string) =>
      payments.length === 0 ? nothing : html`<p class="hint">${hint}</p>${this.#table(payments, transfer)}`
    return html`<section>
        <h2>${transfers.hints}</h2>
        ${showLoaded(this.#candidates, ({ suggested, named, similar }) => {
          const isEmpty = !suggested && named.length === 0 && similar.length === 0
          return html`${group(suggested ? [suggested] : [], transfers.suggestedHint)}
            ${group(named, transfers.namedHint)} ${group(similar, transfers.similarHint)}
            ${isEmpty ? html`<p>${transfers.noneFits}</p>` : nothing}`
        })}
        <form class="filters" role="search" @submit=${(event: SubmitEvent) => this.#search(event)}>
          ${textField({ name: 'q', label: transfers.search, placeholder: transfers.searchHint, type: 'search', required: true })}
          <button>${texts.shell.actions.search}</button>
        </form>
        ${
          this.#searched
            ? showLoaded(this.#found, (found) =>
                found.length > 0
                  ? this.#table(found, transfer)
                  : html`<p role="status">${pageTexts.payments.noMatch}</p>`,
              )
            : nothing
        }
      </section>
      <section class="panel">
        <h2>${transfers.refundTitle}</h2>
        <p>${transfers.refundHint}</p>
        <p class="hint">${transfers.refundSender}</p>
      </section>`
  }

  #table(payments: readonly Payment[], transfer: Transfer): TemplateResult {
    const titles = pageTexts.payments.columns
    const columns: Column<Payment>[] = [
      [titles.amount, ({ amount, currency }) => amountView(formatPrice(amount, currency))],
      [
        titles.method,
        (payment) => valueView(formatCoin(formatMillionths(findMissing(payment)), payment.cryptocurrency)),
      ],
      [titles.status, statusView],
      [titles.reference, referenceView],
      [titles.created, ({ createdAt }) => timeView(createdAt)],
      ['', (payment) => this.#assignButton(payment, transfer)],
    ]
    return tableView(columns, payments, ({ id }) => formatPlace(this.place.shop, `payments/${id}`))
  }

  #assignButton(payment: Payment, transfer: Transfer): TemplateResult | typeof nothing {
    if (!mayUse('transfers:write')) return nothing
    const { assign, notPayable } = pageTexts.transfers
    if (!isPayable(payment, transfer)) return html`<small>${notPayable}</small>`
    const label = `${assign}: ${formatPrice(payment.amount, payment.currency)}`
    return html`<button type="button" aria-label=${label} @click=${() => this.#assign(payment, transfer)}>
      ${assign}
    </button>`
  }

  async #assign(payment: Payment, transfer: Transfer): Promise<void> {
    const { transfers } = pageTexts
    const { shop } = this.place
    const assigned = await openDialog({
      title: transfers.assignTitle(formatMoney(transfer.amount, transfer)),
      body: html`<p>${transfers.assignReason(formatPrice(payment.amount, payment.currency))}</p>
        ${textField({ name: 'reason', label: transfers.reason, hint: transfers.reasonHint, maxLength: 500 })}`,
      submit: transfers.assign,
      run: (values) => {
        const body = { paymentId: payment.id, reason: readText(values, 'reason') }
        return callApi<Transfer>(shop, 'POST', `/transfers/${transfer.id}/assign`, { body })
      },
      notice: transfers.assigned,
    })
    if (assigned) navigate(formatPlace(shop, `payments/${payment.id}`))
  }

  #search(event: SubmitEvent): void {
    event.preventDefault()
    if (!(event.target instanceof HTMLFormElement)) return
    const q = readText(new FormData(event.target), 'q')
    this.#searched = true
    void this.#found.load(async (signal) => {
      const query = { q, limit: MOST_FOUND, qrCode: false }
      const list = await callApi<List<Payment>>(this.place.shop, 'GET', '/payments', { query, signal })
      return list.data
    })
  }
}

customElements.define('unattributed-transfer-page', UnattributedTransferPage)
