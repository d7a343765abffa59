/** The viewer's language, and the days of a shop. */
import { findDay, isDate } from '@crypto-checkout/api-types'

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
 * The times between which the days `from` to `to` of an address's query lie in a time zone, as the API's lists take them. A day
 * may have 23 or 25 hours. What is no day is left out.
 */
export function readDays(
  query: URLSearchParams,
  timeZone: string,
): {
  readonly created_gte: string | undefined
  readonly created_lt: string | undefined
} {
  const [from, to] = [query.get('from') ?? '', query.get('to') ?? '']
  return {
    created_gte: isDate(from) ? new Date(findDay(timeZone, from).from).toISOString() : undefined,
    created_lt: isDate(to) ? new Date(findDay(timeZone, to).to).toISOString() : undefined,
  }
}
