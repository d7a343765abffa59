import fc from 'fast-check'
import { expect, test } from 'vitest'
import { iso, isoOrNull, parseTime } from './time.ts'

test('a time that is written and read again is the same', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: Date.parse('9999-12-31T23:59:59.999Z') }), (ms) => {
      expect(iso(ms)).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      expect(parseTime(iso(ms))).toBe(ms)
    }),
  )
  expect(isoOrNull(null)).toBeNull()
  expect(isoOrNull(0)).toBe('1970-01-01T00:00:00.000Z')
})

test.each([
  ['2026-11-21', Date.UTC(2026, 10, 21)],
  ['2026-11-21T10:00Z', Date.UTC(2026, 10, 21, 10)],
  ['2026-11-21T10:00:05Z', Date.UTC(2026, 10, 21, 10, 0, 5)],
  ['2026-11-21T10:00:00.5Z', Date.UTC(2026, 10, 21, 10, 0, 0, 500)],
  ['2026-11-21T10:00:00.123456789Z', Date.UTC(2026, 10, 21, 10, 0, 0, 123)],
  ['2026-11-21T10:00:00+02:00', Date.UTC(2026, 10, 21, 8)],
  ['2026-11-21T23:30:00-05:00', Date.UTC(2026, 10, 22, 4, 30)],
  ['2024-02-29', Date.UTC(2024, 1, 29)],
])('%s is a time', (text, ms) => {
  expect(parseTime(text)).toBe(ms)
})

test.each([
  ...['', 'now', '2026', '2026-11', '2026-11-31', '2026-02-29', '2026-13-01', '2026-00-10', '2026-11-00'],
  ...['2026-11-21T10:00:00', '2026-11-21T25:00:00Z', '2026-11-21T10:61Z', '2026-11-21 10:00:00Z', '1700000000'],
  ...['2026-11-21T10:00:00z', '2026-11-21T10:00:00+0200', ' 2026-11-21', '+002026-11-21', '21.11.2026', '2026-11-21\n'],
  ...['2026-11-21T10:00:00.Z', '2026-11-21T10:00:00.1234567890Z', '2026-11-21T10:00:00+99:00'],
])('%j is no time', (text) => {
  expect(parseTime(text)).toBeNull()
})
