import { expect, test } from 'vitest'
import { pickLocale } from './locale.ts'

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
