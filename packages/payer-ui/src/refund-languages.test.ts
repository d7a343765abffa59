import { expect, test } from 'vitest'
import { LANGUAGES } from './language.ts'
import { refundTexts } from './translations/hosted-pages.ts'

const TERMS = { wallet: 'MetaMask', amount: '12,345678', coin: 'USDT', network: 'Ethereum', merchant: 'Zoë & Söhne' }

/** Every text by its path: `addressPage.title`. */
function listTexts(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'function') return [[path, value(TERMS)]]
  if (typeof value === 'string') return [[path, value]]
  return Object.entries(value as object).flatMap(([key, inner]) => listTexts(inner, path ? `${path}.${key}` : key))
}

const english = new Map(listTexts(refundTexts.en))

test.each(LANGUAGES.filter((language) => language !== 'en'))('%s: each refund text is translated', (language) => {
  const own = new Map(listTexts(refundTexts[language]))
  expect([...own.keys()].sort()).toEqual([...english.keys()].sort())
  expect([...own].filter(([path, text]) => text === english.get(path))).toEqual([])
})

test.each(LANGUAGES)('%s: no refund text is empty or has a gap', (language) => {
  const gap = /^$|[{}$]|\b(undefined|null|NaN|object|TODO)\b| {2}|^\s|\s$/
  expect(listTexts(refundTexts[language]).filter(([, text]) => gap.test(text))).toEqual([])
})

test.each(LANGUAGES)('%s: a request to send money back names the amount, the coin and the network', (language) => {
  const { addressPage, signingPage } = refundTexts[language]
  for (const value of [TERMS.amount, TERMS.coin, TERMS.network]) expect(signingPage.ask(TERMS)).toContain(value)
  for (const value of [TERMS.coin, TERMS.network]) {
    expect(addressPage.ask(TERMS)).toContain(value)
    expect(addressPage.check(TERMS)).toContain(value)
  }
})
