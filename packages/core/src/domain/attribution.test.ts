import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  assignOrdinals,
  CLOCK_TOLERANCE_MS,
  createMemo,
  endsInZero,
  getHolderAt,
  type Holder,
  listAmounts,
  MAX_SUFFIX,
  parseMemo,
  pickRandomAmount,
  type TransferIdentity,
} from './attribution.ts'

const DAY_MS = 24 * 3_600_000
/** Holders as reservations create them: at least a day apart. */
const holders = fc
  .uniqueArray(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 8 })
  .map((days) => days.map((day): Holder => ({ paymentId: `pay_${day}`, reservedAt: day * DAY_MS })))

test('an amount pays the last payment that held it when its block was closed, in whatever order holders are listed', () => {
  fc.assert(
    fc.property(
      holders.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length }))),
      fc.integer({ min: 0, max: 401 * DAY_MS }),
      ([list, shuffled], blockTime) => {
        const started = list.filter((holder) => holder.reservedAt - CLOCK_TOLERANCE_MS <= blockTime)
        const expected = started.sort((a, b) => b.reservedAt - a.reservedAt)[0] ?? null
        expect(getHolderAt(shuffled, blockTime)).toEqual(expected)
      },
    ),
  )
})

test('money from before a payment existed never pays it, as far as clocks can be trusted', () => {
  const holder = { paymentId: 'pay_1', reservedAt: DAY_MS }
  expect(getHolderAt([holder], DAY_MS - CLOCK_TOLERANCE_MS - 1)).toBeNull()
  expect(getHolderAt([holder], DAY_MS - CLOCK_TOLERANCE_MS)).toEqual(holder)
  expect(getHolderAt([holder], DAY_MS * 400)).toEqual(holder)
  expect(getHolderAt([], DAY_MS)).toBeNull()
})

test('an old block pays the former holder of an amount, a new one the present holder', () => {
  const former = { paymentId: 'pay_former', reservedAt: DAY_MS }
  const present = { paymentId: 'pay_present', reservedAt: 3 * DAY_MS }
  expect(getHolderAt([present, former], 2 * DAY_MS)).toEqual(former)
  expect(getHolderAt([former, present], 3 * DAY_MS + 1)).toEqual(present)
})

const transfer = fc.record({
  txHash: fc.constantFrom('0x1', '0x2'),
  token: fc.constantFrom('a', 'b'),
  from: fc.constantFrom('p', 'q'),
  to: fc.constantFrom('m', 'n'),
  rawAmount: fc.constantFrom(1n, 2n),
})

test('equal transfers of a transaction are counted up from 0, and all have identities of their own', () => {
  fc.assert(
    fc.property(fc.array(transfer, { maxLength: 40 }), (transfers) => {
      const numbered = assignOrdinals(transfers)
      expect(numbered.map(({ ordinal: _, ...rest }) => rest)).toEqual(transfers)
      const identities = numbered.map((one) => Object.values(one).join())
      expect(new Set(identities).size).toBe(transfers.length)
      for (const one of numbered)
        expect(one.ordinal).toBeLessThan(
          transfers.filter(
            (other) =>
              Object.values(other).join() ===
              Object.values({ ...one, ordinal: undefined })
                .slice(0, 5)
                .join(),
          ).length,
        )
    }),
  )
})

test('transfers have the same numbers however the blocks were divided among readings', () => {
  const block = fc.array(transfer, { maxLength: 8 })
  const chain = fc
    .array(fc.tuple(block, fc.boolean()), { maxLength: 8 })
    // A transaction is in one block only.
    .map((blocks) =>
      blocks.map(([list, cut], number) => ({
        cut,
        transfers: list.map((one) => ({ ...one, txHash: `${one.txHash} ${number}` })),
      })),
    )
  fc.assert(
    fc.property(chain, (blocks) => {
      const readings: TransferIdentity[][] = [[]]
      for (const { cut, transfers } of blocks) {
        if (cut) readings.push([])
        readings.at(-1)?.push(...transfers)
      }
      expect(readings.flatMap((reading) => assignOrdinals(reading))).toEqual(
        assignOrdinals(blocks.flatMap((one) => one.transfers)),
      )
    }),
  )
})

test('a transfer has the same number whatever other transactions stand around it', () => {
  fc.assert(
    fc.property(fc.array(transfer, { maxLength: 30 }), (transfers) => {
      const alone = assignOrdinals(transfers.filter((one) => one.txHash === '0x1'))
      expect(assignOrdinals(transfers).filter((one) => one.txHash === '0x1')).toEqual(alone)
    }),
  )
})

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

const random = fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }))

test('a memo is 16 digits that are the same as a text, as an id of 64 bits and as a number', () => {
  fc.assert(
    fc.property(random, (stream) => {
      const memo = createMemo((below) => Math.floor(stream.next().value * below))
      expect(memo).toMatch(/^[1-8]\d{15}$/)
      expect(String(Number(memo))).toBe(memo)
      expect(BigInt(memo) < 2n ** 63n).toBe(true)
      expect(parseMemo(memo)).toBe(memo)
      expect(parseMemo(` ${memo}\n`)).toBe(memo)
    }),
  )
})

test('every digit of a memo is drawn', () => {
  expect(createMemo(() => 0)).toBe('1000000000000000')
  expect(createMemo((below) => below - 1)).toBe('8999999999999999')
})

test('what is no memo of ours names nobody', () => {
  const others = [
    '',
    '123456789012345',
    '0123456789012345',
    '9123456789012345',
    '12345678901234567',
    '1234 5678 9012 3456',
  ]
  for (const text of [...others, 'order 17', 'a234567890123456']) expect(parseMemo(text)).toBeNull()
  expect(parseMemo(null)).toBeNull()
})
