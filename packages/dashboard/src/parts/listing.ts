/** Lists of the API, page by page: new items never move what the user looks at. */
import { type Event, type List, type ReportLink, toRecord } from '@crypto-checkout/api-types'
import { html, nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit'
import { callApi, type Query } from '../api/request.ts'
import { onLiveEvent } from '../api/stream.ts'
import { texts } from '../languages/texts.ts'
import { recallRows, rememberVisit, type Shop } from '../router.ts'
import { notify } from './notice.ts'
import { attempt, describeError, failureView, loadingView } from './states.ts'

const PAGE_SIZE = 25
/** The API's own limit. */
const MOST_AT_ONCE = 100

type Source = { readonly shop: Shop; readonly path: string; readonly query: Query }

/** A list that grows by pages at the user's wish. */
export class Listing<Item extends { readonly id: string }> implements ReactiveController {
  items: Item[] = []
  total = 0
  hasMore = false
  state: 'loading' | 'ready' | 'failed' = 'loading'
  error: unknown = null
  /** The items that have come since the list was loaded. */
  readonly #newIds = new Set<string>()
  #source: Source | null = null
  #controller = new AbortController()
  #stopListening: (() => void) | null = null
  readonly #host: ReactiveControllerHost
  readonly #isNew: ((event: Event) => boolean) | null

  /** `createdBy`: the types of events that say that there is a new item, or what decides it of an event. */
  constructor(host: ReactiveControllerHost, createdBy: RegExp | ((event: Event) => boolean) | null = null) {
    this.#host = host
    this.#isNew = createdBy instanceof RegExp ? ({ type }) => createdBy.test(type) : createdBy
    host.addController(this)
  }

  hostConnected(): void {
    if (this.#isNew) this.#stopListening = onLiveEvent((event) => this.#follow(event))
  }

  /**
   * Brings the rows that are shown up to date in their places. What is new is counted, and shown at the user's wish.
   */
  #follow(event: Event): void {
    if (this.state !== 'ready') return
    const changed = event.data.object
    const index = this.items.findIndex((item) => item.id === changed.id)
    if (toRecord(this.items[index]).object === changed.object)
      this.items = this.items.with(index, changed as unknown as Item)
    else if (index < 0 && this.#isNew?.(event))
      this.#newIds.add(this.#source?.path === '/events' ? event.id : changed.id)
    else return
    this.#host.requestUpdate()
  }

  hostDisconnected(): void {
    this.#controller.abort()
    this.#stopListening?.()
  }

  /** Loads the first page. Filters that are empty are left out. */
  async load(shop: Shop, path: string, query: Query = {}): Promise<void> {
    this.#source = { shop, path, query }
    await this.reload(recallRows())
  }

  /** `rows`: how many, if more than one page. */
  async reload(rows = PAGE_SIZE): Promise<void> {
    this.#controller.abort()
    this.#controller = new AbortController()
    const { signal } = this.#controller
    this.state = 'loading'
    this.#host.requestUpdate()
    try {
      const page = await this.#fetchRows(rows, signal)
      if (signal.aborted) return
      Object.assign(this, {
        items: page.data,
        total: page.totalCount,
        hasMore: page.hasMore,
        state: 'ready',
      })
      this.#newIds.clear()
    } catch (error) {
      if (signal.aborted) return
      this.error = error
      this.state = 'failed'
    }
    this.#host.requestUpdate()
  }

  readonly #showMore = async (): Promise<void> => {
    const last = this.items.at(-1)
    if (!last) return
    const { signal } = this.#controller
    try {
      const page = await this.#fetch({ starting_after: last.id }, signal)
      if (signal.aborted) return
      Object.assign(this, { items: [...this.items, ...page.data], total: page.totalCount, hasMore: page.hasMore })
      rememberVisit({ rows: this.items.length })
      this.#host.requestUpdate()
    } catch (error) {
      if (!signal.aborted) notify(describeError(error))
    }
  }

  async #fetchRows(rows: number, signal: AbortSignal): Promise<List<Item>> {
    let page = await this.#fetch({ limit: Math.min(rows, MOST_AT_ONCE) }, signal)
    while (page.data.length < rows && page.hasMore && !signal.aborted) {
      const limit = Math.min(rows - page.data.length, MOST_AT_ONCE)
      const next = await this.#fetch({ limit, starting_after: page.data.at(-1)?.id }, signal)
      page = { ...next, data: [...page.data, ...next.data] }
    }
    return page
  }

  #fetch(more: Query, signal: AbortSignal): Promise<List<Item>> {
    if (!this.#source) throw new Error('The list has no source yet.')
    const { shop, path, query } = this.#source
    return callApi(shop, 'GET', path, { query: { limit: PAGE_SIZE, ...query, ...more }, signal })
  }

  /** The list with its states. `empty`: what is shown if there is nothing. */
  view(columns: readonly Column<Item>[], link: ((item: Item) => string) | null, empty: TemplateResult): TemplateResult {
    if (this.state === 'failed') return failureView(this.error, () => this.reload())
    if (this.state === 'loading' && this.items.length === 0) return loadingView()
    const { list } = texts.shell
    return html`<div class="listing" aria-busy=${this.state === 'loading'}>
      ${
        this.#newIds.size > 0
          ? html`<button type="button" class="new-items" @click=${() => this.reload()}>${list.newItems(this.#newIds.size)}</button>`
          : nothing
      }
      ${this.items.length === 0 ? empty : tableView(columns, this.items, link)}
      ${
        this.items.length === 0
          ? nothing
          : html`<p class="list-end">
            <span>${list.count(this.items.length, this.total)}</span>
            ${this.hasMore ? html`<button type="button" @click=${this.#showMore}>${list.showMore}</button>` : nothing}
          </p>`
      }
    </div>`
  }
}

/** Saves a list as a file. Its link is good for an hour and needs no session, so the browser saves it as any file. */
export function openReport(shop: Shop, path: string, query: Query): Promise<void> {
  return attempt(async () => location.assign((await callApi<ReportLink>(shop, 'GET', path, { query })).url))
}

/** The title is empty above buttons, which say themselves what they do. Numbers stand below one another. */
export type Column<Item> = readonly [title: string, value: (item: Item) => unknown, kind?: 'numeric']

/** A table. Where there is little room, each row is a card, in which each cell shows its column's title. */
export function tableView<Item>(
  columns: readonly Column<Item>[],
  items: readonly Item[],
  link: ((item: Item) => string) | null = null,
): TemplateResult {
  return html`<div class="table"><table class="data">
    <thead>
      <tr>${columns.map(([title, , kind = '']) => html`<th scope="col" class=${kind}>${title || html`<span class="hidden">${texts.shell.list.actions}</span>`}</th>`)}</tr>
    </thead>
    <tbody>
      ${items.map(
        (item) => html`<tr>
          ${columns.map(([title, value, kind = ''], index) => {
            const cell = value(item)
            return html`<td data-title=${title} class=${kind} translate=${kind === 'numeric' ? 'no' : nothing}>
              <div>${index === 0 && link ? html`<a class="row-link" href=${link(item)}>${cell}</a>` : cell}</div>
            </td>`
          })}
        </tr>`,
      )}
    </tbody>
  </table></div>`
}
