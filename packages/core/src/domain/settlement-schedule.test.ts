import { isTimeZone } from '@crypto-checkout/api-types'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isQuickRun, pickRuns } from '../testing/runs.ts'
import { computeNextClosing, listClosings, type Schedule, weekdays } from './settlement-schedule.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const none = { weekday: null, dayOfMonth: null }
const daily = (time: string, timeZone = 'UTC'): Schedule => ({ frequency: 'daily', time, ...none, timeZone })
const weekly = (weekday: (typeof weekdays)[number], time: string, timeZone = 'UTC'): Schedule => ({
  frequency: 'weekly',
  time,
  weekday,
  dayOfMonth: null,
  timeZone,
})
const monthly = (dayOfMonth: number, time: string, timeZone = 'UTC'): Schedule => ({
  frequency: 'monthly',
  time,
  weekday: null,
  dayOfMonth,
  timeZone,
})

const ms = (text: string) => Date.parse(text)
const MANY = 1_000_000

/** The closings from one day to another, to the second, in UTC. */
const between = (schedule: Schedule, from: string, to: string) =>
  listClosings(schedule, ms(from), ms(to), MANY).map((instant) =>
    new Date(instant).toISOString().replace(/:00\.000Z$/, 'Z'),
  )

/** Shows a zone's clocks, computed in another way than in the code: `2026-03-29 02:30:00`. */
function shownBy(timeZone: string): (instant: number) => string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' },
  })
  return (instant) => format.format(instant)
}

describe('a time that clocks skip or show twice', () => {
  test('is the end of the gap in spring', () => {
    expect(between(daily('02:30', 'Europe/Berlin'), '2026-03-28T12:00Z', '2026-03-31T00:00Z')).toEqual([
      '2026-03-29T01:00Z', // 03:00 there, right after 01:59:59
      '2026-03-30T00:30Z',
    ])
  })

  test('is the first of the two in autumn', () => {
    expect(between(daily('02:30', 'Europe/Berlin'), '2026-10-24T12:00Z', '2026-10-27T00:00Z')).toEqual([
      '2026-10-25T00:30Z',
      '2026-10-26T01:30Z',
    ])
  })

  test('stays one when it is asked for between the two', () => {
    const schedule = daily('02:30', 'Europe/Berlin')
    expect(computeNextClosing(schedule, ms('2026-10-25T00:30Z'))).toBe(ms('2026-10-26T01:30Z'))
    expect(computeNextClosing(schedule, ms('2026-10-25T01:15Z'))).toBe(ms('2026-10-26T01:30Z'))
    expect(computeNextClosing(schedule, ms('2026-10-25T00:29:59.999Z'))).toBe(ms('2026-10-25T00:30Z'))
  })

  test('is right where clocks are changed at midnight, by half an hour, or for a new offset', () => {
    // Havana: 01:00 becomes 00:00, so midnight comes twice. Beirut: 00:00 becomes 01:00.
    expect(between(daily('00:00', 'America/Havana'), '2025-10-31T12:00Z', '2025-11-04T00:00Z')).toEqual([
      '2025-11-01T04:00Z',
      '2025-11-02T04:00Z',
      '2025-11-03T05:00Z',
    ])
    expect(between(daily('00:00', 'Asia/Beirut'), '2026-03-27T00:00Z', '2026-03-30T00:00Z')).toEqual([
      '2026-03-27T22:00Z',
      '2026-03-28T22:00Z',
      '2026-03-29T21:00Z',
    ])
    // Lord Howe goes back from 02:00 to 01:30, and from 02:00 to 02:30.
    expect(between(daily('01:45', 'Australia/Lord_Howe'), '2026-04-03T20:00Z', '2026-04-06T00:00Z')).toEqual([
      '2026-04-04T14:45Z',
      '2026-04-05T15:15Z',
    ])
    expect(between(daily('02:15', 'Australia/Lord_Howe'), '2026-10-03T00:00Z', '2026-10-05T00:00Z')).toEqual([
      '2026-10-03T15:30Z',
      '2026-10-04T15:15Z',
    ])
    // Kathmandu is 05:45 ahead since 1986, before that 05:30. Caracas gave up its half hour in 2016.
    expect(between(daily('00:10', 'Asia/Kathmandu'), '1985-12-30T00:00Z', '1986-01-02T00:00Z')).toEqual([
      '1985-12-30T18:40Z',
      '1985-12-31T18:30Z',
      '1986-01-01T18:25Z',
    ])
    expect(between(daily('02:45', 'America/Caracas'), '2016-04-29T08:00Z', '2016-05-03T00:00Z')).toEqual([
      '2016-04-30T07:15Z',
      '2016-05-01T07:00Z',
      '2016-05-02T06:45Z',
    ])
  })

  test('is right while a zone is apart from UTC by seconds', () => {
    expect(between(daily('00:00', 'Africa/Monrovia'), '1971-12-31T00:00:00Z', '1972-01-02T00:00:00Z')).toEqual([
      '1971-12-31T00:44:30.000Z',
      '1972-01-01T00:44:30.000Z',
    ])
  })

  test('is the end of a day that was skipped whole, once', () => {
    // Apia went from 29 December 2011 to the 31st.
    expect(between(daily('00:00', 'Pacific/Apia'), '2011-12-29T00:00Z', '2012-01-01T00:00Z')).toEqual([
      '2011-12-29T10:00Z',
      '2011-12-30T10:00Z',
      '2011-12-31T10:00Z',
    ])
    expect(between(daily('12:00', 'Pacific/Apia'), '2011-12-29T00:00Z', '2012-01-01T00:00Z')).toEqual([
      '2011-12-29T22:00Z',
      '2011-12-30T10:00Z',
      '2011-12-30T22:00Z',
      '2011-12-31T22:00Z',
    ])
    expect(between(weekly('friday', '12:00', 'Pacific/Apia'), '2011-12-29T00:00Z', '2012-01-07T00:00Z')).toEqual([
      '2011-12-30T10:00Z',
      '2012-01-05T22:00Z',
    ])
  })
})

