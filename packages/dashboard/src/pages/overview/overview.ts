import {
  findDate,
  type List,
  type NetworkStatus,
  type NetworkStatuses,
  type Overview,
  shiftDate,
  type User,
} from '@crypto-checkout/api-types'
import { formatAmount } from '@crypto-checkout/payer-ui'
import { html, nothing, type TemplateResult } from 'lit'
import { callApi, RequestError } from '../../api/request.ts'
import { onLiveEvent } from '../../api/stream.ts'
import { loadPageTexts, texts } from '../../languages/texts.ts'
import { getTimeZone } from '../../parts/clock.ts'
import { noMethodsNote } from '../../parts/lack.ts'
import { type Column, tableView } from '../../parts/listing.ts'
import { Loader } from '../../parts/loader.ts'
import { emptyView, isReady, showLoaded } from '../../parts/states.ts'
import { formatNetwork, getLocale } from '../../parts/values.ts'
import { Page } from '../../parts/view.ts'
import { formatPlace } from '../../router.ts'
import { mayUse, session } from '../../session.ts'
import { listWaiting, waitingView } from './attention.ts'
import './chart.ts'
import { formatDay, formatOn } from './chart.ts'
import { type Net, netView, requestNet } from './net.ts'
import { dismiss, isDismissed, listSteps } from './setup.ts'

const RANGES = [7, 30, 90]
const DEFAULT_RANGE = 30
/** However many events come, the page asks once in this time. */
const REFRESH_EVERY_MS = 5_000

type Contents = {
  readonly overview: Overview
  /** Null if the user may not see them. */
  readonly networks: readonly NetworkStatus[] | null
  /** The number of people who may sign in; null if the user may not know. */
  readonly people: number | null
}

/** Income, and things that need a hand. */
class OverviewPage extends Page {
  readonly #contents = new Loader<Contents>(this)
  /** It is long to add up, so it stays as it was when the page was opened. */
  readonly #net = new Loader<readonly Net[]>(this)
  #timer: ReturnType<typeof setTimeout> | undefined

  protected override begin() {
    const stopListening = onLiveEvent(() => {
      this.#timer ??= setTimeout(() => void this.#refresh(), REFRESH_EVERY_MS)
    })
    const stopTimer = () => {
      clearTimeout(this.#timer)
      this.#timer = undefined
    }
    return [stopListening, stopTimer]
  }

  protected override load(): void {
    const isUnset = session.merchant?.region[this.place.shop.environment].timeZone === null
    if (isUnset && mayUse('merchant:write')) void loadPageTexts().then(() => import('./region-question.ts'))
    void this.#contents.load((signal) => this.#request(signal), { quietly: true })
    if (!mayUse('settlements:read')) return
    const { shop } = this.place
    void this.#net.load((signal) => requestNet(shop, this.#days, { signal }))
  }

  /** If it fails, what is shown stays, and the next event tries again. */
  async #refresh(): Promise<void> {
    this.#timer = undefined
    const { place } = this
    const contents = await this.#request().catch(() => null)
    if (contents && this.isConnected && place === this.place) this.#contents.set(contents)
  }

