import fc from 'fast-check'
import { expect, test } from 'vitest'
import { endsInZero, listAmounts, MAX_SUFFIX, pickRandomAmount } from './amount-suffix.ts'

const price = fc.bigInt({ min: 1n, max: 10n ** 18n })

test('an amount is the price plus 0.000001 to 0.009999 and never ends in 0', () => {
  fc.assert(
    fc.property(price, fc.infiniteStream(fc.nat()), (price, numbers) => {
      const amount = pickRandomAmount(price, (below) => (numbers.next().value as number) % below)
      expect(amount > price && amount <= price + 9_999n).toBe(true)
      expect(amount.toString()).not.toMatch(/0$/)
    }),
  )
})

test('rounding or cutting an amount to fewer decimals never gives an amount of the price', () => {
  fc.assert(
    fc.property(price, fc.integer({ min: 1, max: 9_999 }), fc.integer({ min: 1, max: 6 }), (price, tail, digits) => {
      const unit = 10n ** BigInt(digits)
      const amount = price + BigInt(tail)
      const cut = (amount / unit) * unit
      for (const rounded of [cut, cut + unit]) expect(endsInZero(rounded)).toBe(true)
    }),
  )
})

test('every amount of a price can be drawn, and no other', () => {
  for (const price of [10_000_000n, 333_334n, 19n]) {
    const all = listAmounts(price)
    const drawn = new Set<bigint>()
    for (let number = 0; number < Number(MAX_SUFFIX); number++) {
      const numbers = [number, 0, 1]
      drawn.add(pickRandomAmount(price, () => numbers.shift() ?? 0))
    }
    expect([...drawn].sort((a, b) => Number(a - b))).toEqual(all)
    expect(all.length).toBeGreaterThanOrEqual(8_999)
    expect(all.length).toBeLessThanOrEqual(9_000)
    expect(new Set(all).size).toBe(all.length)
  }
})
