/**
 * Local time by the runtime's time zones (IANA, by ECMA-402), for server and browser alike. A wall time is what a clock on
 * the wall shows, as the milliseconds at which it would be that time in UTC.
 */

const DAY_MS = 86_400_000

/** A span of time in milliseconds: `from` belongs to it, `to` does not. */
export type Span = { readonly from: number; readonly to: number }

/**
 * The time of a day in a zone, from the first instant at which clocks show its midnight or later: `findDay('Europe/Berlin',
 * '2026-03-29')` has 23 hours. A day that the zone skipped is empty. Days follow each other without a gap, so if clocks are
 * put back over midnight, the hour that they show again belongs to the new day. Throws RangeError for an unknown zone, and
 * for a date that the calendar does not have.
 */
export function findDay(timeZone: string, date: string): Span {
  const wall = parseDate(date)
  return { from: findFirstInstant(timeZone, wall), to: findFirstInstant(timeZone, wall + DAY_MS) }
}

/** The time of a month, by the same rule: `findMonth('Asia/Tokyo', '2026-11')`. */
export function findMonth(timeZone: string, month: string): Span {
  const first = new Date(parseDate(`${month}-01`))
  const next = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1)
  return { from: findFirstInstant(timeZone, first.getTime()), to: findFirstInstant(timeZone, next) }
}

/** The day that an instant belongs to: `findDate('Asia/Tokyo', Date.parse('2026-11-30T15:00Z')) // '2026-12-01'` */
export function findDate(timeZone: string, instant: number): string {
  let day = Math.floor(toWallTime(timeZone, instant) / DAY_MS) * DAY_MS
  // Clocks that were put back over midnight show the day before once more.
  while (findFirstInstant(timeZone, day + DAY_MS) <= instant) day += DAY_MS
  return formatDate(day)
}

/** `shiftDate('2026-11-01', -1) // '2026-10-31'` */
export function shiftDate(date: string, days: number): string {
  return formatDate(parseDate(date) + days * DAY_MS)
}

/** Tells whether a text is a date of the calendar, such as `2026-11-21`. */
export function isDate(text: string): boolean {
  const ms = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN
  // Date.parse takes 31 February for 3 March; a real day comes back unchanged.
  return !Number.isNaN(ms) && formatDate(ms) === text
}

/** A date as its midnight in UTC. */
function parseDate(date: string): number {
  if (!isDate(date)) throw new RangeError(`${date} is no date`)
  return Date.parse(date)
}

function formatDate(midnight: number): string {
  return new Date(midnight).toISOString().slice(0, 10)
}

/** No clock was ever further ahead of UTC. */
const MOST_AHEAD_MS = 16 * 3_600_000

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