  get #days(): number {
    const days = Number(this.place.query.get('days'))
    return RANGES.includes(days) ? days : DEFAULT_RANGE
  }

  async #request(signal?: AbortSignal): Promise<Contents> {
    const { shop } = this.place
    const sent = signal ? { signal } : {}
    const [overview, status, people] = await Promise.all([
      this.#requestDays(getTimeZone(), sent),
      mayUse('networks:read') ? callApi<NetworkStatuses>(shop, 'GET', '/network_status', sent) : null,
      mayUse('users:read') && !isDismissed(this.#shop)
        ? callApi<List<User>>(shop, 'GET', '/users', { ...sent, query: { limit: 1 } })
        : null,
    ])
    return { overview, networks: status?.networks ?? null, people: people?.totalCount ?? null }
  }

  /** The server does not know every zone's days. UTC has days everywhere. */
  async #requestDays(timeZone: string, sent: { readonly signal?: AbortSignal }): Promise<Overview> {
    const today = findDate(timeZone, Date.now())
    const query = { from: shiftDate(today, 1 - this.#days), to: today, timeZone }
    try {
      return await callApi(this.place.shop, 'GET', '/overview', { ...sent, query })
    } catch (error) {
      if (timeZone === 'UTC' || !(error instanceof RequestError) || error.param !== 'timeZone') throw error
      return this.#requestDays('UTC', sent)
    }
  }

  override render() {
    return html`<h1>${texts.shell.pages.overview}</h1>
      ${showLoaded(this.#contents, (contents) => [
        hasNetworks(contents) ? nothing : noMethodsNote(0, this.place.shop),
        html`<region-question .shop=${this.place.shop}></region-question>`,
        this.#steps(contents),
        this.#attention(contents),
        this.#received(contents),
      ])}`
  }

  #attention({ overview: { attention }, networks }: Contents): TemplateResult {
    const waiting = listWaiting(attention, networks ?? [], this.place.shop)
    const { title, nothing: none } = texts.overview.needs
    return html`<section aria-labelledby="needs">
      <h2 id="needs">${title}</h2>
      ${
        waiting.length > 0
          ? html`<ul class="waiting panel">${waiting.map(waitingView)}</ul>`
          : html`<p class="panel all-well">${none}</p>`
      }
    </section>`
  }

  #received(contents: Contents): TemplateResult {
    const { overview } = contents
    const { received } = texts.overview
    return html`<section aria-labelledby="received">
      <div class="page-head">
        <h2 id="received">${received.title}</h2>
        ${this.#ranges()}
      </div>
      ${isReady(this.#net.current) ? netView(this.#net.current.value, this.#days) : nothing}
      ${overview.totals.length > 0 ? receivedView(overview) : this.#nothingReceived(contents)}
      <p class="hint">${received.daysOf(overview.timeZone)}</p>
    </section>`
  }

  #ranges(): TemplateResult {
    const { days, period } = texts.overview.received
    const link = (count: number) => {
      const query = new URLSearchParams(count === DEFAULT_RANGE ? {} : { days: String(count) })
      const href = formatPlace(this.place.shop, '', query)
      return html`<a href=${href} aria-current=${count === this.#days}>${days(count)}</a>`
    }
    return html`<div class="segments" role="group" aria-label=${period}>${RANGES.map(link)}</div>`
  }

  #nothingReceived(contents: Contents): TemplateResult {
    const { none, noneDetail, create } = texts.overview.received
    const action = html`<a class="button" href=${formatPlace(this.place.shop, 'payments/new')}>${create}</a>`
    const mayCreate = mayUse('payments:create') && hasNetworks(contents)
    return html`<div class="panel">${emptyView(none, noneDetail, mayCreate ? action : nothing)}</div>`
  }

  /** The name of this list of steps, for remembering that it was closed. */
  get #shop(): string {
    const { merchant, environment } = this.place.shop
    return `${merchant}/${environment}`
  }

  #steps(contents: Contents): TemplateResult | typeof nothing {
    const { overview, people } = contents
    const user = session.current?.user
    if (!user || !mayUse('merchant:write') || isDismissed(this.#shop)) return nothing
    const steps = listSteps({ setup: overview.setup, user, people, hasNetworks: hasNetworks(contents) }, mayUse)
    const left = steps.filter(({ isDone }) => !isDone)
    if (left.length === 0) return nothing
    const { checklist, steps: words } = texts.overview
    const step = ({ name, path, isDone }: (typeof steps)[number]) => {
      const { title, detail, done } = words[name]
      return html`<li data-done=${isDone}>
        <span class="tick" aria-hidden="true">${isDone ? '✓' : ''}</span>
        ${
          isDone
            ? html`<span>${done} <span class="hidden">(${checklist.done})</span></span>`
            : html`<span><a href=${formatPlace(this.place.shop, path)}>${title}</a><small>${detail}</small></span>`
        }
      </li>`
    }
    return html`<section class="panel" aria-labelledby="steps">
      <div class="page-head">
        <h2 id="steps">${checklist.title} <small>${checklist.progress(steps.length - left.length, steps.length)}</small></h2>
        <button type="button" class="quiet" @click=${this.#dismiss}>${checklist.dismiss}</button>
      </div>
      <ul class="steps">${steps.map(step)}</ul>
    </section>`
  }

  readonly #dismiss = (): void => {
    dismiss(this.#shop)
    this.requestUpdate()
  }
}

/** Tells whether the environment can sell, as far as the user may know. */
function hasNetworks({ networks }: Contents): boolean {
  return networks === null || networks.length > 0
}

/** Totals, the chart, and the table behind it. */
function receivedView(overview: Overview): TemplateResult {
  const { received, coinOn, payments: count } = texts.overview
  const columns: Column<Overview['received'][number]>[] = [
    [received.day, ({ date }) => formatDay(date)],
    [received.amount, formatOn, 'numeric'],
    [received.payments, ({ payments }) => payments, 'numeric'],
  ]
  return html`<ul class="totals">
      ${overview.totals.map(
        ({ amount, cryptocurrency, network, payments }) => html`<li class="panel">
          <strong translate="no">${formatAmount(amount, getLocale())}</strong>
          <small translate="no">${coinOn(cryptocurrency, formatNetwork(network))}</small>
          <small>${count(payments)}</small>
        </li>`,
      )}
    </ul>
    <div class="panel">
      <received-chart .overview=${overview}></received-chart>
      <details class="behind">
        <summary>${received.table}</summary>
        ${tableView(columns, overview.received.toReversed())}
      </details>
    </div>`
}

customElements.define('overview-page', OverviewPage)
