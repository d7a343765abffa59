import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  computeCoinRate,
  convertToCoin,
  formatFiatPerCoin,
  isJump,
  isStale,
  judgePrice,
  ONE_USD,
  pickDearest,
} from './rate.ts'

/** The largest price of any currency, in millionths. */
const MOST = 999_999_999_990_000n

describe('a coin', () => {
  test.each([
    ['at par', 100_000_000n, 100_000_000n],
    ['0.5 % below', 99_500_000n, 100_000_000n],
    ['0.5 % above', 100_500_000n, 100_000_000n],
    ['more than 0.5 % below', 99_499_999n, 99_499_999n],
    ['more than 0.5 % above', 100_500_001n, 100_500_001n],
    ['2 % below', 98_000_000n, 98_000_000n],
    ['2 % above', 102_000_000n, 102_000_000n],
    ['more than 2 % below', 97_999_999n, null],
    ['more than 2 % above', 102_000_001n, null],
    ['worth nothing', 1n, null],
    ['worth a fortune', 10n ** 14n, null],
  ])('%s counts as it should', (_name, price, rate) => {
    expect(computeCoinRate(price, 'fresh')).toBe(rate)
  })

  test('whose feed is stale counts as 1 USD, unless it was refused: that it stays', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 90_000_000n, max: 110_000_000n }), (price) => {
        const refused = computeCoinRate(price, 'fresh') === null
        expect(computeCoinRate(price, 'stale')).toBe(refused ? null : ONE_USD)
      }),
    )
  })

  test('that is off par never brings the merchant less than the price, valued by the feed', () => {
    const prices = fc.bigInt({ min: 98_000_000n, max: 102_000_000n })
    const fiat = fc.bigInt({ min: 1n, max: MOST })
    const currencies = fc.bigInt({ min: 100n, max: 10n ** 12n })
    fc.assert(
      fc.property(prices, fiat, currencies, (price, amount, usdPerFiat) => {
        const usdPerCoin = computeCoinRate(price, 'fresh') ?? 0n
        const received = convertToCoin(amount, { usdPerFiat, usdPerCoin }) * usdPerCoin
        expect(received >= amount * usdPerFiat).toBe(true)
        // At par the feed may be up to half a percent lower, never more.
        expect((usdPerCoin - price) * 200n <= ONE_USD).toBe(true)
      }),
    )
  })
})

describe('a reading is stale', () => {
  const now = 10_000_000
  const patience = { heartbeatMs: 1_000, marginMs: 500 }
  const stale = (updatedAgo: number, readAgo = 0) =>
    isStale({ updatedAt: now - updatedAgo, readAt: now - readAgo }, patience, now)

  test('when the feed was silent for longer than heartbeat and margin', () => {
    expect(stale(1_500)).toBe(false)
    expect(stale(1_501)).toBe(true)
    expect(stale(-300)).toBe(false)
  })

  test('when it is older itself than the heartbeat: the margin is for the feed', () => {
    expect(stale(1_200, 1_000)).toBe(false)
    expect(stale(1_200, 1_001)).toBe(true)
    expect(stale(-300, 1_001)).toBe(true)
  })
})

describe('of readings', () => {
  const readings = [{ price: 107n }, { price: 109n }, { price: 108n }]

  test('a dearer currency and a cheaper coin cost the payer more', () => {
    expect(pickDearest('currency', readings)).toEqual({ price: 109n })
    expect(pickDearest('coin', readings)).toEqual({ price: 107n })
  })

  test('those that are up to 5 % apart are no jump', () => {
    expect([95n, 100n, 105n].map((price) => isJump(100n, price))).toEqual([false, false, false])
    expect([94n, 106n].map((price) => isJump(100n, price))).toEqual([true, true])
  })
})

describe('a price that one node says', () => {
  const createPrice = (price: bigint) => ({ price, voices: 1, alone: false })
  const known = { before: 100n, agreed: null, waiting: null }

  test('is believed without a jump, and waits where it is one, however often it is said', () => {
    expect(judgePrice('currency', createPrice(105n), known)).toEqual({ kind: 'believed' })
    const waiting = { price: 106n, times: 99 }
    const verdict = { kind: 'waits', waiting: { price: 107n, times: 100 } }
    expect(judgePrice('currency', createPrice(107n), { ...known, waiting })).toEqual(verdict)
  })

  test('is held to what nodes of another network agree about, before it and instead of it', () => {
    expect(judgePrice('currency', createPrice(150n), { ...known, agreed: 151n })).toEqual({ kind: 'believed' })
    expect(judgePrice('currency', createPrice(100n), { ...known, agreed: 151n })).toEqual({ kind: 'contradicted' })
    expect(judgePrice('currency', { ...createPrice(100n), voices: 2 }, { ...known, agreed: 151n })).toEqual({
      kind: 'believed',
    })
  })
})

const usd = 100_000_000n
const rates = fc.record({
  usdPerFiat: fc.bigInt({ min: 1n, max: 10n ** 20n }),
  usdPerCoin: fc.bigInt({ min: 1n, max: 10n ** 20n }),
})

test('a price in coins is worth at least the price in fiat, and less than a millionth of a coin more', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: MOST }), rates, (price, { usdPerFiat, usdPerCoin }) => {
      const millionths = convertToCoin(price, { usdPerFiat, usdPerCoin })
      const exactPrice = price * usdPerFiat
      expect(millionths * usdPerCoin >= exactPrice).toBe(true)
      expect((millionths - 1n) * usdPerCoin < exactPrice).toBe(true)
    }),
  )
})

test('at par a price is as many coins', () => {
  expect(convertToCoin(10_000n, { usdPerFiat: usd, usdPerCoin: usd })).toBe(10_000n)
  expect(convertToCoin(MOST, { usdPerFiat: usd, usdPerCoin: usd })).toBe(999_999_999_990_000n)
})

test('a price that does not divide is rounded up', () => {
  expect(convertToCoin(1_000_000n, { usdPerFiat: usd, usdPerCoin: 3n * usd })).toBe(333_334n)
  expect(convertToCoin(1_000_000n, { usdPerFiat: 108_000_000n, usdPerCoin: 99_999_999n })).toBe(1_080_001n)
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
