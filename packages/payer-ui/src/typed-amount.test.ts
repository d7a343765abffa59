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
  expect(parseTypedAmount(text)).toBe(amount)
})

test.each(['', '.', ',5', '-5', '+5', '1,250', '1.250,00', '1e3', '12.345', '0x10', '€5', 'NaN', '9'.repeat(10)])(
  '%j is no amount',
  (text) => {
    expect(parseTypedAmount(text)).toBeNull()
  },
)

test.each(LANGUAGES)('in %s an amount is read as it is written', (language) => {
  const { locale } = paymentTexts[language]
  for (const amount of [0.01, 12.5, 1234.56]) expect(parseTypedAmount(formatTypedAmount(amount, locale))).toBe(amount)
})
