import type { PublicPayment } from '@crypto-checkout/api-types'
import { expect, test } from 'vitest'
import { listExchangeMethods } from './exchange.ts'
import { LANGUAGES } from './language.ts'
import { formatTerms } from './payment-texts.ts'
import type { Phase } from './phase.ts'
import { sampleChanges, samplePayment } from './testing.ts'
import { exchangeTexts } from './translations/hosted-pages.ts'

const PAYMENT = samplePayment({ merchantName: 'Zoë & Söhne' })
const TERMS = { ...formatTerms(PAYMENT, 'awaiting', { locale: 'en' }), exchangeNetwork: PAYMENT.exchangeNetwork }

/** Every text by its path: `note.memo`. */
function listTexts(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'function') return [[path, value(TERMS)]]
  if (typeof value === 'string') return [[path, value]]
  return Object.entries(value as object).flatMap(([key, inner]) => listTexts(inner, path ? `${path}.${key}` : key))
}

const english = new Map(listTexts(exchangeTexts.en))

test.each(LANGUAGES.filter((language) => language !== 'en'))('%s: each step is translated', (language) => {
  const own = new Map(listTexts(exchangeTexts[language]))
  expect([...own.keys()]).toEqual([...english.keys()])
  expect([...own].filter(([path, text]) => text === english.get(path))).toEqual([])
  expect(own.get('language')).toBe(language)
})

test.each(LANGUAGES)('%s: no step is empty or has a gap, and each names what the English one names', (language) => {
  const gap = /^$|[{}$]|\b(undefined|null|NaN|object|TODO)\b| {2}|^\s|\s$/
  const values = [TERMS.amount, TERMS.coin, TERMS.network, TERMS.exchangeNetwork, TERMS.merchant]
  for (const [path, text] of listTexts(exchangeTexts[language])) {
    expect([path, text]).toEqual([path, expect.not.stringMatching(gap)])
    const named = values.filter((value) => english.get(path)?.includes(value))
    expect([path, named.filter((value) => !text.includes(value))]).toEqual([path, []])
  }
})

test('who pays from an exchange is offered the methods that take any amount, in the same coin first', () => {
  const { methods } = samplePayment(sampleChanges().methods)
  const offer = (name: string, change: Partial<PublicPayment['methods'][number]>) => {
    const [cryptocurrency, network] = name.split(' ') as ['DAI' | 'USDC', string]
    return { ...methods[1], state: 'offered', cryptocurrency, network, ...change } as PublicPayment['methods'][number]
  }
  const all = [
    ...methods.slice(0, 1),
    offer('DAI stellar', { recognition: 'memo' }),
    offer('USDC stellar', { recognition: 'memo', state: 'open' }),
    offer('USDC ethereum', { recognition: 'amount' }),
    offer('USDC base', { recognition: 'address', state: 'unavailable' }),
    offer('USDC gone', { recognition: null }),
    offer('USDC gnosis', { recognition: 'address' }),
  ]
  const names = (change: Partial<PublicPayment>, phase: Phase = 'awaiting') =>
    listExchangeMethods(samplePayment({ methods: all, ...change }), phase).map(
      ({ cryptocurrency, network }) => `${cryptocurrency} ${network}`,
    )
  expect(names({})).toEqual(['USDC stellar', 'USDC gnosis', 'DAI stellar'])
  expect(names({ recognition: 'address' })).toEqual([])
  // The method is decided once money has arrived.
  expect(names({}, 'remainder')).toEqual([])
})
