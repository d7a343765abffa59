import { array, assert, integer, oneof, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { sumLineItems } from './line-items.ts'

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
    expect(sumLineItems(given)).toBe(expected)
  })
  return assert(holds, { numRuns: 2_000 })
})

test('a sum that floats get wrong', () => {
  const lines = [0.1, 0.2, 4.35, 1.1, 2.2].map((unitAmount) => ({ quantity: 3, unitAmount }))
  expect(sumLineItems(lines)).toBe(2_385n)
  expect(sumLineItems([{ quantity: 1_000_000, unitAmount: 999_999_999.99 }])).toBe(99_999_999_999_000_000n)
  expect(
    sumLineItems([
      { quantity: 3, unitAmount: 10 },
      { quantity: 1, unitAmount: -4.5 },
    ]),
  ).toBe(2_550n)
  expect(sumLineItems([{ quantity: 1, unitAmount: -0 }])).toBe(0n)
  expect(sumLineItems([])).toBe(0n)
})

test.each([0.001, -0.005, 1.005, 1e9, Number.NaN, Number.POSITIVE_INFINITY])(
  '%d is no number of cents',
  (unitAmount) => {
    expect(sumLineItems([{ quantity: 1, unitAmount }])).toBeNull()
  },
)
