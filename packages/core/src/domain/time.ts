/**
 * Times as text (ISO 8601), and local time by the runtime's time zones (IANA, by ECMA-402). A wall time is what a clock on
 * the wall shows, as the milliseconds at which it would be that time in UTC.
 */

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

/** No clock was ever further ahead of UTC. */
const MOST_AHEAD_MS = 16 * 60 * MINUTE_MS

/** Three-letter names that are IANA's. Others are abbreviations of ICU's: its BST is Dhaka's time. */
const SHORT_NAMES = /^(?:CET|EET|EST|GMT|HST|MET|MST|PRC|ROC|ROK|UCT|UTC|WET)$/i

/**
 * Tells whether a text names a zone of the IANA database, including links such as `Asia/Kolkata`. Offsets are not
 * names.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[a-z][\w+/-]{2,63}$/i.test(name) || (name.length === 3 && !SHORT_NAMES.test(name))) return false
  try {
    getFormat(name)
    return true
  } catch {
    return false
  }
}

/** Converts an instant to the time that a zone's clocks show. */
export function toWallTime(timeZone: string, instant: number): number {
  const match = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(getFormat(timeZone).format(instant))
  if (!match) throw new Error(`the runtime tells no offset of ${timeZone}`)
  const [, sign, hours = 0, minutes = 0, seconds = 0] = match
  const offset = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000
  return instant + (sign === '-' ? -offset : offset)
}

/**
 * The first instant at which a zone's clocks show a wall time or a later one. If clocks are put forward past it, the
 * first instant after the gap. If they are put back and show it twice, the first of the two.
 */
export function findFirstInstant(timeZone: string, wall: number): number {
  let before = wall - MOST_AHEAD_MS
  for (;;) {
    // Right unless clocks change in between. If they are only put back, the guess is too early.
    const guess = before + wall - toWallTime(timeZone, before)
    const shown = toWallTime(timeZone, guess)
    if (shown === wall) return guess
    if (shown > wall) return firstReached(timeZone, wall, before, guess)
    before = guess
  }
}

/** Bisects between an instant before the wall time and one past it. */
function firstReached(timeZone: string, wall: number, before: number, past: number): number {
  let [low, high] = [before, past]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (toWallTime(timeZone, middle) >= wall) high = middle
    else low = middle
  }
  return high
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Cached: making one takes longer than all uses of it here. Throws RangeError for an unknown zone. */
function getFormat(timeZone: string): Intl.DateTimeFormat {
  const name = timeZone.toLowerCase()
  const known = formats.get(name)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  formats.set(name, made)
  return made
}
