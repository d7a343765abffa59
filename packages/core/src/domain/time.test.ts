import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseTime, toIsoTime, toIsoTimeOrNull } from './time.ts'

test('a time that is written and read again is the same', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: Date.parse('9999-12-31T23:59:59.999Z') }), (ms) => {
      expect(toIsoTime(ms)).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      expect(parseTime(toIsoTime(ms))).toBe(ms)
    }),
  )
  expect(toIsoTimeOrNull(null)).toBeNull()
  expect(toIsoTimeOrNull(0)).toBe('1970-01-01T00:00:00.000Z')
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
  ...[
    '',
    'now',
    '2026',
    '2026-11',
    '2026-11-31',
    '2026-02-29',
    '2026-02-31',
    '2026-04-31',
    '1900-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-11-00',
  ],
  ...['2026-11-21T10:00:00', '2026-11-21T25:00:00Z', '2026-11-21T10:61Z', '2026-11-21 10:00:00Z', '1700000000'],
  ...['2026-11-21T10:00:00z', '2026-11-21T10:00:00+0200', ' 2026-11-21', '+002026-11-21', '21.11.2026', '2026-11-21\n'],
  ...['2026-11-21T10:00:00.Z', '2026-11-21T10:00:00.1234567890Z', '2026-11-21T10:00:00+99:00'],
])('%j is no time', (text) => {
  expect(parseTime(text)).toBeNull()
})

test('a day is a time exactly when the calendar has it', () => {
  const two = (number: number) => String(number).padStart(2, '0')
  fc.assert(
    fc.property(fc.integer({ min: 1970, max: 2400 }), fc.nat(13), fc.nat(32), (year, month, day) => {
      const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
      const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
      const text = `${year}-${two(month)}-${two(day)}`
      for (const form of [text, `${text}T00:00Z`, `${text}T23:59:59.999+05:30`])
        expect(parseTime(form) !== null).toBe(day >= 1 && day <= days)
    }),
    { numRuns: 1_000 },
  )
})

test('the same moment is the same time in every zone', () => {
  const minutes = fc.integer({ min: -14 * 60, max: 14 * 60 })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4e12 }), minutes, (ms, offset) => {
      const local = toIsoTime(ms + offset * 60_000).slice(0, -1)
      const clock = toIsoTime(Math.abs(offset) * 60_000).slice(11, 16)
      expect(parseTime(`${local}${offset < 0 ? '-' : '+'}${clock}`)).toBe(ms)
    }),
  )
})

test('garbage is no time, and never throws', () => {
  const unit = fc.constantFrom('0', '2', '9', '-', ':', 'T', 'Z', '.', '+', ' ')
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit, maxLength: 30 })), (text) => {
      if (!/^\d{4}-\d\d-\d\d/.test(text)) expect(parseTime(text)).toBeNull()
      expect(Number.isNaN(parseTime(text) ?? 0)).toBe(false)
    }),
    { numRuns: 1_000 },
  )
})
