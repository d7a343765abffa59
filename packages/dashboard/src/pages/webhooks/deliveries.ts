import type { Delivery } from '@crypto-checkout/api-types'
import { html } from 'lit'
import { pageTexts, texts } from '../../languages/texts.ts'
import { type Column, Listing } from '../../parts/listing.ts'
import { Page } from '../../parts/view.ts'
import { formatPlace } from '../../router.ts'
import { deliveriesView, readDeliveryQuery } from './delivery-list.ts'

/** Deliveries to all webhooks, and to addresses that payments have. */
class DeliveriesPage extends Page {
  readonly #list = new Listing<Delivery>(this)

  protected override load(): void {
    void this.#list.load(this.place.shop, '/deliveries', readDeliveryQuery(this.place))
  }

  override render() {
    const { deliveries } = pageTexts
    const { shell } = texts
    const url: Column<Delivery> = [deliveries.to, ({ url }) => html`<span class="address" translate="no">${url}</span>`]
    return html`<div class="page-head">
        <div>
          <a href=${formatPlace(this.place.shop, 'webhooks')}>${shell.pages.webhooks}</a>
          <h1>${deliveries.title}</h1>
        </div>
      </div>
      ${deliveriesView(this.place, this.#list, [url])}`
  }
}

customElements.define('deliveries-page', DeliveriesPage)
