import { expect, test } from 'vitest'
import { formatCountdown, formatDuration, formatTime } from './format.ts'
import { findLanguage, LANGUAGES, type Language } from './language.ts'
import { texts as english } from './languages/en/payment.ts'
import {
  formatConfirmations,
  formatDeadline,
  formatReceived,
  formatTerms,
  type Terms,
  type Texts,
} from './payment-texts.ts'
import { SAMPLE_NOW, samplePayment, sampleStates } from './testing.ts'

const loaded = await Promise.all(
  LANGUAGES.map(async (language) => [language, (await import(`./languages/${language}/payment.ts`)).texts] as const),
)
const allTexts = Object.fromEntries(loaded) as Record<Language, Texts>
const textsIn = (language: Language) => allTexts[language]
const translations = LANGUAGES.filter((language) => language !== 'en')

const TERMS: Terms = {
  amount: '12,345678',
  exactAmount: '12.345678',
  coin: 'USDT',
  network: 'Ethereum',
  address: '0x52908400098527886E0F7030069857D2E4169EE7',
  memo: '1234567890123456',
  received: '5,000001',
  excess: '2,500000',
  recognition: 'memo',
  merchant: 'Zoë & Söhne',
}
const SUMS = ['60,000000 USDT', '100,004321 USDT']
const FOUND = { amount: '7,000000', coin: 'DAI', network: 'Polygon' }
const COUNTS = [
  { digits: '3', form: 'few' },
  { digits: '12', form: 'many' },
]

/** The arguments of each text that takes more than the terms. */
const ARGUMENTS: Readonly<Record<string, readonly unknown[]>> = {
  deadline: ['21 Nov'],
  timeLeft: ['29:12'],
  openTransaction: ['0x52908400…E4169EE7'],
  received: [...SUMS, TERMS],
  confirmations: COUNTS,
  misdirected: [FOUND, TERMS],
  claimable: [FOUND, TERMS],
  alsoPaid: [FOUND, TERMS],
  rate: ['1 USDT = 0,93', '21 Nov'],
  payWith: ['MetaMask'],
  'finality.expected': ['12 minutes'],
  'redirect.countdown': ['10 seconds', TERMS],
}

/** Every text by its path: `notices.late`. If the attribution method or the phase matters, once for each. */
function textsByPath(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, inner]) => textsByPath(inner, path ? `${path}.${key}` : key))
  if (typeof value !== 'function') return []
  const args = ARGUMENTS[path]
  if (args) return textsByPath(value(...args), path)
  const plain: Terms = { ...TERMS, memo: null, recognition: 'amount' }
  const cases = { '': TERMS, ' without memo': plain, ' of its own address': { ...plain, recognition: 'address' } }
  return Object.entries(cases).flatMap(([name, terms]) => [
    ...textsByPath(value(terms, 'awaiting'), path + name),
    ...textsByPath(value(terms, 'remainder'), `${path} of the rest${name}`),
  ])
}

const ENGLISH = new Map(textsByPath(english))

/** Words that a language shares with English. */
const SHARED: Readonly<Partial<Record<Language, readonly string[]>>> = {
  fr: ['labels.transactions'],
}
const NO_WORDS = ['language', 'locale', 'direction']

test.each(translations)('%s: everything is said, and in its own words', (language) => {
  const own = new Map(textsByPath(textsIn(language)))
  expect([...own.keys()]).toEqual([...ENGLISH.keys()])
  const same = [...own].filter(([path, text]) => text === ENGLISH.get(path) && !NO_WORDS.includes(path))
  expect(same.map(([path]) => path)).toEqual(SHARED[language] ?? [])
})

test.each(LANGUAGES)('%s: no sentence is empty or has a gap', (language) => {
  for (const [path, text] of textsByPath(textsIn(language))) {
    expect([path, text]).toEqual([path, expect.stringMatching(/\S/)])
    expect([path, text]).toEqual([
      path,
      expect.not.stringMatching(/[{}$]|\b(undefined|null|NaN|object|TODO)\b| {2}|^\s|\s$/),
    ])
  }
})

test.each(translations)('%s: what the English sentence names, its own names too', (language) => {
  const { recognition: _, ...words } = TERMS
  const values = [
    ...Object.values(words),
    ...SUMS,
    '29:12',
    '21 Nov',
    '0x52908400…E4169EE7',
    '1 USDT = 0,93',
    'MetaMask',
  ].filter((one) => one !== null)
  for (const [path, text] of textsByPath(textsIn(language))) {
    const named = values.filter((one) => ENGLISH.get(path)?.includes(one))
    expect([path, named.filter((one) => !text.includes(one))]).toEqual([path, []])
  }
})

test('a language is known by its first subtag', () => {
  expect(['de', 'pt-BR', 'ZH-Hant', ' ar-EG '].map(findLanguage)).toEqual(['de', 'pt', 'zh', 'ar'])
  expect(['', 'sv', 'deu', 'x-de', '-de', '__proto__', 'constructor'].map(findLanguage)).toEqual(Array(7).fill(null))
})

