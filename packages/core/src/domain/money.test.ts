import { getDecimals, getPrintedDecimals } from '@crypto-checkout/api-types'
import fc, { array, assert, integer, oneof, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { CheckoutError } from './error.ts'
import {
  floorToMillionths,
  formatAmount,
  formatCents,
  fromCents,
  isPrice,
  MAX_FIAT,
  parseAmount,
  parseRate,
  sumLineItems,
  toCents,
  toFiatMillionths,
  toRawAmount,
  toSignedCents,
} from './money.ts'

test('an amount that is written and read again is the same', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 36n - 1n }), (amount) => {
      const text = formatAmount(amount)
      expect(text).toMatch(/^\d+\.\d{6}$/)
      expect(parseAmount(text)).toBe(amount)
    }),
  )
})

test('thirty digits before the point are the most', () => {
  const largest = `${'9'.repeat(30)}.999999`
  expect(formatAmount(parseAmount(largest))).toBe(largest)
  expect(() => parseAmount(`1${'0'.repeat(30)}`)).toThrow(RangeError)
})

test('an amount may leave out decimals that are zero', () => {
  expect(parseAmount('12')).toBe(12_000_000n)
  expect(parseAmount('12.5')).toBe(12_500_000n)
  expect(parseAmount('0.000001')).toBe(1n)
  expect(formatAmount(0n)).toBe('0.000000')
  expect(formatAmount(12_500_000n)).toBe('12.500000')
})

test.each([
  ...[
    '',
    '.',
    '1.',
    '.5',
    '-1',
    '+1',
    '1e3',
    '0x10',
    '1,5',
    ' 1',
    '1 ',
    '1\n',
    '1_0',
    '1.0000000',
    '١',
    'NaN',
    'Infinity',
    '1.2.3',
  ],
  '1'.repeat(31),
])('%j is no amount', (text) => {
  expect(() => parseAmount(text)).toThrow(RangeError)
})

test('text is an amount exactly when it is digits with at most six decimals', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('0', '7', '9', '.', '-', 'e', ' '), maxLength: 12 }), (text) => {
      const isAmount = /^\d+(\.\d{1,6})?$/.test(text)
      if (isAmount) expect(parseAmount(text) >= 0n).toBe(true)
      else expect(() => parseAmount(text)).toThrow(RangeError)
    }),
  )
})

test('more decimals than bookkeeping keeps are floored, fewer are exact', () => {
  expect(floorToMillionths(1_999_999_999_999_999_999n, 18)).toBe(1_999_999n)
  expect(floorToMillionths(999_999_999_999n, 18)).toBe(0n)
  expect(floorToMillionths(12_345_679n, 7)).toBe(1_234_567n)
  expect(floorToMillionths(1_234_567n, 6)).toBe(1_234_567n)
  expect(floorToMillionths(125n, 2)).toBe(1_250_000n)
  expect(floorToMillionths(3n, 0)).toBe(3_000_000n)
})

test('flooring never gives more than there is, and takes less than a millionth', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), fc.constantFrom(7, 18), (raw, decimals) => {
      const lost = raw - toRawAmount(floorToMillionths(raw, decimals), decimals)
      expect(lost >= 0n && lost < 10n ** BigInt(decimals - 6)).toBe(true)
    }),
  )
})

test('what is asked for as a raw integer counts as exactly what was asked for, and one unit less does not', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 18n }), fc.integer({ min: 6, max: 30 }), (amount, decimals) => {
      const raw = toRawAmount(amount, decimals)
      expect(floorToMillionths(raw, decimals)).toBe(amount)
      expect(floorToMillionths(raw - 1n, decimals)).toBe(amount - 1n)
      expect(floorToMillionths(raw + 10n ** BigInt(decimals - 6) - 1n, decimals)).toBe(amount)
    }),
  )
})

test('an amount that a token of few decimals cannot carry is refused', () => {
  expect(toRawAmount(1_250_000n, 2)).toBe(125n)
  expect(() => toRawAmount(1_250_001n, 2)).toThrow(RangeError)
})

const currencies = fc.constantFrom('EUR', 'KWD', 'CLF', 'JPY', ...Intl.supportedValuesOf('currency'))

