import type { Transfer } from '@crypto-checkout/api-types'
import { html } from 'lit'
import { pageTexts, texts } from '../../languages/texts.ts'
import { filterBar } from '../../parts/filter-bar.ts'
import { type Column, Listing } from '../../parts/listing.ts'
import { emptyView } from '../../parts/states.ts'
import { amountView, badgeView, copyView, formatCoin, formatNetwork, timeView } from '../../parts/values.ts'
import { Page } from '../../parts/view.ts'
import { formatPlace } from '../../router.ts'

/** An inbox: money that arrived and belongs to no payment. */
class UnattributedPage extends Page {
  readonly #transfers = new Listing<Transfer>(this, /^transfer\.unattributed$/)

  protected override load(): void {
    const { shop, query } = this.place
    const status = query.get('status') === 'named' ? 'named' : 'unattributed'
    const filter = { status, network: query.get('network') ?? undefined }
    void this.#transfers.load(shop, '/transfers', filter)
  }

  override render() {
    const { transfers } = pageTexts
    const { shell } = texts
    const { shop, query } = this.place
    const found = new Set([...this.#transfers.items.map(({ network }) => network), ...query.getAll('network')])
    const choices = [...found].map((network) => ({ value: network, label: formatNetwork(network) }))
    const named = { name: 'status', label: transfers.shown, choices: [{ value: 'named', label: transfers.onlyNamed }] }
    const fields = [
      named,
      ...(choices.length > 1 ? [{ name: 'network', label: transfers.network, choices, areNames: true }] : []),
    ]
    return html`<div class="page-head"><h1>${shell.pages.unattributed}</h1></div>
      <p class="lead">${transfers.intro}</p>
      ${filterBar(fields, query)}
      ${this.#transfers.view(
        columns(),
        ({ id }) => formatPlace(shop, `unattributed/${id}`),
        emptyView(transfers.none, transfers.noneHint),
      )}`
  }
}

function columns(): Column<Transfer>[] {
  const titles = pageTexts.transfers.columns
  return [
    [
      titles.amount,
      ({ amount, cryptocurrency, network }) => amountView(formatCoin(amount, cryptocurrency), formatNetwork(network)),
    ],
    [titles.hint, hintView],
    [titles.from, ({ from }) => copyView(from)],
    [titles.arrived, ({ seenAt }) => timeView(seenAt)],
  ]
}

function hintView({ suggestedPayment, namedBy }: Transfer) {
  const { transfers } = pageTexts
  if (suggestedPayment !== null) return badgeView(transfers.suggested, 'good')
  return namedBy.length > 0
    ? badgeView(transfers.named(namedBy.length), 'warn')
    : html`<small>${transfers.noHint}</small>`
}

customElements.define('unattributed-page', UnattributedPage)