test('weekly is on its weekday there, whatever day it is in UTC', () => {
  expect(between(weekly('monday', '00:30', 'Asia/Tokyo'), '2026-11-20T00:00Z', '2026-12-05T00:00Z')).toEqual([
    '2026-11-22T15:30Z',
    '2026-11-29T15:30Z',
  ])
  for (const [index, weekday] of weekdays.entries()) {
    expect(between(weekly(weekday, '12:00'), '2026-11-23T00:00Z', '2026-11-30T00:00Z')).toEqual([
      new Date(ms('2026-11-23T12:00Z') + index * DAY_MS).toISOString().replace(':00.000', ''),
    ])
  }
})

test('monthly is on the last day of a month that is too short, and on its day again after it', () => {
  expect(between(monthly(31, '23:59'), '2027-12-31T23:59Z', '2028-06-30T23:59Z')).toEqual([
    '2028-01-31T23:59Z',
    '2028-02-29T23:59Z',
    '2028-03-31T23:59Z',
    '2028-04-30T23:59Z',
    '2028-05-31T23:59Z',
    '2028-06-30T23:59Z',
  ])
  expect(between(monthly(30, '00:00'), '2026-01-30T00:00Z', '2026-03-31T00:00Z')).toEqual([
    '2026-02-28T00:00Z',
    '2026-03-30T00:00Z',
  ])
  expect(between(monthly(1, '00:00', 'Pacific/Kiritimati'), '2026-11-02T00:00Z', '2027-01-01T00:00Z')).toEqual([
    '2026-11-30T10:00Z',
    '2026-12-31T10:00Z',
  ])
})

test('manual never closes anything', () => {
  const manual: Schedule = { frequency: 'manual', time: '00:00', ...none, timeZone: 'UTC' }
  expect(computeNextClosing(manual, 0)).toBeNull()
  expect(listClosings(manual, 0, MANY * MANY, MANY)).toEqual([])
})

