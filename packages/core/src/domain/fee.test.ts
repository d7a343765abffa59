import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeDepartures, isAfterFee } from './fee.ts'

test('what a coin may take as its fee is at most a hundredth', () => {
  expect(isAfterFee(100_000_000n, 99_810_000n)).toBe(true)
  expect(isAfterFee(100_000_000n, 99_000_000n)).toBe(true)
  expect(isAfterFee(100_000_000n, 98_999_999n)).toBe(false)
})

test('nothing that arrived, all of it and more than left are no fee', () => {
  expect(isAfterFee(100n, 0n)).toBe(false)
  expect(isAfterFee(100n, 100n)).toBe(false)
  expect(isAfterFee(100n, 101n)).toBe(false)
})

test('whatever else a transaction pays, what left with each transfer and its fee is among the possible departures', () => {
  const paid = fc.record({ left: fc.bigInt(1n, 10n ** 12n), perMille: fc.bigInt(0n, 10n) })
  fc.assert(
    fc.property(fc.array(paid, { minLength: 1, maxLength: 6 }), (all) => {
      const sent = all.flatMap(({ left, perMille }) => [(left * perMille) / 1_000n, left - (left * perMille) / 1_000n])
      for (const [index, { left }] of all.entries()) expect(computeDepartures(sent, 2 * index + 1)).toContain(left)
    }),
  )
})
