import type { NetworkStatus, NetworkStatuses } from '@crypto-checkout/api-types'
import { html, nothing, type TemplateResult } from 'lit'
import { callApi } from '../../api/request.ts'
import { pageTexts, texts } from '../../languages/texts.ts'
import { Loader } from '../../parts/loader.ts'
import { emptyView, showLoaded } from '../../parts/states.ts'
import { badgeView, codeView, copyView, factsView, formatNumber, timeView, valueView } from '../../parts/values.ts'
import { every, Page } from '../../parts/view.ts'

const LOOK_AGAIN_MS = 15_000

/** The state of the networks, in words, with remedies. */
class NetworksPage extends Page {
  readonly #status = new Loader<NetworkStatuses>(this)
  readonly #reload = () => this.#status.reload({ quietly: true })

  protected override begin() {
    return [every(LOOK_AGAIN_MS, this.#reload)]
  }

  protected override load(): void {
    const { shop } = this.place
    void this.#status.load((signal) => callApi(shop, 'GET', '/network_status', { signal }))
  }

  override render() {
    const { networks } = pageTexts
    const { shell } = texts
    return html`<div class="page-head">
        <h1>${shell.pages.networks}</h1>
        <button type="button" @click=${this.#reload}>${networks.reload}</button>
      </div>
      <p class="lead">${networks.intro}</p>
      ${showLoaded(this.#status, (status) =>
        status.networks.length === 0
          ? emptyView(networks.empty, networks.emptyDetail)
          : html`${status.networks.map(networkView)}
              <section><p>${networks.doctor}</p>${codeView('crypto-checkout doctor')}</section>`,
      )}`
  }
}

function networkView(status: NetworkStatus): TemplateResult {
  const { networks } = pageTexts
  const { healthy, problems } = status
  const badge = healthy ? badgeView(networks.healthy, 'good') : badgeView(networks.troubled, 'bad')
  return html`<section class="panel network" aria-label=${status.networkTitle}>
    <h2>${valueView(status.networkTitle)} ${badge}</h2>
    ${
      problems.length > 0
        ? html`<ul class="problems">
          ${problems.map(({ code, message }) => html`<li>${networks.remedies[code]}<br /><small>${message}</small></li>`)}
        </ul>`
        : nothing
    }
    ${networkFacts(status)}
  </section>`
}

function networkFacts(status: NetworkStatus): TemplateResult {
  const { networks } = pageTexts
  const { lastBlock, finalBlock, lag, nodes, witnesses, recognition } = status
  return factsView([
    [networks.lastBlock, lastBlock && html`${lastBlock.number}, ${timeView(lastBlock.time)}`],
    [networks.finalBlock, finalBlock],
    [networks.lag, describeSpan(Math.round(lag.seconds))],
    [networks.nodes, networks.ofNodes(nodes.answering, nodes.configured)],
    [networks.witnesses, networks.ofWitnesses(witnesses.seen, witnesses.required)],
    [networks.recognition, networks.recognitions[recognition]],
    [networks.coins, listView(status.coins.map(coinView))],
    [networks.gas, listView(status.gasAccounts.map(gasView))],
    [networks.feeds, listView(status.priceFeeds.map(feedView))],
  ])
}

function listView(items: readonly unknown[]): unknown {
  return items.length === 0 ? nothing : items.map((item) => html`<div>${item}</div>`)
}

function coinView({ cryptocurrency, offered }: NetworkStatus['coins'][number]): TemplateResult {
  return html`${valueView(cryptocurrency)} ${offered ? nothing : badgeView(pageTexts.networks.notOffered, 'warn')}`
}

function gasView({ address, balance, currency, low }: NetworkStatus['gasAccounts'][number]): TemplateResult {
  const { gasLow, unknownBalance } = pageTexts.networks
  return html`${copyView(address)} ${balance === null ? unknownBalance : valueView(`${formatNumber(balance)} ${currency}`)} ${low ? badgeView(gasLow, 'bad') : nothing}`
}

function feedView({ pair, price, updatedAt, stale }: NetworkStatus['priceFeeds'][number]): TemplateResult {
  return html`${valueView(`${pair}: ${price === null ? '–' : formatNumber(price)}`)} <small>${timeView(updatedAt)}</small>
    ${stale ? badgeView(pageTexts.networks.stale, 'warn') : nothing}`
}

/** From two minutes on in minutes, and from two hours on in hours. */
function describeSpan(seconds: number): string {
  const { networks } = pageTexts
  if (seconds < 120) return networks.seconds(seconds)
  return seconds < 7_200 ? networks.minutes(Math.round(seconds / 60)) : networks.hours(Math.round(seconds / 3_600))
}

customElements.define('networks-page', NetworksPage)
