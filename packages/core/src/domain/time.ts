/** Times as text (ISO 8601). Days and clocks of time zones are in `local-time.ts` of api-types. */

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

export function toIsoTime(ms: number): string {
  return new Date(ms).toISOString()
}

export function toIsoTimeOrNull(ms: number | null): string | null {
  return ms === null ? null : toIsoTime(ms)
}

const ISO_TIME = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/

/** Milliseconds of an ISO 8601 date (UTC) or time with its zone; null when it is neither. */
export function parseTime(text: string): number | null {
  if (!ISO_TIME.test(text)) return null
  const ms = Date.parse(text)
  // Date.parse takes 31 February for 3 March; a real day comes back unchanged.
  const day = Date.parse(`${text.slice(0, 10)}T00:00:00Z`)
  const real = !Number.isNaN(day) && new Date(day).toISOString().startsWith(text.slice(0, 10))
  return real && !Number.isNaN(ms) ? ms : null
}

const DATE = /^\d{4}-\d{2}-\d{2}$/

/**
 * The end of a span of time in milliseconds: a date includes its whole day (UTC), a time ends it there. Null when it is
 * neither.
 */
export function parseEnd(text: string): number | null {
  const start = parseTime(text)
  return start === null ? null : start + (DATE.test(text) ? DAY_MS : 0)
}
