import { findDate, isDate, type ReportSummary, shiftDate } from '@crypto-checkout/api-types'
import { html, nothing, type TemplateResult } from 'lit'
import { callApi } from '../../api/request.ts'
import { pageTexts, texts } from '../../languages/texts.ts'
import { getTimeZone } from '../../parts/clock.ts'
import { reasonView } from '../../parts/entries.ts'
import { readText, textField } from '../../parts/field.ts'
import { type Column, tableView } from '../../parts/listing.ts'
import { Loader } from '../../parts/loader.ts'
import { printButton, spanOnPaper } from '../../parts/print.ts'
import { emptyView, showLoaded } from '../../parts/states.ts'
import { amountView, formatCoin, formatNetwork, formatPrice, formatSum, valueView } from '../../parts/values.ts'
import { Page } from '../../parts/view.ts'
import { formatPlace, setQuery } from '../../router.ts'
import './report-files.ts'
import type { Days } from './report-files.ts'

type Coin = { readonly network: string; readonly cryptocurrency: string | null }

/** The money of some days: totals by currency, coins, fees, and what is open now. */
class ReportsPage extends Page {
  readonly #summary = new Loader<ReportSummary>(this)

  protected override load(): void {
    const { shop } = this.place
    const query = this.#days
    void this.#summary.load((signal) => callApi(shop, 'GET', '/reports/summary', { query, signal }), { quietly: true })
  }

  /** The days of the address. Default: this month so far. */
  get #days(): Days {
    const { query } = this.place
    const [from, to] = [query.get('from') ?? '', query.get('to') ?? '']
    const month = findThisMonth()
    return { from: isDate(from) ? from : month.from, to: isDate(to) ? to : month.to }
  }

  override render() {
    const { reports } = pageTexts
    const { from, to } = this.#days
    return html`<div class="page-head">
        <h1>${texts.shell.pages.reports}</h1>
        ${this.#months()}
      </div>
      ${spanOnPaper(from, to)}
      <form class="filters" @change=${chooseDays}>
        ${textField({ name: 'from', label: reports.from, type: 'date', value: from })}
        ${textField({ name: 'to', label: reports.to, type: 'date', value: to })}
        ${printButton()}
      </form>
      ${showLoaded(this.#summary, (summary) => this.#page(summary))}`
  }

  #months(): TemplateResult {
    const { reports } = pageTexts
    const shown = this.#days
    const link = (label: string, days: Days) => {
      const href = formatPlace(this.place.shop, 'reports', new URLSearchParams(days))
      return html`<a href=${href} aria-current=${days.from === shown.from && days.to === shown.to}>${label}</a>`
    }
    const month = findThisMonth()
    return html`<div class="segments" role="group" aria-label=${reports.span}>
      ${link(reports.thisMonth, month)} ${link(reports.lastMonth, findMonthBefore(month))}
    </div>`
  }

  #page(summary: ReportSummary) {
    const { reports } = pageTexts
    const { totals, values, coins, withoutValue, networkFees, completedPayments } = summary
    return [
      totals.length + coins.length + networkFees.length === 0
        ? html`<div class="panel">${emptyView(reports.none, reports.noneHint)}</div>`
        : nothing,
      totals.length > 0 ? totalsView(totals, completedPayments) : nothing,
      section(reports.coins.title, coins, coinColumns(coins)),
      section(reports.values.title, values, valueColumns()),
      section(reports.withoutValue.title, withoutValue, withoutValueColumns()),
      section(reports.fees.title, networkFees, feeColumns()),
      this.#open(summary.open),
      this.#files(summary),
    ]
  }

  #files({ from, to, coins, networkFees }: ReportSummary): TemplateResult | typeof nothing {
    if (from === null || to === null || coins.length + networkFees.length === 0) return nothing
    const names = [...new Set(coins.flatMap(({ cryptocurrency }) => cryptocurrency ?? []))]
    return html`<report-files .shop=${this.place.shop} .days=${{ from, to }} .coins=${names}></report-files>`
  }

  /** Things that are open now, whatever the days. */
  #open(open: ReportSummary['open']): TemplateResult {
    const { open: words } = pageTexts.reports
    const { unattributedTransfers, partlyPaidPayments, waitingRefunds } = open
    const row = (name: keyof typeof words.kinds, path: string, { count, coins }: typeof waitingRefunds) => {
      const sums = coins.map(({ amount, cryptocurrency, network }) =>
        texts.overview.coinOn(formatCoin(amount, cryptocurrency ?? ''), formatNetwork(network)),
      )
      return { name, path, count, sums }
    }
    const rows = [
      row('unattributedTransfers', 'unattributed', unattributedTransfers),
      row('partlyPaidPayments', 'payments?status=partially_paid', partlyPaidPayments),
      row('waitingRefunds', 'refunds?status=pending', waitingRefunds),
    ].filter(({ count }) => count > 0)
    if (rows.length === 0) return html`<p class="hint">${words.nothing}</p>`
    const columns: Column<(typeof rows)[number]>[] = [
      [words.what, ({ name }) => words.kinds[name]],
      [words.count, ({ count }) => count, 'numeric'],
      [words.sum, ({ sums }) => sums.map((sum) => html`<div translate="no">${sum}</div>`)],
    ]
    return html`<section>
      <h2>${words.title}</h2>
      ${tableView(columns, rows, ({ path }) => formatPlace(this.place.shop, path))}
    </section>`
  }
}

