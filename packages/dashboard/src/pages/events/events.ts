import { type Event, eventTypes } from '@crypto-checkout/api-types'
import { html } from 'lit'
import { pageTexts, texts } from '../../languages/texts.ts'
import { filterBar } from '../../parts/filter-bar.ts'
import { type Column, Listing } from '../../parts/listing.ts'
import { emptyView } from '../../parts/states.ts'
import { timeView } from '../../parts/values.ts'
import { Page } from '../../parts/view.ts'
import { formatPlace } from '../../router.ts'

/** Events, as programs hear of them. */
class EventsPage extends Page {
  readonly #list = new Listing<Event>(this, ({ type }) => type === (this.#type ?? type))

  get #type(): string | undefined {
    return this.place.query.get('type') ?? undefined
  }

  protected override load(): void {
    void this.#list.load(this.place.shop, '/events', { type: this.#type, qrCode: false })
  }

  override render() {
    const { events } = pageTexts
    const { shell } = texts
    const choices = eventTypes.map((type) => ({ value: type, label: type }))
    const empty = this.#type ? emptyView(events.noneFound, '') : emptyView(events.empty, events.emptyDetail)
    const link = ({ id }: Event) => formatPlace(this.place.shop, `events/${id}`)
    return html`<h1>${shell.pages.events}</h1>
      <p class="lead">${events.intro}</p>
      ${filterBar([{ name: 'type', label: events.type, choices, areNames: true }], this.place.query)} ${this.#list.view(columns(), link, empty)}`
  }
}

function columns(): Column<Event>[] {
  const { events } = pageTexts
  return [
    [events.type, ({ type }) => html`<code translate="no">${type}</code>`],
    [events.meaning, ({ type }) => events.types[type]],
    [events.object, ({ data }) => html`<code translate="no" class="address">${data.object.id}</code>`],
    [events.time, ({ createdAt }) => timeView(createdAt)],
  ]
}

customElements.define('events-page', EventsPage)
