import { expect, test } from 'vitest'
import { detectReader } from './visit.ts'

const languageOf = (query: string, acceptLanguage?: string) => detectReader(query, acceptLanguage).texts.language

test.each([
  ['de', 'de'],
  ['de-AT', 'de'],
  ['PT-br', 'pt'],
  ['zh-Hant-TW', 'zh'],
  ['en-GB,en;q=0.9,de;q=0.8', 'en'],
  ['de;q=0.5, fr;q=0.9, en;q=0.7', 'fr'],
  ['es;q=0.8,it;q=0.8', 'es'],
  ['sv, da;q=0.9, nl;q=0.3', 'nl'],
  ['sv, *;q=0.5, nl;q=0.3', 'en'],
  ['ja;q=0, ar;q=0.1', 'ar'],
  ['tr ; q=1.000', 'tr'],
  ['sv', 'en'],
  ['', 'en'],
  ['*', 'en'],
  ['de;q=2', 'en'],
  ['de;q=abc, pl', 'pl'],
  ['den', 'en'],
  [`${'x,'.repeat(10_000)}de`, 'en'],
])('%j asks for %s', (header, language) => {
  expect(languageOf('', header)).toBe(language)
})

test('without a header the page is in English', () => {
  expect(languageOf('', undefined)).toBe('en')
})

test('the language of the address goes before the browser’s, if it is known', () => {
  expect(detectReader('a=1&lang=pt-BR', 'de')).toMatchObject({ texts: { language: 'pt' }, query: '?lang=pt' })
  expect(detectReader('lang=en', 'de')).toMatchObject({ texts: { language: 'en' }, query: '?lang=en' })
  for (const query of ['lang=sv', 'lang=', 'lang=__proto__', 'lang=%ff', 'language=fr', ''])
    expect(detectReader(query, 'de')).toMatchObject({ texts: { language: 'de' }, query: '' })
})
