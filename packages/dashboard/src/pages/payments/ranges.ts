/** Ranges of days in the viewer's own zone. */

export const rangeNames = ['today', 'yesterday', 'last7', 'last30', 'month', 'custom'] as const

export type TimeFilter = { readonly created_gte?: string; readonly created_lt?: string }

type Chosen = { readonly range: string | null; readonly from: string | null; readonly to: string | null }

/**
 * The times of a range that the address names, for the API. Days begin at the viewer's midnight, also where the clock
 * changes: `new Date(year, month, day)` knows the zone's rules, and sums of 24 hours do not. `to` is the last day.
 */
export function toTimeFilter({ range, from, to }: Chosen, now = new Date()): TimeFilter {
  if (range === 'today') return between(dayFrom(now, 0), null)
  if (range === 'yesterday') return between(dayFrom(now, -1), dayFrom(now, 0))
  if (range === 'last7') return between(dayFrom(now, -6), null)
  if (range === 'last30') return between(dayFrom(now, -29), null)
  if (range === 'month') return between(new Date(now.getFullYear(), now.getMonth(), 1), null)
  const [first, last] = [parseDay(from), parseDay(to)]
  return between(first, last && dayFrom(last, 1))
}

function dayFrom(time: Date, days: number): Date {
  return new Date(time.getFullYear(), time.getMonth(), time.getDate() + days)
}

function between(from: Date | null, until: Date | null): TimeFilter {
  return {
    ...(from ? { created_gte: from.toISOString() } : {}),
    ...(until ? { created_lt: until.toISOString() } : {}),
  }
}

/** A day as `<input type="date">` writes it; null if it is none. */
function parseDay(text: string | null): Date | null {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text ?? '') ?? []
  return year ? new Date(Number(year), Number(month) - 1, Number(day)) : null
}
