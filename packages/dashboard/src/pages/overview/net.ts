/** The overview's totals by currency, against the days before. */
import { findDate, type ReportSummary, shiftDate } from '@crypto-checkout/api-types'
import { html, nothing, type TemplateResult } from 'lit'
import { callApi } from '../../api/request.ts'
import { texts } from '../../languages/texts.ts'
import { getTimeZone } from '../../parts/clock.ts'
import { formatPrice } from '../../parts/values.ts'
import type { Shop } from '../../router.ts'

/** The value of what came in after refunds in some days, and in as many before. */
export type Net = { readonly currency: string; readonly now: number; readonly before: number }

/** `days`: how many, with today. */
export async function requestNet(shop: Shop, days: number, sent: { readonly signal: AbortSignal }): Promise<Net[]> {
  const to = findDate(getTimeZone(), Date.now())
  const request = async (last: string) => {
    const query = { from: shiftDate(last, 1 - days), to: last }
    const { totals } = await callApi<ReportSummary>(shop, 'GET', '/reports/summary', { ...sent, query })
    return new Map(totals.map(({ currency, net }) => [currency, Number(net)]))
  }
  const [now, before] = await Promise.all([request(to), request(shiftDate(to, -days))])
  return [...new Set([...now.keys(), ...before.keys()])].map((currency) => ({
    currency,
    now: now.get(currency) ?? 0,
    before: before.get(currency) ?? 0,
  }))
}

export function netView(net: readonly Net[], days: number): TemplateResult | typeof nothing {
  if (net.length === 0) return nothing
  const { afterRefunds, before: words } = texts.overview.received
  return html`<ul class="totals">
    ${net.map(
      ({ currency, now, before }) => html`<li class="panel">
        <strong translate="no">${formatPrice(now, currency)}</strong>
        <small>${afterRefunds}</small>
        <small>${words(days)} <span translate="no">${formatPrice(before, currency)}</span></small>
      </li>`,
    )}
  </ul>`
}
