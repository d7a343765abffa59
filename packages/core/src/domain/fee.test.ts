import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeDepartures, isAfterFee, limitByWorth } from './fee.ts'
import { toLedgerAmount } from './money.ts'
import { computeFees } from './send.ts'

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

const ONE_USD = 100_000_000n
const GWEI = 1_000_000_000n
const WEI = 10n ** 18n

test.each([
  ['3 coins at 3,000 USD for one of the chain’s own', 3_000_000n, ONE_USD, 3_000n * ONE_USD, 10n ** 15n],
  ['3 coins at 0.5 USD', 3_000_000n, ONE_USD, ONE_USD / 2n, 6n * WEI],
  ['a coin that is off its peg', 3_000_000n, ONE_USD / 2n, 3_000n * ONE_USD, 10n ** 15n / 2n],
  ['a part of a wei', 1n, 1n, 10n ** 14n, 0n],
  ['nothing', 0n, ONE_USD, ONE_USD, 0n],
])('%s', (_, amount, coin, native, wei) => {
  expect(limitByWorth(amount, { coin, native })).toBe(wei)
})

const price = fc.bigInt({ min: 1n, max: 10n ** 14n })

test.each([6, 7, 18])(
  'of a coin with %i decimals no rounding lets a fee be worth more than what is moved',
  (decimals) => {
    const rawAmount = fc.bigInt({ min: 0n, max: 10n ** BigInt(decimals + 9) })
    const gas = fc.bigInt({ min: 21_000n, max: 16_777_216n })
    const fees = fc.bigInt({ min: 0n, max: 5_000n * GWEI })
    fc.assert(
      fc.property(rawAmount, price, price, gas, fees, fees, (raw, coin, native, gasLimit, baseFee, priorityFee) => {
        const bound = limitByWorth(toLedgerAmount(raw, decimals), { coin, native })
        const policy = { maxFeePerGas: bound / gasLimit, maxPriorityFee: priorityFee, minPriorityFee: 0n }
        const allowed = computeFees({ baseFee, priorityFee }, policy)
        if (!allowed) return
        const most = gasLimit * allowed.maxFeePerGas
        expect(most * native * 10n ** BigInt(decimals)).toBeLessThanOrEqual(raw * coin * WEI)
      }),
    )
  },
)

test('no more than a millionth of a coin is lost to rounding', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n }), price, price, (amount, coin, native) => {
      const bound = limitByWorth(amount, { coin, native })
      expect((bound + 1n) * native).toBeGreaterThan(amount * coin * 10n ** 12n)
    }),
  )
})
