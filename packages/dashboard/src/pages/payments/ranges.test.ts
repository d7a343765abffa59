import { describe, expect, test } from 'vitest'
import { rangeNames, toTimeFilter } from './ranges.ts'

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
    expect(toTimeFilter(range(name), 'Europe/Berlin', Date.parse(now))).toEqual({
      created_gte: from,
      ...(until ? { created_lt: until } : {}),
    })
  })

  test('a single day has 23 hours in spring and 25 in autumn', () => {
    const hours = (day: string) => {
      const { created_gte = '', created_lt = '' } = toTimeFilter(
        { range: 'custom', from: day, to: day },
        'Europe/Berlin',
      )
      return (Date.parse(created_lt) - Date.parse(created_gte)) / 3_600_000
    }
    expect([hours('2026-03-29'), hours('2026-10-25'), hours('2026-10-26')]).toEqual([23, 25, 24])
  })
})

test.each(['Asia/Kathmandu', 'America/St_Johns', 'Pacific/Apia', 'UTC'])(
  'yesterday ends where today begins: %s',
  (tz) => {
    const now = Date.parse('2026-11-01T05:45:00Z')
    expect(toTimeFilter(range('yesterday'), tz, now).created_lt).toBe(toTimeFilter(range('today'), tz, now).created_gte)
  },
)

test('days that are left out leave that side open, and nonsense is no filter', () => {
  const custom = (from: string | null, to: string | null) => toTimeFilter({ range: null, from, to }, 'UTC')
  expect(custom('2026-02-01', null)).toEqual({ created_gte: '2026-02-01T00:00:00.000Z' })
  expect(custom(null, '2026-02-28')).toEqual({ created_lt: '2026-03-01T00:00:00.000Z' })
  expect(custom('soon', '1')).toEqual({})
  expect(toTimeFilter(range('forever'), 'UTC')).toEqual({})
  expect(rangeNames).toContain('custom')
})
