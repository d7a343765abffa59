import type { BigNumberInput } from '@medusajs/framework/types'
import { BigNumber, MathBN } from '@medusajs/framework/utils'
import { expect, test } from 'vitest'
import { isSameAmount, toDecimal, toPrice } from './amounts.ts'

test('each form of an amount is the same exact decimal', () => {
  const exact = '0.1234567890123456789'
  const forms = [exact, { value: exact, precision: 20 }, new BigNumber(exact), MathBN.convert(exact)]
  for (const form of forms) expect(toDecimal(form as BigNumberInput)).toBe(exact)
  // Another copy of Medusa's class.
  expect(toDecimal({ ...new BigNumber(exact), numeric: 0.12, raw: { value: exact } } as never)).toBe(exact)
  expect(toDecimal(10.1)).toBe('10.1')
  expect(toDecimal(1e21)).toBe('1000000000000000000000')
  expect(toDecimal('1e-7')).toBe('0.0000001')
})

test('a price has the decimals of its currency, rounded half up as Medusa rounds', () => {
  expect(toPrice('49.9', 'eur')).toBe('49.90')
  expect(toPrice('1.005', 'usd')).toBe('1.01')
  expect(toPrice('33.333333333333333333', 'usd')).toBe('33.33')
  expect(toPrice(500, 'jpy')).toBe('500')
  expect(toPrice('12.3455', 'kwd')).toBe('12.346')
})

test('the sum of tenths, which floats get wrong, is exact', () => {
  expect(toPrice(MathBN.sum(0.1, 0.2), 'usd')).toBe('0.30')
  expect(isSameAmount(MathBN.sum(0.1, 0.2), '0.30')).toBe(true)
})

test('an amount that is none is refused', () => {
  for (const amount of ['ten', Number.NaN, Number.POSITIVE_INFINITY]) expect(() => toDecimal(amount)).toThrow('number')
})
