import type { Overview } from '@crypto-checkout/api-types'
import { html, nothing, type SVGTemplateResult, svg, type TemplateResult } from 'lit'
import { texts } from '../../languages/texts.ts'
import { formatCoin, formatNetwork, getLocale } from '../../parts/values.ts'
import { View } from '../../parts/view.ts'
import { type Bar, type Chart, type Kind, layOutBars, sumBar } from './bars.ts'

/** In CSS pixels: text keeps its size on every screen. */
const HEIGHT = 220
const TOP = 12
const BOTTOM = 24
const LEFT = 52
const LABEL_WIDTH = 72
const MOST_BAR_WIDTH = 36
const PLOT_HEIGHT = HEIGHT - TOP - BOTTOM

/** Bars by day. It measures the width that it has, and draws for it. */
class ReceivedChart extends View {
  static override properties = { overview: { attribute: false } }

  declare overview: Overview
  #width = 0
  readonly #observer = new ResizeObserver(([entry]) => {
    const width = Math.round(entry?.contentRect.width ?? 0)
    if (width === this.#width) return
    this.#width = width
    this.requestUpdate()
  })

  protected override begin() {
    this.#observer.observe(this)
    return [() => this.#observer.disconnect()]
  }

  override render() {
    if (this.#width === 0) return nothing
    const chart = layOutBars(this.overview)
    return html`${this.#drawing(chart)}
      <ul class="legend">
        ${chart.kinds.map((kind, index) => html`<li translate=${kind ? 'no' : nothing}>${swatch(index)} ${describeKind(kind)}</li>`)}
      </ul>`
  }

  #drawing({ bars, marks }: Chart): TemplateResult {
    const width = this.#width
    const top = marks.at(-1) ?? 1
    const toY = (amount: number) => TOP + PLOT_HEIGHT * (1 - amount / top)
    const slot = (width - LEFT) / bars.length
    const every = Math.ceil((LABEL_WIDTH * bars.length) / (width - LEFT))
    const { from, to } = this.overview
    return html`<svg
      class="chart"
      role="img"
      aria-label=${texts.overview.chart(formatDay(from), formatDay(to))}
      width=${width}
      height=${HEIGHT}
      viewBox=${`0 0 ${width} ${HEIGHT}`}
    >
      ${marks.map((mark) => markView(mark, toY(mark), width))}
      ${bars.map((bar, index) => barView(bar, LEFT + slot * index, slot, toY))}
      ${bars.map(({ date }, index) =>
        // From the last day backwards: today always has its label.
        (bars.length - 1 - index) % every === 0 ? dayView(date, LEFT + slot * (index + 0.5), width) : nothing,
      )}
    </svg>`
  }
}

function markView(mark: number, y: number, width: number): SVGTemplateResult {
  const format = new Intl.NumberFormat(getLocale(), { notation: 'compact', maximumSignificantDigits: 3 })
  return svg`<line class="mark" x1=${LEFT} x2=${width} y1=${y} y2=${y} />
    <text x=${LEFT - 8} y=${y + 4} text-anchor="end">${format.format(mark)}</text>`
}

/** The whole column can be pointed at, also above a low bar. */
function barView(bar: Bar, x: number, slot: number, toY: (amount: number) => number): SVGTemplateResult {
  const width = Math.min(slot * 0.72, MOST_BAR_WIDTH)
  let below = 0
  const parts = bar.amounts.map((amount, index) => {
    const [bottom, top] = [toY(below), toY(below + amount)]
    below += amount
    const left = x + (slot - width) / 2
    return amount === 0
      ? nothing
      : svg`<rect class=${`kind kind-${index}`} x=${left} y=${top} width=${width} height=${Math.max(bottom - top, 1)} />`
  })
  const sum = new Intl.NumberFormat(getLocale(), { maximumFractionDigits: 2 }).format(sumBar(bar))
  return svg`<g class="bar">
    <title>${texts.overview.day(formatDay(bar.date), sum)}</title>
    <rect class="column" x=${x} y=${TOP} width=${slot} height=${PLOT_HEIGHT} />
    ${parts}
  </g>`
}

function dayView(date: string, x: number, width: number): SVGTemplateResult {
  const half = LABEL_WIDTH / 2
  const isAtEnd = x + half > width
  return svg`<text x=${isAtEnd ? width : x} y=${HEIGHT - 6} text-anchor=${isAtEnd ? 'end' : 'middle'}>${formatDay(date)}</text>`
}

function swatch(index: number): TemplateResult {
  return html`<svg class="swatch" viewBox="0 0 10 10" aria-hidden="true"><rect class=${`kind kind-${index}`} width="10" height="10" /></svg>`
}

function describeKind(kind: Kind): string {
  return kind ? texts.overview.coinOn(kind.cryptocurrency, formatNetwork(kind.network)) : texts.overview.others
}

/** `formatDay('2026-11-01') // '1 Nov'` */
export function formatDay(date: string): string {
  const format = new Intl.DateTimeFormat(getLocale(), { day: 'numeric', month: 'short', timeZone: 'UTC' })
  return format.format(Date.parse(date))
}

/** `formatOn({ amount: '5.000000', cryptocurrency: 'USDC', network: 'polygon' }) // '5.00 USDC on Polygon'` */
export function formatOn({ amount, cryptocurrency, network }: Omit<Overview['totals'][number], 'payments'>): string {
  return texts.overview.coinOn(formatCoin(amount, cryptocurrency), formatNetwork(network))
}

customElements.define('received-chart', ReceivedChart)
