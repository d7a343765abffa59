/**
 * Local time, from the time zones that the runtime knows (IANA, by ECMA-402). A wall time is what a clock on
 * the wall shows, as the milliseconds at which it would be that time in UTC.
 */

const MINUTE_MS = 60_000
/** No clock was ever further ahead of UTC. */
const MOST_AHEAD_MS = 16 * 60 * MINUTE_MS

/** Names of three letters that are IANA's. Others are abbreviations of ICU's: its BST is Dhaka's time. */
const SHORT_NAMES = /^(?:CET|EET|EST|GMT|HST|MET|MST|PRC|ROC|ROK|UCT|UTC|WET)$/i

/** Whether a text names a zone of the IANA database, links such as `Asia/Kolkata` included. Offsets are no names. */
export function isTimeZone(name: string): boolean {
  if (!/^[a-z][\w+/-]{2,63}$/i.test(name) || (name.length === 3 && !SHORT_NAMES.test(name))) return false
  try {
    formatOf(name)
    return true
  } catch {
    return false
  }
}

/** What the clocks of a zone show at an instant. */
export function wallTime(timeZone: string, instant: number): number {
  const match = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(formatOf(timeZone).format(instant))
  if (!match) throw new Error(`the runtime tells no offset of ${timeZone}`)
  const [, sign, hours = 0, minutes = 0, seconds = 0] = match
  const offset = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000
  return instant + (sign === '-' ? -offset : offset)
}

/**
 * The first instant at which the clocks of a zone show a wall time or a later one: where clocks are put
 * forward past it, the one after the gap; where they are put back and show it twice, the first.
 */
export function firstInstantOf(timeZone: string, wall: number): number {
  let before = wall - MOST_AHEAD_MS
  for (;;) {
    // It is then, unless clocks are changed in between. As long as they only are put back, it was not yet.
    const guess = before + wall - wallTime(timeZone, before)
    const shown = wallTime(timeZone, guess)
    if (shown === wall) return guess
    if (shown > wall) return firstReached(timeZone, wall, before, guess)
    before = guess
  }
}

/** Halves what lies between an instant before the wall time and one at which it is past. */
function firstReached(timeZone: string, wall: number, before: number, past: number): number {
  let [low, high] = [before, past]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (wallTime(timeZone, middle) >= wall) high = middle
    else low = middle
  }
  return high
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Kept: making one takes longer than all that is asked of it here. Throws RangeError for a zone that is not known. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const name = timeZone.toLowerCase()
  const known = formats.get(name)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  formats.set(name, made)
  return made
}
