/** Ranges of days in the zone of the shop. */
import { findDate, findDay, findMonth, isDate, shiftDate } from '@crypto-checkout/api-types'

export const rangeNames = ['today', 'yesterday', 'last7', 'last30', 'month', 'custom'] as const

export type TimeFilter = { readonly created_gte?: string; readonly created_lt?: string }

type Chosen = { readonly range: string | null; readonly from: string | null; readonly to: string | null }

/** The times of a range that the address names, for the API. `to` is the last day. */
export function toTimeFilter({ range, from, to }: Chosen, timeZone: string, now = Date.now()): TimeFilter {
  const today = findDate(timeZone, now)
  const startOf = (days: number) => findDay(timeZone, shiftDate(today, days)).from
  if (range === 'today') return between(startOf(0), null)
  if (range === 'yesterday') return between(startOf(-1), startOf(0))
  if (range === 'last7') return between(startOf(-6), null)
  if (range === 'last30') return between(startOf(-29), null)
  if (range === 'month') return between(findMonth(timeZone, today.slice(0, 7)).from, null)
  const first = from !== null && isDate(from) ? findDay(timeZone, from).from : null
  return between(first, to !== null && isDate(to) ? findDay(timeZone, to).to : null)
}

function between(from: number | null, until: number | null): TimeFilter {
  return {
    ...(from === null ? {} : { created_gte: new Date(from).toISOString() }),
    ...(until === null ? {} : { created_lt: new Date(until).toISOString() }),
  }
}
