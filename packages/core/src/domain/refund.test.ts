import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { convertToCoin } from './rate.ts'
import {
  computeFullRefund,
  computePartialRefund,
  computePriceAtRate,
  deriveRefundState,
  holdsAmount,
} from './refund.ts'

/** 10^-8 USD: from far below a cent to a thousand dollars. */
const usd = fc.bigInt({ min: 10_000n, max: 100_000_000_000n })
const cents = fc.integer({ min: 1, max: 99_999_999_999 })
const usdPerCoin = fc.bigInt({ min: 98_000_000n, max: 102_000_000n })
const rates = fc.record({ usdPerFiat: usd, usdPerCoin })

const fresh = (received: bigint) => ({ received, left: received, heldCents: 0 })

test('all that is left goes back to the last millionth, and is worth no less than it was priced at', () => {
  const dollars = { cents: 49_90, coins: 49_900_000n }
  expect(computeFullRefund(fresh(49_905_123n), dollars)).toEqual({ amount: 49_905_123n, cents: 49_90 })
  expect(computeFullRefund({ received: 49_905_123n, left: 5_123n, heldCents: 49_90 }, dollars)).toEqual({
    ...{ amount: 5_123n, cents: 0 },
  })
  fc.assert(
    fc.property(cents, rates, (price, at) => {
      const coins = convertToCoin(BigInt(price) * 10_000n, at)
      const whole = computeFullRefund(fresh(coins), { cents: price, coins })
      expect(whole.amount).toBe(coins)
      expect(whole.cents).toBeGreaterThanOrEqual(price)
    }),
  )
})

test('a part is in the ratio of the amounts of the payment, rounded half up', () => {
  const euros = { cents: 49_90, coins: 53_892_000n }
  expect(computePartialRefund(10_00, fresh(53_892_000n), euros)).toEqual({ amount: 10_800_000n, cents: 10_00 })
  expect(computePartialRefund(49_90, fresh(53_892_000n), euros)).toEqual({ amount: 53_892_000n, cents: 49_90 })
  expect(computePartialRefund(49_90, fresh(53_892_123n), euros)).toEqual({ amount: 53_892_123n, cents: 49_90 })
  expect(computePartialRefund(49_91, fresh(53_892_123n), euros)).toBeNull()
  expect(computePartialRefund(1, fresh(2n), { cents: 2, coins: 1n })?.amount).toBe(1n)
})

test('whatever the rate and however it is cut, parts that add up to the whole pay exactly what was received', () => {
  const parts = fc.array(fc.integer({ min: 1, max: 5_000_000 }), { minLength: 1, maxLength: 12 })
  // A cent is worth many millionths, as in every currency in use.
  const sold = fc.record({ usdPerFiat: fc.bigInt({ min: 500_000n, max: 100_000_000_000n }), usdPerCoin })
  fc.assert(
    fc.property(parts, sold, fc.bigInt({ min: 0n, max: 20n }), (cut, at, tail) => {
      const price = cut.reduce((sum, part) => sum + part, 0)
      const coins = convertToCoin(BigInt(price) * 10_000n, at)
      const received = coins + tail
      const priced = { cents: price, coins }
      let [left, heldCents] = [received, 0]
      for (const part of cut) {
        const refund = computePartialRefund(part, { received, left, heldCents }, priced)
        if (!refund) throw new Error(`${part} of ${price} cents was refused with ${left} of ${received} left`)
        left -= refund.amount
        heldCents += refund.cents
        expect(left).toBeGreaterThanOrEqual(0n)
      }
      expect(left).toBe(0n)
    }),
  )
})

test('whatever was received and is asked for, parts never exceed what was received', () => {
  const amounts = fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(amounts, cents, rates, fc.bigInt({ min: 1n, max: 10n ** 12n }), (all, price, at, received) => {
      const priced = { cents: price, coins: convertToCoin(BigInt(price) * 10_000n, at) }
      let [left, heldCents] = [received, 0]
      for (const part of all) {
        const refund = left > 0n ? computePartialRefund(part, { received, left, heldCents }, priced) : null
        left -= refund?.amount ?? 0n
        heldCents += refund?.cents ?? 0
        expect(left).toBeGreaterThanOrEqual(0n)
      }
    }),
  )
})

test('a payment that did not keep its price has it by its rate, and never above what was due', () => {
  expect(computePriceAtRate(49_900_000n, '0.92592593', 53_892_456n)).toBe(53_892_000n)
  expect(computePriceAtRate(49_900_000n, '0.92592593', 53_891_000n)).toBe(53_891_000n)
})

describe('a refund', () => {
  const facts = { method: 'sign', transfer: null, failed: false, cancelledAt: null } as const
  const DAY_MS = 86_400_000

  test('is what the chain shows, whatever was decided before', () => {
    expect(deriveRefundState(facts)).toBe('pending')
    expect(deriveRefundState({ ...facts, cancelledAt: 1 })).toBe('cancelled')
    expect(deriveRefundState({ ...facts, failed: true })).toBe('failed')
    for (const other of [{}, { cancelledAt: 1 }, { failed: true }]) {
      expect(deriveRefundState({ ...facts, ...other, transfer: 'seen' })).toBe('submitted')
      expect(deriveRefundState({ ...facts, ...other, transfer: 'final' })).toBe('completed')
    }
  })

  test('that was to be signed keeps its amount for a day of the chain after it was cancelled', () => {
    const cancelled = { ...facts, cancelledAt: 1_000 }
    expect(holdsAmount(cancelled, 1_000 + DAY_MS)).toBe(true)
    expect(holdsAmount(cancelled, 1_001 + DAY_MS)).toBe(false)
    expect(holdsAmount({ ...cancelled, method: 'collect' }, 0)).toBe(false)
    expect(holdsAmount({ ...cancelled, method: 'signer' }, 0)).toBe(false)
    expect(holdsAmount({ ...cancelled, transfer: 'final' }, 1_001 + DAY_MS)).toBe(true)
    expect(holdsAmount({ ...facts, failed: true }, 0)).toBe(false)
  })
})
