import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_FIAT_CENTS } from './money.ts'
import { convertToCoin, formatFiatPerCoin } from './price.ts'

const usd = 100_000_000n
const rates = fc.record({
  usdPerFiat: fc.bigInt({ min: 1n, max: 10n ** 20n }),
  usdPerCoin: fc.bigInt({ min: 1n, max: 10n ** 20n }),
})

test('a price in coins is worth at least the price in fiat, and less than a millionth of a coin more', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: MAX_FIAT_CENTS }), rates, (cents, { usdPerFiat, usdPerCoin }) => {
      const millionths = convertToCoin(cents, { usdPerFiat, usdPerCoin })
      const exactPrice = BigInt(cents) * 10_000n * usdPerFiat
      expect(millionths * usdPerCoin >= exactPrice).toBe(true)
      expect((millionths - 1n) * usdPerCoin < exactPrice).toBe(true)
    }),
  )
})

test('at par a cent is ten thousand millionths', () => {
  expect(convertToCoin(1, { usdPerFiat: usd, usdPerCoin: usd })).toBe(10_000n)
  expect(convertToCoin(MAX_FIAT_CENTS, { usdPerFiat: usd, usdPerCoin: usd })).toBe(999_999_999_990_000n)
})

test('a price that does not divide is rounded up', () => {
  expect(convertToCoin(100, { usdPerFiat: usd, usdPerCoin: 3n * usd })).toBe(333_334n)
  expect(convertToCoin(100, { usdPerFiat: 108_000_000n, usdPerCoin: 99_999_999n })).toBe(1_080_001n)
})

test('the rate that is shown has eight decimals, rounded to nearest', () => {
  expect(formatFiatPerCoin({ usdPerFiat: 108_000_000n, usdPerCoin: usd })).toBe('0.92592593')
  expect(formatFiatPerCoin({ usdPerFiat: usd, usdPerCoin: usd })).toBe('1.00000000')
  expect(formatFiatPerCoin({ usdPerFiat: 700_000n, usdPerCoin: usd })).toBe('142.85714286')
  fc.assert(
    fc.property(rates, ({ usdPerFiat, usdPerCoin }) => {
      const shown = BigInt(formatFiatPerCoin({ usdPerFiat, usdPerCoin }).replace('.', ''))
      const error = shown * usdPerFiat - usdPerCoin * usd
      expect((error < 0n ? -error : error) * 2n <= usdPerFiat).toBe(true)
    }),
  )
})
