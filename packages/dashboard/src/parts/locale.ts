/** The viewer's language and days. */

/** The first of the browser's tags that is of a language, for numbers and times. Some systems have tags that are none. */
export function pickLocale(tags: readonly string[], language: string): string {
  return tags.find((tag) => tag.startsWith(language) && isTag(tag)) ?? language
}

/** `en-US@posix` is what Chromium says on some systems, and every format refuses it. */
function isTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1
  } catch {
    return false
  }
}

/**
 * The times between which the days `from` to `to` of an address's query lie in the viewer's time zone, as the API's lists take them. A day may
 * have 23 or 25 hours. What is no day is left out.
 */
export function readDays(query: URLSearchParams): {
  readonly created_gte: string | undefined
  readonly created_lt: string | undefined
} {
  return { created_gte: findDayStart(query.get('from'), 0), created_lt: findDayStart(query.get('to'), 1) }
}

/** Finds the beginning of a day, or of the day so many days later. */
function findDayStart(day: string | null, later: number): string | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day ?? '') ?? []
  if (!year || !month || !date) return undefined
  const start = new Date(Number(year), Number(month) - 1, Number(date) + later)
  return Number.isNaN(start.getTime()) ? undefined : start.toISOString()
}
