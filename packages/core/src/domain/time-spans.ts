/** Spans of time in which things are tallied, so that those of any span are counted without reading each. */

import { DAY_MS, HOUR_MS } from './time.ts'

/** The last moment that a date can represent, in whole days. */
export const END_OF_TIME = 8_640_000_000_000_000
/** Longest first. Each thing is in one tally of each. */
export const TALLIED_SPANS_MS: readonly number[] = [END_OF_TIME, DAY_MS, HOUR_MS]

/**
 * A span of time in pieces: single things up to the first whole hour, hours up to the first whole day, days, hours and single
 * things again. Hours and days are counted from 1970. A piece that there is none of ends where it begins.
 */
export type SpanPieces = Record<'rowsFrom' | 'rowsTo' | 'hoursFrom' | 'hoursTo' | 'daysFrom' | 'daysTo', number> &
  Record<'laterHoursFrom' | 'laterHoursTo' | 'laterRowsFrom' | 'laterRowsTo', number>

/** Splits a span of time, from a time on and up to before another. */
export function splitSpan(from: number, to: number): SpanPieces {
  const [hours, days] = [inner(from, to, HOUR_MS), inner(from, to, DAY_MS)]
  const none = { hoursFrom: 0, hoursTo: 0, laterHoursFrom: 0, laterHoursTo: 0, daysFrom: 0, daysTo: 0 }
  if (!hours) {
    const rows = to > from ? { rowsFrom: from, rowsTo: to } : { rowsFrom: 0, rowsTo: 0 }
    return { ...none, ...rows, laterRowsFrom: 0, laterRowsTo: 0 }
  }
  const rows = {
    rowsFrom: from,
    rowsTo: hours.first * HOUR_MS,
    laterRowsFrom: hours.end * HOUR_MS,
    laterRowsTo: to,
  }
  if (!days) return { ...none, ...rows, hoursFrom: hours.first, hoursTo: hours.end }
  const [firstHour, endHour] = [(days.first * DAY_MS) / HOUR_MS, (days.end * DAY_MS) / HOUR_MS]
  const edges = { hoursFrom: hours.first, hoursTo: firstHour, laterHoursFrom: endHour, laterHoursTo: hours.end }
  return { ...rows, ...edges, daysFrom: days.first, daysTo: days.end }
}

/** The whole days or hours within a span of time; null if there is none. */
function inner(from: number, to: number, span: number): { readonly first: number; readonly end: number } | null {
  const [first, end] = [Math.ceil(from / span), Math.floor(to / span)]
  return first < end ? { first, end } : null
}
