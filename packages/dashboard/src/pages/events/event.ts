import type { Event } from '@crypto-checkout/api-types'
import { html } from 'lit'
import { callApi } from '../../api/request.ts'
import { pageTexts, texts } from '../../languages/texts.ts'
import { Loader } from '../../parts/loader.ts'
import { showLoaded } from '../../parts/states.ts'
import { codeView, copyView, factsView, timeView, valueView } from '../../parts/values.ts'
import { Page } from '../../parts/view.ts'
import { formatPlace } from '../../router.ts'

/** The pages of objects that have one. */
const paths: Readonly<Record<string, string>> = {
  payment: 'payments',
  refund: 'refunds',
  settlement: 'settlements',
  webhook: 'webhooks',
}

/** An event, as programs get it. */
class EventPage extends Page {
  readonly #event = new Loader<Event>(this)

  protected override load(): void {
    const { shop, id } = this.place
    void this.#event.load((signal) => callApi(shop, 'GET', `/events/${encodeURIComponent(id)}`, { signal }))
  }

  override render() {
    return html`${showLoaded(this.#event, (event) => this.#view(event))}`
  }

  #view(event: Event) {
    const { events } = pageTexts
    const { shell } = texts
    const { object } = event.data
    const path = paths[object.object]
    const address = path && formatPlace(this.place.shop, `${path}/${object.id}`)
    const id = valueView(object.id)
    return html`<p><a href=${formatPlace(this.place.shop, 'events')}>${shell.pages.events}</a></p>
      <div class="page-head"><h1>${events.types[event.type]}</h1></div>
      <div class="panel">
        ${factsView([
          [events.type, html`<code translate="no">${event.type}</code>`],
          [events.time, timeView(event.createdAt)],
          [events.object, address ? html`<a href=${address}>${id}</a>` : id],
          [events.sequence, event.sequence],
          ['ID', copyView(event.id)],
        ])}
      </div>
      <section><h2>${shell.actions.json}</h2>${codeView(JSON.stringify(event, null, 2))}</section>`
  }
}

customElements.define('event-page', EventPage)
