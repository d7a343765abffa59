import { afterEach, describe, expect, test } from 'vitest'
import { rangeNames, toTimeFilter } from './ranges.ts'

const zone = process.env.TZ
afterEach(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

const range = (name: string) => ({ range: name, from: null, to: null })

describe('in Berlin, where clocks go forward on 29 March 2026 and back on 25 October 2026', () => {
  test.each([
    ['today', '2026-03-29T10:00:00Z', '2026-03-28T23:00:00.000Z', undefined],
    ['yesterday', '2026-03-30T10:00:00Z', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    ['last7', '2026-04-01T10:00:00Z', '2026-03-25T23:00:00.000Z', undefined],
    ['last30', '2026-11-03T10:00:00Z', '2026-10-04T22:00:00.000Z', undefined],
    ['month', '2026-10-31T22:59:00Z', '2026-09-30T22:00:00.000Z', undefined],
    ['month', '2026-10-31T23:30:00Z', '2026-10-31T23:00:00.000Z', undefined],
  ])('%s at %s', (name, now, from, until) => {
    process.env.TZ = 'Europe/Berlin'
    expect(toTimeFilter(range(name), new Date(now))).toEqual({
      created_gte: from,
      ...(until ? { created_lt: until } : {}),
    })
  })

  test('a single day has 23 hours in spring and 25 in autumn', () => {
    process.env.TZ = 'Europe/Berlin'
    const hours = (day: string) => {
      const { created_gte = '', created_lt = '' } = toTimeFilter({ range: 'custom', from: day, to: day })
      return (Date.parse(created_lt) - Date.parse(created_gte)) / 3_600_000
    }
    expect([hours('2026-03-29'), hours('2026-10-25'), hours('2026-10-26')]).toEqual([23, 25, 24])
  })
})

test.each(['Asia/Kathmandu', 'America/St_Johns', 'Pacific/Apia', 'UTC'])(
  'yesterday ends where today begins: %s',
  (tz) => {
    process.env.TZ = tz
    const now = new Date('2026-11-01T05:45:00Z')
    expect(toTimeFilter(range('yesterday'), now).created_lt).toBe(toTimeFilter(range('today'), now).created_gte)
  },
)

test('days that are left out leave that side open, and nonsense is no filter', () => {
  process.env.TZ = 'UTC'
  const custom = (from: string | null, to: string | null) => toTimeFilter({ range: null, from, to })
  expect(custom('2026-02-01', null)).toEqual({ created_gte: '2026-02-01T00:00:00.000Z' })
  expect(custom(null, '2026-02-28')).toEqual({ created_lt: '2026-03-01T00:00:00.000Z' })
  expect(custom('soon', '1')).toEqual({})
  expect(toTimeFilter(range('forever'))).toEqual({})
  expect(rangeNames).toContain('custom')
})
