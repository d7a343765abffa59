import type { RequestEntry } from '@crypto-checkout/api-types'
import { html } from 'lit'
import { pageTexts, texts } from '../../languages/texts.ts'
import { Actors } from '../../parts/actors.ts'
import { listChoices } from '../../parts/field.ts'
import { type FilterField, filterBar } from '../../parts/filter-bar.ts'
import { type Column, Listing } from '../../parts/listing.ts'
import { emptyView } from '../../parts/states.ts'
import { badgeView, copyView, type Tone, timeView } from '../../parts/values.ts'
import { Page } from '../../parts/view.ts'

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE']

/** Requests of programs to the API in the last day. */
class RequestsPage extends Page {
  readonly #list = new Listing<RequestEntry>(this)
  readonly #actors = new Actors(this)

  override connectedCallback(): void {
    super.connectedCallback()
    void this.#actors.load(this.place.shop)
  }

  protected override load(): void {
    const read = (name: string) => this.place.query.get(name) ?? undefined
    const query = { method: read('method'), status: read('status'), key: read('key') }
    void this.#list.load(this.place.shop, '/requests', query)
  }

  override render() {
    const { requests } = pageTexts
    const { shell } = texts
    const filters = listFilters(this.#actors.choices)
    const isFiltered = filters.some(({ name }) => this.place.query.has(name))
    const empty = isFiltered ? emptyView(requests.noneFound, '') : emptyView(requests.empty, requests.emptyDetail)
    return html`<div class="page-head">
        <h1>${shell.pages.requests}</h1>
        <button type="button" @click=${() => this.#list.reload()}>${pageTexts.networks.reload}</button>
      </div>
      <p class="lead">${requests.intro}</p>
      ${filterBar(filters, this.place.query)} ${this.#list.view(this.#columns(), null, empty)}`
  }

  #columns(): Column<RequestEntry>[] {
    const { requests } = pageTexts
    return [
      [requests.time, ({ createdAt }) => timeView(createdAt)],
      [requests.path, pathView],
      [requests.status, statusView],
      [requests.actor, ({ actor }) => this.#actors.view(actor)],
      [requests.address, ({ address }) => address],
      [requests.duration, ({ durationMs }) => html`<span class="whole">${requests.ms(durationMs)}</span>`, 'numeric'],
      [requests.id, ({ id }) => copyView(id)],
    ]
  }
}

function listFilters(actors: Actors['choices']): FilterField[] {
  const { requests } = pageTexts
  return [
    { name: 'method', label: requests.method, choices: METHODS.map((value) => ({ value, label: value })) },
    { name: 'status', label: requests.status, choices: listChoices(requests.statuses) },
    { name: 'key', label: requests.actor, ...(actors && { choices: actors, areNames: true }) },
  ]
}

/** It breaks before a part of the path. */
function pathView({ method, path }: RequestEntry) {
  const parts = path.split(/(?=\/)/).map((part) => html`<wbr />${part}`)
  return html`<code translate="no" class="words"><span>${method}</span> ${parts}</code>`
}

function statusView({ status, code }: RequestEntry) {
  const tone: Tone = status < 400 ? 'good' : status < 500 ? 'warn' : 'bad'
  return html`${badgeView(String(status), tone)} <small>${code ?? ''}</small>`
}

customElements.define('requests-page', RequestsPage)
