import { expect, test } from 'vitest'
import { LANGUAGES, type Language } from './language.ts'
import {
  checkTexts,
  linkTexts,
  overTexts,
  receiptMailTexts,
  receiptTexts,
  testPanelTexts,
  tillTexts,
  verifierTexts,
} from './translations/hosted-pages.ts'

const TERMS = {
  ...{ minimum: '€1.00', maximum: '€99.00', currency: 'EUR' },
  ...{ issuer: 'https://pay.example.com', at: '2026-11-26T12:00:00.000Z' },
  ...{ coin: 'USDT', network: 'Ethereum', merchant: 'Zoë & Söhne' },
  ...{ amount: '€10.00', reference: 'A-17' },
}

/** Every text by its path: `closed.expired`. */
function listTexts(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'function')
    return [
      [path, value(TERMS)],
      [`${path} without a maximum`, value({ ...TERMS, maximum: null })],
    ]
  if (typeof value === 'string') return [[path, value]]
  return Object.entries(value as object).flatMap(([key, inner]) => listTexts(inner, path ? `${path}.${key}` : key))
}

const listBoth = (language: Language) =>
  listTexts({
    ...{ link: linkTexts[language], till: tillTexts[language], testPanel: testPanelTexts[language] },
    ...{ check: checkTexts[language], over: overTexts[language] },
    ...{ receipt: receiptTexts[language], verifier: verifierTexts[language] },
    receiptMail: receiptMailTexts[language],
  })
const english = new Map(listBoth('en'))

test.each(LANGUAGES.filter((language) => language !== 'en'))('%s: each text of a link is translated', (language) => {
  const own = new Map(listBoth(language))
  expect([...own.keys()].sort()).toEqual([...english.keys()].sort())
  expect([...own].filter(([path, text]) => text === english.get(path))).toEqual([])
})

test.each(LANGUAGES)('%s: no text of a link is empty or has a gap', (language) => {
  const gap = /^$|[{}$]|\b(undefined|null|NaN|object|TODO)\b| {2}|^\s|\s$/
  expect(listBoth(language).filter(([, text]) => gap.test(text))).toEqual([])
})

test.each(LANGUAGES)('%s: the limits, the coin, the network and the merchant are named', (language) => {
  const words = linkTexts[language]
  for (const text of [words.bounds(TERMS), words.refused(TERMS)]) {
    expect(text).toContain(TERMS.minimum)
    expect(text).toContain(TERMS.maximum)
  }
  for (const value of [TERMS.coin, TERMS.network]) expect(words.payIn(TERMS)).toContain(value)
  const trust = verifierTexts[language].trust(TERMS)
  for (const value of [TERMS.issuer, TERMS.at]) expect(trust).toContain(value)
  for (const text of [words.failed(TERMS), words.ask(TERMS), tillTexts[language].closed(TERMS)])
    expect(text).toContain(TERMS.merchant)
})