test.each<[Language, number, string]>([
  ['en', 1, '1 of 1 confirmation'],
  ['en', 12, '1 of 12 confirmations'],
  ['de', 1, '1 von 1 Bestätigung'],
  ['de', 12, '1 von 12 Bestätigungen'],
  ['fr', 12, '1 confirmation sur 12'],
  ['it', 12, '1 conferma su 12'],
  ['pl', 1, '1 z 1 potwierdzenia'],
  ['pl', 12, '1 z 12 potwierdzeń'],
  ['ar', 1, '1 من أصل تأكيد واحد'],
  ['ar', 2, '1 من أصل تأكيدين'],
  ['ar', 3, '1 من أصل 3 تأكيدات'],
  ['ar', 12, '1 من أصل 12 تأكيدًا'],
  ['ar', 100, '1 من أصل 100 تأكيد'],
])('%s: %i confirmations take their plural', (language, required, words) => {
  expect(formatConfirmations(1, required, textsIn(language))).toBe(words)
})

test('the first count takes its plural where the language counts it', () => {
  expect(formatConfirmations(0, 12, textsIn('fr'))).toBe('0 confirmation sur 12')
  expect(formatConfirmations(2, 12, textsIn('fr'))).toBe('2 confirmations sur 12')
  expect(formatConfirmations(2, 12, textsIn('it'))).toBe('2 conferme su 12')
})

test.each<[Language, string]>([
  ['ar', '999,999,999.990001'],
  ['de', '999.999.999,990001'],
  ['en', '999,999,999.990001'],
  ['es', '999.999.999,990001'],
  ['fr', '999\u202f999\u202f999,990001'],
  ['it', '999.999.999,990001'],
  ['ja', '999,999,999.990001'],
  ['nl', '999.999.999,990001'],
  ['pl', '999\u00a0999\u00a0999,990001'],
  ['pt', '999.999.999,990001'],
  ['tr', '999.999.999,990001'],
  ['zh', '999,999,999.990001'],
])('%s: an amount is read as %s, and copied as it must be typed', (language, amount) => {
  const payment = samplePayment({ cryptoAmount: '999999999.990001' })
  expect(formatTerms(payment, 'awaiting', textsIn(language))).toMatchObject({ amount, exactAmount: '999999999.990001' })
})

test('an amount loses no digit but zeros, and what is none stays as it is', () => {
  const amountOf = (cryptoAmount: string) =>
    formatTerms(samplePayment({ cryptoAmount }), 'awaiting', textsIn('de')).amount
  expect(amountOf('9007199254740993.000001')).toBe('9.007.199.254.740.993,000001')
  expect(amountOf('5.100000')).toBe('5,10')
  expect(amountOf('7')).toBe('7')
  for (const odd of ['', '1e3', '-1', '0x10', '1,5', '<b>']) expect(amountOf(odd)).toBe(odd)
})

test('after a part has arrived the terms are those of the rest', () => {
  const payment = samplePayment({ amountReceived: '60.000000', amountDue: '40.007123' })
  const german = textsIn('de')
  const terms = formatTerms(payment, 'remainder', german)
  expect(terms).toMatchObject({ amount: '40,007123', exactAmount: '40.007123' })
  expect(formatReceived(payment, terms, german)).toContain('60,00 USDC von 100,004321 USDC')
})

test('times and durations are written in the language', () => {
  const iso = new Date(SAMPLE_NOW).toISOString()
  const deadline = (texts: Texts) =>
    formatDeadline(samplePayment({ expiresAt: '2026-11-22T10:30:00.000Z' }), texts, 'UTC')
  expect(deadline(textsIn('de'))).toBe('Bezahlen Sie bis 22. Nov. 2026, 10:30 UTC')
  expect(deadline(textsIn('zh'))).toContain('2026年11月22日')
  expect(formatTime(iso, textsIn('ar').locale, 'UTC')).toBe('21 نوفمبر 2026، 10:01 UTC')
  expect(formatDuration(4_830_000, textsIn('zh').locale)).toBe('1小时20分钟')
  expect(formatDuration(2 * 60_000, textsIn('ar').locale)).toBe('دقيقتان')
  expect(formatDuration(5 * 60_000, textsIn('pl').locale)).toBe('5 minut')
  expect(formatCountdown(3 * 86_400_000, textsIn('pl').locale)).toBe('3 dni')
  expect(formatCountdown(1_752_000, textsIn('ar').locale)).toBe('29:12')
})

test('the rate is told with the time until which it holds', () => {
  const payment = sampleStates().methods ?? samplePayment()
  expect(formatDeadline(payment, textsIn('en'), 'UTC')).toBe('1 USDC = $0.9999, held until 10:30 UTC')
  expect(formatDeadline(payment, textsIn('ja'), 'UTC')).toContain('1 USDC = $0.9999')
})

test('a deadline less than twelve hours away is a time of day, a later one has its date', () => {
  const deadline = (expiresAt: string) => formatDeadline(samplePayment({ expiresAt }), textsIn('en'), 'UTC')
  expect(deadline('2026-11-21T10:30:00.000Z')).toBe('Pay by 10:30 UTC')
  expect(deadline('2026-11-21T22:00:59.999Z')).toBe('Pay by 22:00 UTC')
  expect(deadline('2026-11-21T22:01:00.000Z')).toBe('Pay by Nov 21, 2026, 22:01 UTC')
})
