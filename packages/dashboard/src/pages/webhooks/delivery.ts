import type { Delivery, DeliveryAttempt, DeliveryWithAttempts, Event } from '@crypto-checkout/api-types'
import { html, nothing, type TemplateResult } from 'lit'
import { callApi } from '../../api/request.ts'
import { pageTexts } from '../../languages/texts.ts'
import { Loader } from '../../parts/loader.ts'
import { notify } from '../../parts/notice.ts'
import { attempt, isReady, showLoaded } from '../../parts/states.ts'
import { badgeView, codeView, factsView, timeView, valueView } from '../../parts/values.ts'
import { every, Page } from '../../parts/view.ts'
import { formatPlace } from '../../router.ts'
import { mayUse } from '../../session.ts'
import { deliveryBadge } from './delivery-list.ts'

/** Attempts raise no events. */
const POLL_MS = 2_000
const SOON_MS = 60_000

/** A delivery, with the request and the answer of each attempt. */
class DeliveryPage extends Page {
  readonly #delivery = new Loader<DeliveryWithAttempts>(this)
  /** The body of each request. */
  readonly #event = new Loader<Event>(this)

  get #path(): string {
    return `/deliveries/${encodeURIComponent(this.place.id)}`
  }

  protected override begin() {
    const poll = every(POLL_MS, () => {
      const { current } = this.#delivery
      if (isReady(current) && isSoon(current.value) && !document.hidden) void this.#reload()
    })
    return [poll]
  }

  async #reload(): Promise<void> {
    const path = this.#path
    const delivery = await callApi<DeliveryWithAttempts>(this.place.shop, 'GET', path).catch(() => null)
    if (delivery && path === this.#path) this.#delivery.set(delivery)
  }

  protected override load(): void {
    const { shop } = this.place
    void this.#delivery.load(async (signal) => {
      const delivery = await callApi<DeliveryWithAttempts>(shop, 'GET', this.#path, { signal })
      if (mayUse('events:read')) {
        const { event } = delivery
        void this.#event.load((signal) => callApi(shop, 'GET', `/events/${event}`, { signal }))
      }
      return delivery
    })
  }

  override render() {
    return html`${showLoaded(this.#delivery, (delivery) => this.#view(delivery))}`
  }

  #view(delivery: DeliveryWithAttempts): TemplateResult {
    const { deliveries } = pageTexts
    const { attempts } = delivery
    const resend = html`<button type="button" class="primary" @click=${this.#resend}>${deliveries.resend}</button>`
    return html`<div class="page-head">
        <h1>${deliveries.one}: ${valueView(delivery.eventType)}</h1>
        ${mayUse('webhooks:resend') ? resend : nothing}
      </div>
      <div class="panel">${this.#facts(delivery)}</div>
      <section>
        <h2>${deliveries.attempts}</h2>
        ${attempts.length === 0 ? html`<p>${deliveries.noAttempt}</p>` : attempts.toReversed().map((attempt, index) => attemptView(attempt, index === 0))}
      </section>
      ${
        isReady(this.#event.current)
          ? html`<section>
            <h2>${deliveries.event}</h2>
            ${codeView(JSON.stringify(this.#event.current.value, null, 2))}
          </section>`
          : nothing
      }`
  }

  #facts(delivery: Delivery): TemplateResult {
    const { deliveries } = pageTexts
    const link = (path: string, id: string) => html`<a href=${formatPlace(this.place.shop, path)}>${valueView(id)}</a>`
    const { webhook, payment, event, url, createdAt, endedAt, nextAttemptAt } = delivery
    return factsView([
      [deliveries.state, deliveryBadge(delivery)],
      [deliveries.to, html`<span class="address" translate="no">${url}</span>`],
      [deliveries.webhook, webhook ? link(`webhooks/${webhook}`, webhook) : deliveries.ownAddress],
      [deliveries.event, link(`events/${event}`, event)],
      [deliveries.payment, payment && link(`payments/${payment}`, payment)],
      [deliveries.created, timeView(createdAt)],
      [deliveries.ended, timeView(endedAt)],
      [deliveries.next, timeView(nextAttemptAt)],
    ])
  }

  readonly #resend = () =>
    attempt(async () => {
      await callApi<Delivery>(this.place.shop, 'POST', `${this.#path}/resend`, { body: {} })
      notify(pageTexts.deliveries.resent)
      await this.#reload()
    })
}

/**
 * Tells whether an attempt is on its way, or about to be: the next one is half a minute later while one is on its way.
 */
function isSoon({ nextAttemptAt }: Delivery): boolean {
  return nextAttemptAt !== null && Date.parse(nextAttemptAt) <= Date.now() + SOON_MS
}

function attemptView(attempt: DeliveryAttempt, isNewest: boolean): TemplateResult {
  const { deliveries } = pageTexts
  const { number, startedAt, latencyMs, requestHeaders, responseStatus, responseBody, failure } = attempt
  const isAccepted = responseStatus !== null && responseStatus >= 200 && responseStatus < 300
  const headers = Object.entries(requestHeaders).map(([name, value]) => `${name}: ${value}`)
  return html`<details class="attempt" ?open=${isNewest}>
    <summary>
      ${deliveries.attempt(number)}
      ${badgeView(responseStatus === null ? deliveries.noResponse : String(responseStatus), isAccepted ? 'good' : 'bad')}
      <small>${timeView(startedAt)}, ${deliveries.latency(latencyMs)}</small>
    </summary>
    <h3>${deliveries.response}</h3>
    ${failure ? html`<p>${failure}</p>` : nothing}
    ${responseBody ? html`<pre class="json" translate="no" tabindex="0">${responseBody}</pre>` : html`<p>${failure ? '' : deliveries.emptyBody}</p>`}
    <h3>${deliveries.request}</h3>
    <pre class="json" translate="no" tabindex="0">${headers.join('\n')}</pre>
    <p class="hint">${deliveries.requestHint}</p>
  </details>`
}

customElements.define('delivery-page', DeliveryPage)