test('every price in cents survives the way through a JSON number, in each currency', () => {
  fc.assert(
    fc.property(currencies, fc.double({ min: 0, max: 1, noNaN: true }), (currency, part) => {
      const per = 10 ** getPrintedDecimals(currency)
      const most = Math.round(MAX_FIAT * per)
      const step = per / 10 ** getDecimals(currency)
      const cents = Math.max(step, Math.floor((part * most) / step) * step)
      const text = formatCents(cents, currency)
      expect(text).toBe(`${Math.floor(cents / per)}.${String(cents % per).padStart(getPrintedDecimals(currency), '0')}`)
      expect(toCents(JSON.parse(text), currency)).toBe(cents)
      expect(toSignedCents(-JSON.parse(text), currency)).toBe(-cents)
      expect(JSON.stringify(fromCents(cents, currency))).toBe(JSON.stringify(JSON.parse(text)))
      expect(formatAmount(toFiatMillionths(cents, currency))).toBe(text.padEnd(text.indexOf('.') + 7, '0'))
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  [0.01, 1],
  [1.1, 110],
  [1.14, 114],
  [4.35, 435],
  [0.29, 29],
  [1_000_000.07, 100_000_007],
  [999_999_999.99, 99_999_999_999],
])('%d is %d cents', (amount, cents) => {
  expect(toCents(amount, 'EUR')).toBe(cents)
})

test.each([
  ...[0, -0, -1, 1_000_000_000, 999_999_999.991, 999_999_999.995],
  ...[Number.NaN, Number.POSITIVE_INFINITY, Number.MAX_VALUE, 1e21],
])('%d is no price of any currency', (amount) => {
  expect(isPrice(amount)).toBe(false)
  for (const currency of ['EUR', 'JPY', 'KWD', 'CLF']) expect(() => toCents(amount, currency)).toThrow(CheckoutError)
})

test.each([0.001, 1.005, 0.1 + 0.2, 10.0000001, Number.MIN_VALUE])('%d is no price in euros', (amount) => {
  expect(() => toCents(amount, 'EUR')).toThrow('amount must have at most two decimals in EUR.')
})

test('a dinar has a thousand parts, and no ten thousand', () => {
  expect(toCents(12.345, 'KWD')).toBe(12_345)
  expect(toCents(999_999_999.99, 'KWD')).toBe(999_999_999_990)
  expect(() => toCents(12.3455, 'KWD', 'minimum')).toThrow('minimum must have at most three decimals in KWD.')
  expect(toCents(12.3455, 'CLF')).toBe(123_455)
  expect(formatCents(5, 'KWD')).toBe('0.005')
  expect(formatCents(-12_345n, 'KWD')).toBe('-12.345')
})

test.each(['EUR', 'KWD', 'CLF'])(
  'a number is a price in %s exactly when JSON writes it with its decimals',
  (currency) => {
    const most = getDecimals(currency)
    const decimals = fc.tuple(fc.nat(2_000_000), fc.integer({ min: 0, max: 99_999 })).map(([whole, part]) => {
      return Number(`${whole}.${String(part).padStart(5, '0')}`)
    })
    fc.assert(
      fc.property(fc.oneof(decimals, fc.double()), (amount) => {
        const text = JSON.stringify(amount)
        const [, part] = /^\d{1,9}(?:\.(\d+))?$/.exec(text) ?? [null, 'x'.repeat(9)]
        const isStated = (part ?? '').length <= most && amount > 0 && amount <= MAX_FIAT
        const cents = () => Number(text.replace(/^(\d+)\.?(\d*)$/, (_, whole, part) => whole + part.padEnd(most, '0')))
        if (isStated) expect(toCents(amount, currency)).toBe(cents())
        else expect(() => toCents(amount, currency)).toThrow(CheckoutError)
      }),
      { numRuns: 2_000 },
    )
  },
)

test('a price has a fraction only in a currency that has decimals, and is never rounded', () => {
  const units = fc.integer({ min: 1, max: 999_999_999 })
  const parts = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 99 }))
  fc.assert(
    fc.property(currencies, units, parts, (currency, unit, part) => {
      const amount = toAmount(unit * 100 + part)
      const per = 10 ** getPrintedDecimals(currency)
      const message = `minimum must be a whole number, such as 500: ${currency} has no decimals.`
      const refusal = expect.objectContaining({ code: 'invalid_parameter', param: 'minimum', message })
      if (part > 0 && getDecimals(currency) === 0) expect(() => toCents(amount, currency, 'minimum')).toThrow(refusal)
      else expect(toCents(amount, currency, 'minimum')).toBe((unit * 100 + part) * (per / 100))
    }),
  )
})

test('a rate has at most eight decimals and is never zero', () => {
  expect(parseRate(1.08)).toBe(108_000_000n)
  expect(parseRate('0.00000001')).toBe(1n)
  expect(parseRate(25_000)).toBe(2_500_000_000_000n)
  for (const wrong of [0, '0.0', -1, '1.123456789', 1e-9, 1e21, Number.NaN, '', '1.'])
    expect(() => parseRate(wrong)).toThrow(RangeError)
})

/** A decimal text of cents as the number that JSON makes of it. */
function toAmount(cents: number): number {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return Number(`${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`)
}

const MOST_CENTS = 99_999_999_999
const line = record({
  quantity: integer({ min: 1, max: 1_000_000 }),
  cents: oneof(integer({ min: -10_000, max: 10_000 }), integer({ min: -MOST_CENTS, max: MOST_CENTS })),
})

test('the sum of lines is exact to the cent, whatever their numbers are as floats', () => {
  const holds = property(array(line, { maxLength: 50 }), (lines) => {
    const expected = lines.reduce((sum, { quantity, cents }) => sum + BigInt(quantity) * BigInt(cents), 0n)
    const given = lines.map(({ quantity, cents }) => ({ quantity, unitAmount: toAmount(cents) }))
    expect(sumLineItems(given, 'EUR')).toBe(expected)
    expect(sumLineItems(given, 'KWD')).toBe(expected * 10n)
  })
  return assert(holds, { numRuns: 2_000 })
})

test('a sum that floats get wrong', () => {
  const lines = [0.1, 0.2, 4.35, 1.1, 2.2].map((unitAmount) => ({ quantity: 3, unitAmount }))
  expect(sumLineItems(lines, 'EUR')).toBe(2_385n)
  expect(sumLineItems([{ quantity: 1_000_000, unitAmount: 999_999_999.99 }], 'EUR')).toBe(99_999_999_999_000_000n)
  expect(
    sumLineItems(
      [
        { quantity: 3, unitAmount: 10 },
        { quantity: 1, unitAmount: -4.5 },
      ],
      'EUR',
    ),
  ).toBe(2_550n)
  expect(sumLineItems([{ quantity: 1, unitAmount: -0 }], 'EUR')).toBe(0n)
  expect(sumLineItems([], 'EUR')).toBe(0n)
})

test.each([0.001, -0.005, 1.005, 1e9, Number.NaN, Number.POSITIVE_INFINITY])(
  '%d is no number of cents',
  (unitAmount) => {
    expect(sumLineItems([{ quantity: 1, unitAmount }], 'EUR')).toBeNull()
  },
)