/** Days that are not whole yet, as while somebody types, change nothing. */
function chooseDays({ currentTarget: form }: Event): void {
  if (!(form instanceof HTMLFormElement)) return
  const values = new FormData(form)
  const [from = '', to = ''] = [readText(values, 'from'), readText(values, 'to')]
  if (isDate(from) && isDate(to)) setQuery({ from, to })
}

function findThisMonth(): Days {
  const to = findDate(getTimeZone(), Date.now())
  return { from: toFirst(to), to }
}

function findMonthBefore({ from }: Days): Days {
  const to = shiftDate(from, -1)
  return { from: toFirst(to), to }
}

/** `toFirst('2026-11-21') // '2026-11-01'` */
function toFirst(date: string): string {
  return `${date.slice(0, 8)}01`
}

/** A table under its heading, if it has rows. */
function section<Item>(
  title: string,
  items: readonly Item[],
  columns: Column<Item>[],
): TemplateResult | typeof nothing {
  return items.length === 0 ? nothing : html`<section><h2>${title}</h2>${tableView(columns, items)}</section>`
}

function totalsView(totals: ReportSummary['totals'], payments: number | null): TemplateResult {
  const { totals: words } = pageTexts.reports
  const show = (amount: string, currency: string) => valueView(formatPrice(Number(amount), currency))
  return html`<section>
    <h2>${words.title}</h2>
    <ul class="totals">
      ${totals.map(
        ({ currency, net, received, refunded }) => html`<li class="panel">
          <strong translate="no">${formatPrice(Number(net), currency)}</strong>
          <small>${words.received} ${show(received, currency)}</small>
          <small>${words.refunded} ${show(refunded, currency)}</small>
        </li>`,
      )}
    </ul>
    <p class="hint">${payments === null ? nothing : words.payments(payments)} ${words.hint}</p>
  </section>`
}

/** A coin in the first column of its table. */
function coinView({ network, cryptocurrency }: Coin): TemplateResult {
  return amountView(cryptocurrency ?? pageTexts.entries.reasons.not_recorded, formatNetwork(network))
}

/** A sum of coins; empty if there is none. */
function sumView(amount: string): string {
  return Number(amount) === 0 ? '' : formatSum(amount)
}

/** Columns without a sum are left out. */
function coinColumns(rows: ReportSummary['coins']): Column<ReportSummary['coins'][number]>[] {
  const { coins } = pageTexts.reports
  const names = ['received', 'refunded', 'net', 'direct', 'paidOut', 'coinFees', 'destroyed'] as const
  const used = names.filter((name) => rows.some((row) => Number(row[name]) !== 0))
  return [
    [coins.coin, coinView],
    ...used.map((name) => [coins[name], (row: (typeof rows)[number]) => sumView(row[name]), 'numeric'] as const),
  ]
}

/** The value of each coin, in the currency of its payments. */
function valueColumns(): Column<ReportSummary['values'][number]>[] {
  const { coins } = pageTexts.reports
  const sum =
    (name: 'received' | 'refunded' | 'net') =>
    ({ currency, [name]: amount }: ReportSummary['values'][number]) =>
      valueView(formatPrice(Number(amount), currency))
  return [
    [coins.coin, coinView],
    ...(['received', 'refunded', 'net'] as const).map((name) => [coins[name], sum(name), 'numeric'] as const),
  ]
}

function withoutValueColumns(): Column<ReportSummary['withoutValue'][number]>[] {
  const { coins, withoutValue } = pageTexts.reports
  return [
    [coins.coin, coinView],
    [withoutValue.reason, ({ reason }) => reasonView(reason)],
    [coins.received, ({ receivedCoins }) => sumView(receivedCoins), 'numeric'],
    [coins.refunded, ({ refundedCoins }) => sumView(refundedCoins), 'numeric'],
  ]
}

function feeColumns(): Column<ReportSummary['networkFees'][number]>[] {
  const { coins, fees } = pageTexts.reports
  return [
    [coins.coin, coinView],
    [fees.kind, ({ kind }) => pageTexts.entries.kinds[kind]],
    [fees.amount, ({ amount }) => sumView(amount), 'numeric'],
    [fees.count, ({ count }) => count, 'numeric'],
    [fees.unknown, ({ unknown }) => (unknown === 0 ? '' : unknown), 'numeric'],
  ]
}

customElements.define('reports-page', ReportsPage)
