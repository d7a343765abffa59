import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fiatPerCoin, priceInCoin } from './price.ts'
import { holdsAmount, partialRefund, refundState, wholeRefund } from './refund.ts'

/** 10^-8 USD: from far below a cent to a thousand dollars. */
const usd = fc.bigInt({ min: 10_000n, max: 100_000_000_000n })
const cents = fc.integer({ min: 1, max: 99_999_999_999 })
const rates = fc.record({ usdPerFiat: usd, usdPerCoin: fc.bigInt({ min: 98_000_000n, max: 102_000_000n }) })

test('all that is left goes back to the last millionth, and is worth no less than it was priced at', () => {
  expect(wholeRefund(49_905_123n, '1.00000000')).toEqual({ amount: 49_905_123n, cents: 49_90 })
  expect(wholeRefund(5_123n, '1.00000000')).toEqual({ amount: 5_123n, cents: 0 })
  fc.assert(
    fc.property(cents, rates, (price, at) => {
      const paid = priceInCoin(price, at)
      const whole = wholeRefund(paid, fiatPerCoin(at))
      expect(whole.amount).toBe(paid)
      expect(whole.cents).toBeGreaterThanOrEqual(price)
    }),
  )
})

test('a part is the price of it at the rate of the payment', () => {
  const fresh = { received: 49_905_123n, left: 49_905_123n }
  expect(partialRefund(10_00, fresh, '1.00000000')).toEqual({ amount: 10_000_000n, cents: 10_00 })
  expect(partialRefund(10_00, fresh, '0.92592593')).toEqual({ amount: 10_799_999n, cents: 10_00 })
  expect(partialRefund(49_91, fresh, '1.00000000')).toBeNull()
})

test('whatever the rate and however it is cut, parts of a price never exceed what was paid, and are never refused', () => {
  const parts = fc.array(fc.integer({ min: 1, max: 5_000_000 }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(parts, rates, fc.bigInt({ min: 0n, max: 9_999n }), (cut, at, tail) => {
      const price = cut.reduce((sum, part) => sum + part, 0)
      const paid = priceInCoin(price, at) + tail
      const rate = fiatPerCoin(at)
      let left = paid
      for (const part of cut) {
        const refund = partialRefund(part, { received: paid, left }, rate)
        if (!refund) throw new Error(`${part} of ${price} cents was refused with ${left} of ${paid} left`)
        left -= refund.amount
        expect(left).toBeGreaterThanOrEqual(0n)
      }
    }),
  )
})

describe('a refund', () => {
  const facts = { method: 'sign', transfer: null, failed: false, cancelledAt: null } as const
  const DAY_MS = 86_400_000

  test('is what the chain shows, whatever was decided before', () => {
    expect(refundState(facts)).toBe('pending')
    expect(refundState({ ...facts, cancelledAt: 1 })).toBe('cancelled')
    expect(refundState({ ...facts, failed: true })).toBe('failed')
    for (const other of [{}, { cancelledAt: 1 }, { failed: true }]) {
      expect(refundState({ ...facts, ...other, transfer: 'seen' })).toBe('submitted')
      expect(refundState({ ...facts, ...other, transfer: 'final' })).toBe('completed')
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
