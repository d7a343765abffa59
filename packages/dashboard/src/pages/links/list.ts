import type { ConfiguredMethods, PaymentLink } from '@crypto-checkout/api-types'
import { html, nothing } from 'lit'
import { callApi } from '../../api/request.ts'
import { pageTexts, texts } from '../../languages/texts.ts'
import { type Column, Listing } from '../../parts/listing.ts'
import { Loader } from '../../parts/loader.ts'
import { emptyView } from '../../parts/states.ts'
import { timeView, valueView } from '../../parts/values.ts'
import { Page } from '../../parts/view.ts'
import { formatPlace } from '../../router.ts'
import { mayUse } from '../../session.ts'
import { findLack } from '../payments/methods.ts'
import { formatMethod } from '../payments/words.ts'
import { countMade, formatLinkAmount, linkStatusView } from './words.ts'

/** All payment links. */
class LinksPage extends Page {
  readonly #links = new Listing<PaymentLink>(this)
  readonly #methods = new Loader<ConfiguredMethods>(this)

  protected override load(): void {
    const { shop } = this.place
    void this.#links.load(shop, '/payment_links')
    if (mayUse('payment_links:write'))
      void this.#methods.load((signal) => callApi(shop, 'GET', '/payment_methods', { signal }))
  }

  override render() {
    const { links } = pageTexts
    const { shell } = texts
    const { shop } = this.place
    const mayCreate = mayUse('payment_links:write')
    const lack = mayCreate ? findLack(this.#methods.current, shop) : null
    const create =
      mayCreate && lack === null
        ? html`<a class="button primary" href=${formatPlace(shop, 'links/new')}>${links.create}</a>`
        : nothing
    const isEmpty = this.#links.state === 'ready' && this.#links.items.length === 0
    return html`<div class="page-head"><h1>${shell.pages.links}</h1>${isEmpty ? nothing : create}</div>
      ${lack}
      ${this.#links.view(
        columns(),
        ({ id }) => formatPlace(shop, `links/${id}`),
        emptyView(links.none, links.noneHint, create),
      )}`
  }
}

function columns(): Column<PaymentLink>[] {
  const { links } = pageTexts
  return [
    [links.columns.title, ({ title }) => html`<strong>${title}</strong>`],
    [
      links.columns.amount,
      (link) => html`${valueView(formatLinkAmount(link))}<br /><small translate="no">${formatMethod(link)}</small>`,
    ],
    [links.columns.status, linkStatusView],
    [links.columns.payments, (link) => links.detail.count(countMade(link), link.limit), 'numeric'],
    [links.columns.created, ({ createdAt }) => timeView(createdAt)],
  ]
}

customElements.define('links-page', LinksPage)
