import { findDate, findDay, findMonth, isDate, shiftDate } from '@crypto-checkout/api-types'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isQuickRun, pickRuns } from '../testing/runs.ts'
import { DAY_MS, HOUR_MS } from './time.ts'

const ms = (text: string) => Date.parse(text)
const QUARTER_MS = HOUR_MS / 4

/** Shows the dates of a zone, computed in another way than in the code: `2026-03-29`. */
function datesOf(timeZone: string): (instant: number) => string {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, ...parts })
  return (instant) => format.format(instant)
}

/** The changes of a zone's clocks between two times, to the minute; two within a step may be missed. */
function findChanges(timeZone: string, from: number, to: number, stepMs: number): number[] {
  const parts = { day: '2-digit', hour: '2-digit', minute: '2-digit' } as const
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'longOffset', ...parts })
  const offsetAt = (instant: number) => format.format(instant).split('GMT')[1] ?? ''
  const changes: number[] = []
  let before = offsetAt(from)
  for (let at = from; at < to; at += stepMs) {
    const after = offsetAt(at + stepMs)
    if (after === before) continue
    let [low, high] = [at, at + stepMs]
    while (high - low > 1_000) {
      const middle = (low + high) / 2
      if (offsetAt(middle) === before) low = middle
      else high = middle
    }
    changes.push(Math.round(high / 1_000) * 1_000)
    before = after
  }
  return changes
}

/** Says what is wrong with a day; null if nothing is. */
function findProblem(timeZone: string, date: string, shown: (instant: number) => string): string | null {
  const { from, to } = findDay(timeZone, date)
  const problem = (text: string) => `${timeZone} ${date}: ${text}`
  if (to !== findDay(timeZone, shiftDate(date, 1)).from) return problem('the next day does not follow')
  // The first instant at which clocks show this date or a later one.
  if (shown(from) < date || shown(from - 1) >= date) return problem(`does not begin at ${new Date(from).toISOString()}`)
  for (let early = from - QUARTER_MS; early > from - DAY_MS; early -= QUARTER_MS)
    if (shown(early) >= date) return problem(`began at ${new Date(early).toISOString()}`)
  for (let at = from; at < to; at += QUARTER_MS)
    if (findDate(timeZone, at) !== date) return problem(`${new Date(at).toISOString()} is of ${findDate(timeZone, at)}`)
  if (to > from && findDate(timeZone, to - 1) !== date) return problem('its last instant belongs to another day')
  return null
}

const STEP_MS = (isQuickRun() ? 28 : 7) * DAY_MS
const zones = Intl.supportedValuesOf('timeZone')
const tried = isQuickRun() ? zones.filter((_, index) => index % 24 === 3) : zones
const YEARS = [ms('1970-01-01'), ms('2040-01-01')] as const

test('in every zone, the days around every change of its clocks follow each other and hold their own time', () => {
  const problems: (string | null)[] = []
  let changes = 0
  for (const timeZone of tried) {
    const shown = datesOf(timeZone)
    for (const change of findChanges(timeZone, ...YEARS, STEP_MS)) {
      changes += 1
      const date = findDate(timeZone, change)
      problems.push(...[-1, 0, 1].map((days) => findProblem(timeZone, shiftDate(date, days), shown)))
    }
  }
  expect(problems.filter((problem) => problem !== null)).toEqual([])
  expect(changes).toBeGreaterThan(isQuickRun() ? 300 : 10_000)
  // It computes for two minutes, and far longer beside other work.
}, 900_000)

const someZone = fc.constantFrom(...zones)
const someInstant = fc.integer({ min: YEARS[0], max: YEARS[1] })
const someDate = someInstant.map((instant) => new Date(instant).toISOString().slice(0, 10))

test('each instant belongs to the one day that holds it', () => {
  fc.assert(
    fc.property(someZone, someInstant, (timeZone, instant) => {
      const { from, to } = findDay(timeZone, findDate(timeZone, instant))
      expect(from <= instant && instant < to).toBe(true)
    }),
    { numRuns: pickRuns({ full: 3_000, quick: 500 }) },
  )
})

test('the days of a month are the month, without a gap', () => {
  fc.assert(
    fc.property(someZone, someDate, (timeZone, date) => {
      const month = date.slice(0, 7)
      const span = findMonth(timeZone, month)
      let at = span.from
      for (let day = `${month}-01`; day.startsWith(month); day = shiftDate(day, 1)) {
        const { from, to } = findDay(timeZone, day)
        expect([day, from]).toEqual([day, at])
        at = to
      }
      expect(at).toBe(span.to)
    }),
    { numRuns: pickRuns({ full: 500, quick: 100 }) },
  )
})

describe('hours of a day', () => {
  test.each([
    ['Europe/Berlin', '2026-03-29', 23],
    ['Europe/Berlin', '2026-10-25', 25],
    ['Europe/Berlin', '2026-11-30', 24],
    ['Australia/Lord_Howe', '2026-04-05', 24.5],
    // Its clocks skip midnight, and the day begins at one.
    ['America/Sao_Paulo', '2018-11-04', 23],
    // Midnight comes twice.
    ['America/Havana', '2026-11-01', 25],
    // A minute after midnight, clocks went back to the day before.
    ['America/St_Johns', '2006-10-29', 25],
    // It moved across the date line, and had no such day.
    ['Pacific/Apia', '2011-12-30', 0],
    ['Pacific/Apia', '2011-12-29', 24],
    // It moved the other way, and had the day twice.
    ['Pacific/Kwajalein', '1969-09-30', 47],
  ])('%s %s has %d', (timeZone, date, hours) => {
    const { from, to } = findDay(timeZone, date)
    expect((to - from) / HOUR_MS).toBe(hours)
  })

  test('an hour that clocks show again after midnight belongs to the new day', () => {
    const again = ms('2006-10-29T03:00:00Z')
    expect(datesOf('America/St_Johns')(again)).toBe('2006-10-28')
    expect(findDate('America/St_Johns', again)).toBe('2006-10-29')
  })
})

test('a month has an hour less or more where its clocks change', () => {
  const hours = (month: string) => {
    const { from, to } = findMonth('Europe/Berlin', month)
    return (to - from) / HOUR_MS
  }
  expect([hours('2026-03'), hours('2026-10'), hours('2026-11')]).toEqual([31 * 24 - 1, 31 * 24 + 1, 30 * 24])
})

test('a date is one of the calendar, and nothing else is', () => {
  expect(shiftDate('2028-03-01', -1)).toBe('2028-02-29')
  expect(['2026-11-21', '2024-02-29', '1969-12-31'].map(isDate)).toEqual([true, true, true])
  const wrong = [
    '',
    '2026-02-29',
    '2026-11-31',
    '2026-1-1',
    '2026-11',
    '2026-11-21T00:00Z',
    ' 2026-11-21',
    '21.11.2026',
  ]
  for (const text of wrong) {
    expect([text, isDate(text)]).toEqual([text, false])
    expect(() => findDay('UTC', text)).toThrow(RangeError)
  }
  expect(() => findMonth('UTC', '2026-13')).toThrow(RangeError)
  expect(() => findDay('Mars/Phobos', '2026-11-21')).toThrow(RangeError)
})