test('the beginning is not in it, the end is; no more than asked for are given', () => {
  const from = ms('2026-11-21T00:00Z')
  expect(listClosings(daily('00:00'), from, from + DAY_MS, MANY)).toEqual([from + DAY_MS])
  expect(listClosings(daily('00:00'), from, from + DAY_MS - 1, MANY)).toEqual([])
  expect(listClosings(daily('00:00'), from, from, MANY)).toEqual([])
  expect(listClosings(daily('00:00'), from, from - DAY_MS, MANY)).toEqual([])
  expect(listClosings(daily('00:00'), from, from + 365 * DAY_MS, 3)).toEqual(
    [1, 2, 3].map((days) => from + days * DAY_MS),
  )
  expect(listClosings(daily('00:00'), from, from + 365 * DAY_MS, 0)).toEqual([])
})

/** Zones with every kind of change and oddity since 1996. */
const zones = [
  ...['UTC', 'Etc/GMT+12', 'Europe/London', 'Europe/Dublin', 'Europe/Berlin', 'Europe/Lisbon', 'Europe/Moscow'],
  ...['Europe/Istanbul', 'Europe/Volgograd', 'Europe/Chisinau', 'Africa/Cairo', 'Africa/Casablanca', 'Africa/Juba'],
  ...['Africa/Sao_Tome', 'Africa/Windhoek', 'Asia/Beirut', 'Asia/Gaza', 'Asia/Tehran', 'Asia/Kathmandu'],
  ...['Asia/Kolkata', 'Asia/Pyongyang', 'Asia/Dhaka', 'Asia/Amman', 'Asia/Hovd', 'Asia/Tokyo'],
  ...['Australia/Lord_Howe', 'Australia/Sydney', 'Pacific/Apia', 'Pacific/Chatham', 'Pacific/Fakaofo'],
  ...['Pacific/Kiritimati', 'Pacific/Norfolk', 'America/New_York', 'America/Havana', 'America/Caracas'],
  ...['America/St_Johns', 'America/Sao_Paulo', 'America/Asuncion', 'America/Nuuk', 'America/Anchorage'],
  ...['Antarctica/Troll', 'Antarctica/Casey'],
] as const

const YEARS: [number, number] = [ms('1996-01-01T00:00Z'), ms('2026-01-01T00:00Z')]

const triedZones = isQuickRun() ? zones.filter((_, index) => index % 4 === 1) : zones

// Around the usual hour of clock changes, to hit gaps and repeated hours.
test.each(triedZones)('in thirty years of %s each day is closed once, when its clocks say so', (timeZone) => {
  expect(isTimeZone(timeZone)).toBe(true)
  const shown = shownBy(timeZone)
  const problems: string[] = []
  let [day, before] = [
    ms(`${shown(computeNextClosing(daily('02:15', timeZone), YEARS[0]) ?? 0).slice(0, 10)}T00:00Z`),
    YEARS[0],
  ]
  for (const instant of listClosings(daily('02:15', timeZone), ...YEARS, MANY)) {
    const wanted = `${new Date(day).toISOString().slice(0, 10)} 02:15:00`
    const at = shown(instant)
    // In a gap, the moment before was earlier than the wanted time.
    const right = at === wanted || (at > wanted && shown(instant - 1) < wanted)
    // It is not the second time that clocks show it. Where they did not move in two hours, they showed it once.
    const moved = shown(instant - 120 * MINUTE_MS) !== `${wanted.slice(0, 10)} 00:15:00`
    const earlier = moved && [30, 60, 120].some((minutes) => shown(instant - minutes * MINUTE_MS) >= wanted)
    if (instant <= before || !right || earlier) problems.push(`${wanted}: ${new Date(instant).toISOString()}, ${at}`)
    before = instant
    day += DAY_MS
  }
  expect(problems).toEqual([])
  expect(before).toBeGreaterThan(YEARS[1] - DAY_MS)
})

const someSchedule = fc
  .record({
    frequency: fc.constantFrom('daily', 'weekly', 'monthly' as const),
    minutes: fc.oneof(fc.integer({ min: 0, max: 1_439 }), fc.constantFrom(0, 1, 30, 60, 90, 119, 120, 150, 180, 1_439)),
    weekday: fc.constantFrom(...weekdays),
    dayOfMonth: fc.integer({ min: 1, max: 31 }),
    timeZone: fc.constantFrom(...zones),
  })
  .map(({ frequency, minutes, weekday, dayOfMonth, timeZone }) => {
    const time = new Date(minutes * MINUTE_MS).toISOString().slice(11, 16)
    if (frequency === 'weekly') return weekly(weekday, time, timeZone)
    return frequency === 'monthly' ? monthly(dayOfMonth, time, timeZone) : daily(time, timeZone)
  })
