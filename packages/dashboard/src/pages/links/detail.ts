import type { List, Payment, PaymentLink } from '@crypto-checkout/api-types'
import { html, nothing, type TemplateResult } from 'lit'
import { callApi } from '../../api/request.ts'
import { onLiveEvent } from '../../api/stream.ts'
import { pageTexts, texts } from '../../languages/texts.ts'
import { confirm, openDialog } from '../../parts/dialog.ts'
import { readText, textField } from '../../parts/field.ts'
import { type Column, tableView } from '../../parts/listing.ts'
import { Loader } from '../../parts/loader.ts'
import { notify } from '../../parts/notice.ts'
import { shareView } from '../../parts/share.ts'
import { attempt, showLoaded, showOne } from '../../parts/states.ts'
import { amountView, copyView, factsView, formatPrice, jsonView, timeView, valueView } from '../../parts/values.ts'
import { Page } from '../../parts/view.ts'
import { formatPlace } from '../../router.ts'
import { mayUse } from '../../session.ts'
import { formatMethod, statusView } from '../payments/words.ts'
import { countMade, formatLinkAmount, linkStatusView, readLimit } from './words.ts'

const LATEST = 10

/** A payment link: its page to show, to send and to print, and its latest payments. */
class LinkPage extends Page {
  readonly #link = new Loader<PaymentLink>(this)
  readonly #payments = new Loader<List<Payment>>(this)

  protected override begin() {
    const reload = onLiveEvent(({ data: { object } }) => {
      if (object.object !== 'payment' || object.paymentLink !== this.place.id) return
      void this.#link.reload({ quietly: true })
      void this.#payments.reload({ quietly: true })
    })
    return [reload]
  }

  protected override load(): void {
    const { shop, id } = this.place
    void this.#link.load((signal) => callApi(shop, 'GET', `/payment_links/${encodeURIComponent(id)}`, { signal }))
    const query = { paymentLink: id, limit: LATEST, qrCode: false }
    if (mayUse('payments:read'))
      void this.#payments.load((signal) => callApi(shop, 'GET', '/payments', { query, signal }))
  }

  override render() {
    const list = { shop: this.place.shop, page: 'links', link: pageTexts.links.detail.toList } as const
    return showOne(this.#link, list, (link) => this.#page(link))
  }

  #page(link: PaymentLink): TemplateResult {
    const { detail } = pageTexts.links
    const { shop } = this.place
    const till = formatPlace(shop, 'till', new URLSearchParams({ link: link.id }))
    return html`<div class="page-head">
        <h1>${link.title} <span class="badges">${linkStatusView(link)}</span></h1>
        ${mayUse('payment_links:write') ? this.#actions(link) : nothing}
      </div>
      ${
        link.status === 'active'
          ? html`<section class="panel">
            <h2>${detail.share}</h2>
            ${shareView(link.url, detail.code)}
            <p class="actions">
              <a class="button" href=${`${link.url}/qr`} target="_blank" rel="noopener noreferrer">${detail.print}</a>
              ${mayUse('payments:create') ? html`<a class="button" href=${till}>${detail.till}</a>` : nothing}
            </p>
          </section>`
          : nothing
      }
      <div class="panel">${renderFacts(link)}</div>
      ${mayUse('payments:read') ? this.#latest(link) : nothing} ${jsonView(link)}`
  }

  #actions(link: PaymentLink): TemplateResult {
    const { detail } = pageTexts.links
    return html`<p class="actions">
      <button type="button" @click=${() => this.#edit(link)}>${detail.edit}</button>
      <button type="button" @click=${() => (link.active ? this.#turnOff(link) : this.#turnOn(link))}>
        ${link.active ? detail.turnOff : detail.turnOn}
      </button>
    </p>`
  }

  #latest(link: PaymentLink): TemplateResult {
    const { links, payments } = pageTexts
    const { shop } = this.place
    const all = formatPlace(shop, 'payments', new URLSearchParams({ paymentLink: link.id }))
    const columns: Column<Payment>[] = [
      [payments.columns.amount, ({ amount, currency }) => amountView(formatPrice(amount, currency))],
      [payments.columns.status, statusView],
      [payments.columns.created, ({ createdAt }) => timeView(createdAt)],
    ]
    return html`<section>
      <h2>${links.detail.payments}</h2>
      ${showLoaded(this.#payments, ({ data }) =>
        data.length === 0
          ? html`<p class="hint">${links.detail.noPayments}</p>`
          : html`${tableView(columns, data, ({ id }) => formatPlace(shop, `payments/${id}`))}
            <p><a href=${all}>${links.detail.allPayments}</a></p>`,
      )}
    </section>`
  }

  #update(link: PaymentLink, changes: object): Promise<PaymentLink> {
    return callApi(this.place.shop, 'PATCH', `/payment_links/${link.id}`, { body: changes })
  }

  async #edit(link: PaymentLink): Promise<void> {
    const { form, detail } = pageTexts.links
    const limit = { name: 'limit', label: form.limit, hint: form.limitHint, inputmode: 'numeric' } as const
    const changed = await openDialog({
      title: detail.edit,
      body: html`${textField({ name: 'title', label: form.title, value: link.title, required: true, maxLength: 200 })}
        ${textField({ ...limit, value: String(link.limit ?? '') })}`,
      submit: texts.shell.actions.save,
      run: async (values) => this.#update(link, { title: readText(values, 'title'), limit: readLimit(values) ?? null }),
    })
    if (changed) this.#show(changed, form.changed)
  }

  async #turnOff(link: PaymentLink): Promise<void> {
    const { detail } = pageTexts.links
    const { turnOff: submit, turnOffReason: reason } = detail
    const run = () => this.#update(link, { active: false })
    const changed = await confirm({ title: `${submit}: ${link.title}`, reason, submit, run })
    if (changed) this.#show(changed, detail.turnedOff)
  }

  async #turnOn(link: PaymentLink): Promise<void> {
    await attempt(async () => this.#show(await this.#update(link, { active: true }), pageTexts.links.detail.turnedOn))
  }

  #show(link: PaymentLink, notice: string): void {
    this.#link.set(link)
    notify(notice)
  }
}

function renderFacts(link: PaymentLink): TemplateResult {
  const { detail } = pageTexts.links
  const { alternatives } = link
  const others = alternatives === 'all' ? '' : alternatives.map(formatMethod).join(', ')
  return factsView([
    [detail.amount, valueView(formatLinkAmount(link))],
    [detail.coin, valueView(formatMethod(link))],
    [detail.alternatives, alternatives === 'all' ? detail.all : others && valueView(others)],
    [detail.wallet, copyView(link.merchantWallet)],
    [detail.limit, detail.count(countMade(link), link.limit)],
    [detail.description, link.description],
    [detail.redirect, link.redirectUrl && valueView(link.redirectUrl)],
    [detail.expires, timeView(link.expiresAt)],
    [detail.created, timeView(link.createdAt)],
    ['ID', copyView(link.id, { full: true })],
  ])
}

customElements.define('link-page', LinkPage)
