import { expect, test } from 'vitest'
import { LANGUAGES } from './language.ts'
import { paymentTexts } from './translations/hosted-pages.ts'
import { formatTypedAmount, parseTypedAmount } from './typed-amount.ts'

test.each([
  ['12', 12],
  ['12.5', 12.5],
  ['12,50', 12.5],
  [' 12,50 ', 12.5],
  ['１２．５０', 12.5],
  ['١٢٫٥٠', 12.5],
  ['۱۲٫۵۰', 12.5],
  ['0,01', 0.01],
  ['999999999.99', 999_999_999.99],
])('%j is %d', (text, amount) => {
  expect(parseTypedAmount(text, 'EUR')).toBe(amount)
})

test.each(['', '.', ',5', '-5', '+5', '1,250', '1.250,00', '1e3', '12.345', '0x10', '€5', 'NaN', '9'.repeat(10)])(
  '%j is no amount',
  (text) => {
    expect(parseTypedAmount(text, 'EUR')).toBeNull()
  },
)

test('a currency has its own number of decimals', () => {
  expect(parseTypedAmount('12,345', 'KWD')).toBe(12.345)
  expect(parseTypedAmount('1.250', 'KWD')).toBe(1.25)
  expect(parseTypedAmount('12.3456', 'KWD')).toBeNull()
  expect(parseTypedAmount('12.3456', 'CLF')).toBe(12.3456)
  expect(parseTypedAmount('500', 'JPY')).toBe(500)
  expect(parseTypedAmount('500.00', 'JPY')).toBe(500)
  expect(parseTypedAmount('1.500', 'JPY')).toBeNull()
  expect(['EUR', 'KWD', 'JPY'].map((currency) => formatTypedAmount(12.5, currency, 'en'))).toEqual([
    ...['12.50', '12.500', '12.5'],
  ])
  expect(formatTypedAmount(1_500, 'JPY', 'de')).toBe('1500')
})

test.each(LANGUAGES)('in %s an amount is read as it is written', (language) => {
  const { locale } = paymentTexts[language]
  for (const amount of [0.01, 12.5, 1234.56])
    expect(parseTypedAmount(formatTypedAmount(amount, 'EUR', locale), 'EUR')).toBe(amount)
})