const someInstant = fc.integer({ min: YEARS[0], max: YEARS[1] })

test('whatever the schedule, instants grow, the next one is the first, and parts give the whole', () => {
  fc.assert(
    fc.property(someSchedule, someInstant, fc.array(fc.nat(400 * DAY_MS), { maxLength: 6 }), (schedule, from, cuts) => {
      const to = from + 400 * DAY_MS
      const whole = listClosings(schedule, from, to, MANY)
      expect(whole).toEqual([...new Set(whole)].toSorted((a, b) => a - b))
      expect(whole.every((instant) => instant > from && instant <= to)).toBe(true)
      expect(computeNextClosing(schedule, from)).toBe(whole[0])
      const edges = [from, ...cuts.map((cut) => from + cut).toSorted((a, b) => a - b), to]
      const parts = edges.slice(1).flatMap((edge, index) => listClosings(schedule, edges[index] ?? from, edge, MANY))
      expect(parts).toEqual(whole)
      // One millisecond before a closing, that closing is the next one.
      for (const instant of whole.slice(0, 5)) expect(computeNextClosing(schedule, instant - 1)).toBe(instant)
    }),
    { numRuns: pickRuns({ full: 150, quick: 40 }) },
  )
})

test('whatever the schedule, it is the first minute at which clocks show its time or a later one', () => {
  fc.assert(
    fc.property(someSchedule, someInstant, (schedule, from) => {
      const instant = computeNextClosing(schedule, from) ?? 0
      const shown = shownBy(schedule.timeZone)
      const days = [shown(instant - 1), shown(instant)].map((text) => ms(`${text.slice(0, 10)}T00:00Z`))
      const wanted = []
      // One of the days that end with it, or that it is on.
      for (let day = days[0] ?? 0; day <= (days[1] ?? 0); day += DAY_MS) {
        const date = new Date(day).toISOString().slice(0, 10)
        const weekday = weekdays[(new Date(day).getUTCDay() + 6) % 7]
        const last = new Date(day + DAY_MS).getUTCDate() === 1
        const fits =
          schedule.frequency === 'daily' ||
          (schedule.frequency === 'weekly' && schedule.weekday === weekday) ||
          (schedule.frequency === 'monthly' &&
            (Number(date.slice(8)) === schedule.dayOfMonth || (last && Number(date.slice(8)) < schedule.dayOfMonth)))
        if (fits) wanted.push(`${date} ${schedule.time}:00`)
      }
      const first = wanted.filter((text) => shown(instant) >= text && shown(instant - 1) < text)
      expect(first.length).toBeGreaterThan(0)
      for (let minutes = 1; minutes <= 26 * 60; minutes += 15) {
        expect(shown(instant - minutes * MINUTE_MS) < String(first.at(-1))).toBe(true)
      }
    }),
    { numRuns: pickRuns({ full: 200, quick: 60 }) },
  )
})

test('names of zones are IANA’s: no offsets, no abbreviations of others', () => {
  for (const name of ['UTC', 'utc', 'GMT', 'EST', 'Japan', 'Asia/Kolkata', 'Asia/Calcutta', 'Etc/GMT-14', 'GB-Eire'])
    expect([name, isTimeZone(name)]).toEqual([name, true])
  for (const name of ['', 'Z', '+02:00', 'UTC+2', 'PST', 'BST', 'IST', 'Mars/Phobos', 'Factory', 'localtime'])
    expect([name, isTimeZone(name)]).toEqual([name, false])
  for (const name of [' UTC', 'UTC ', 'Europe/Berlin\n', '../etc/passwd', '__proto__', 'constructor', 'x'.repeat(500)])
    expect([name, isTimeZone(name)]).toEqual([name, false])
  expect(Intl.supportedValuesOf('timeZone').filter((name) => !isTimeZone(name))).toEqual([])
})
