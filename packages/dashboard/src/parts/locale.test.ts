import { expect, test } from 'vitest'
import { pickLocale, readDays } from './locale.ts'

test.each([
  [['de-AT', 'de', 'en'], 'de', 'de-AT'],
  [['fr', 'en-GB'], 'en', 'en-GB'],
  [['fr'], 'en', 'en'],
  [['en-US@posix', 'en'], 'en', 'en'],
  [['en-US@posix'], 'en', 'en'],
])('of %j, for %s, %s', (tags, language, locale) => {
  expect(pickLocale(tags, language)).toBe(locale)
  expect(() => new Intl.NumberFormat(locale)).not.toThrow()
})

const read = (text: string) => readDays(new URLSearchParams(text), 'Europe/Berlin')

test('the last day belongs to the list, to its end', () => {
  const { created_gte = '', created_lt = '' } = read('from=2026-01-31&to=2026-01-31')
  expect([created_gte, created_lt]).toEqual(['2026-01-30T23:00:00.000Z', '2026-01-31T23:00:00.000Z'])
})

test('each day of a year begins where the one before ends, whatever the clocks do', () => {
  const days = Array.from({ length: 365 }, (_, index) =>
    new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
  )
  for (const [index, day] of days.slice(1).entries()) {
    expect(read(`from=${day}`).created_gte).toBe(read(`to=${days[index]}`).created_lt)
  }
})

test('what is no day is left out', () => {
  for (const text of ['', 'from=', 'from=yesterday&to=2026', 'from=2026-1-1', 'to=2026-01-01T00:00:00Z']) {
    expect(read(text)).toEqual({ created_gte: undefined, created_lt: undefined })
  }
})
