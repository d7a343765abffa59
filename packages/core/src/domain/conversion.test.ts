import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  computeArrived,
  computeBurnLimit,
  computeOffered,
  computeShare,
  exitStates,
  findConversionStatus,
  type Placeable,
  placeExits,
  type Share,
} from './conversion.ts'
import { min } from './money.ts'

const amounts = fc.array(fc.bigInt(1n, 10n ** 12n), { maxLength: 12 })
const toPlaceables = (prefix: string, all: readonly bigint[]): Placeable[] =>
  all.map((amount, index) => ({ id: `${prefix}${index}`, amount, placed: 0n, block: 7 }))
const sum = (all: readonly { readonly amount: bigint }[]) => all.reduce((total, { amount }) => total + amount, 0n)

/** The same after shares were placed. */
function note(all: readonly Placeable[], shares: readonly Share[], of: 'exit' | 'settlement'): Placeable[] {
  return all.map((one) => ({
    ...one,
    placed: one.placed + sum(shares.filter((share) => share[of] === one.id)),
  }))
}

describe('placing money that left an account', () => {
  test('places as much as there is on both sides, and never more', () => {
    fc.assert(
      fc.property(amounts, amounts, (swept, left) => {
        const settlements = toPlaceables('set_', swept)
        const exits = toPlaceables('exit_', left)
        const shares = placeExits(settlements, exits)
        const total = (all: readonly bigint[]) => all.reduce((one, other) => one + other, 0n)
        expect(sum(shares)).toBe(min(total(swept), total(left)))
        for (const one of [...note(settlements, shares, 'settlement'), ...note(exits, shares, 'exit')])
          expect(one.placed <= one.amount).toBe(true)
      }),
    )
  })

  test('comes to the same whether it is done at once or as things happen', () => {
    fc.assert(
      fc.property(amounts, amounts, fc.array(fc.boolean()), (swept, left, order) => {
        const atOnce = placeExits(toPlaceables('set_', swept), toPlaceables('exit_', left))
        let settlements: Placeable[] = []
        let exits: Placeable[] = []
        const step: Share[] = []
        const rest = { settlements: toPlaceables('set_', swept), exits: toPlaceables('exit_', left) }
        const flips = [...order, ...swept.map(() => true), ...left.map(() => false)]
        for (const isSettlement of flips) {
          const [next] = isSettlement ? rest.settlements.splice(0, 1) : rest.exits.splice(0, 1)
          if (!next) continue
          if (isSettlement) settlements.push(next)
          else exits.push(next)
          const shares = placeExits(settlements, exits)
          settlements = note(settlements, shares, 'settlement')
          exits = note(exits, shares, 'exit')
          step.push(...shares)
        }
        expect(join(step)).toEqual(join(atOnce))
      }),
    )
  })

  test('gives the oldest settlement the first money that left', () => {
    const settlements = toPlaceables('set_', [10n, 5n])
    expect(placeExits(settlements, toPlaceables('exit_', [12n]))).toEqual([
      { exit: 'exit_0', settlement: 'set_0', amount: 10n, position: 0n },
      { exit: 'exit_0', settlement: 'set_1', amount: 2n, position: 10n },
    ])
  })
})

test('places nothing that left before the money of a settlement came', () => {
  const [settlement] = toPlaceables('set_', [10n])
  const exits = toPlaceables('exit_', [10n, 10n]).map((exit, index) => ({ ...exit, block: 6 + index }))
  expect(settlement && placeExits([settlement], exits).map(({ exit }) => exit)).toEqual(['exit_1'])
})

/** Parts of one exit for one settlement that follow each other, as one. */
function join(shares: readonly Share[]): string[] {
  const amountsBy = Map.groupBy(shares, ({ exit, settlement }) => `${exit} ${settlement}`)
  return [...amountsBy].map(([pair, parts]) => `${pair} ${sum(parts)}`).sort()
}

describe('what arrived of a share', () => {
  test('adds up to what arrived of the exit, and takes no more than its part of the fee and a unit', () => {
    const parts = fc.array(fc.bigInt(1n, 10n ** 9n), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(parts, fc.bigInt(0n, 1_000_000n), (all, millionths) => {
        const amount = all.reduce((one, other) => one + other, 0n)
        const arrived = amount - (amount * millionths) / 1_000_000n
        let position = 0n
        let total = 0n
        for (const part of all) {
          const own = computeArrived({ amount: part, position }, { amount, arrived })
          expect(own <= part).toBe(true)
          expect(own >= (part * arrived) / amount).toBe(true)
          position += part
          total += own
        }
        expect(total).toBe(arrived)
      }),
    )
  })
})

describe('the status of a conversion', () => {
  test.each([
    [{ amount: 10n, placed: 9n }, ['delivered'], 'waiting'],
    [{ amount: 10n, placed: 10n }, ['delivered', 'burned', 'attested'], 'burned'],
    [{ amount: 10n, placed: 10n }, ['delivered', 'released', 'attested'], 'attested'],
    [{ amount: 10n, placed: 10n }, ['delivered', 'released'], 'released'],
    [{ amount: 10n, placed: 10n }, ['delivered', 'delivered'], 'delivered'],
  ] as const)('of %o with %o is %s', (sums, states, status) => {
    expect(findConversionStatus(sums, states)).toBe(status)
  })

  test('is an end only when all its money has one', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...exitStates), { minLength: 1 }), (states) => {
        const status = findConversionStatus({ amount: 1n, placed: 1n }, states)
        const hasEnded = states.every((state) => state === 'delivered' || state === 'released')
        expect(status === 'delivered' || status === 'released').toBe(hasEnded)
      }),
    )
  })
})

describe('the fee that a burn offers', () => {
  test.each([
    [1_000n, { leastMillionths: 997_000, maxFee: 10n }, 3n],
    [1_000n, { leastMillionths: 997_000, maxFee: 2n }, 2n],
    [999n, { leastMillionths: 997_000, maxFee: 10n }, 2n],
    [1_000n, { leastMillionths: 1_000_000, maxFee: 10n }, 0n],
  ])('of %s with %o is %s', (amount, terms, offered) => {
    expect(computeOffered(amount, terms)).toBe(offered)
  })

  test('leaves at least the least part', () => {
    fc.assert(
      fc.property(
        fc.bigInt(1n, 10n ** 12n),
        fc.integer({ min: 900_000, max: 1_000_000 }),
        (amount, leastMillionths) => {
          const offered = computeOffered(amount, { leastMillionths, maxFee: amount })
          expect((amount - offered) * 1_000_000n).toBeGreaterThanOrEqual(amount * BigInt(leastMillionths))
        },
      ),
    )
  })

  test('is asked for in millionths, rounded up', () => {
    expect([computeShare(10_000_000n, 100), computeShare(1n, 100), computeShare(5n, 0)]).toEqual([1_000n, 1n, 0n])
  })
})

test('a burn has at most what Circle takes, and of which its least fee is offered', () => {
  const limits = { rawLimit: 1_000_000n, minFeeTenMillionths: 0n }
  expect(computeBurnLimit(limits, 5n)).toBe(1_000_000n)
  // 1 basis point of 50,000 is 5.
  expect(computeBurnLimit({ ...limits, minFeeTenMillionths: 1_000n }, 5n)).toBe(50_000n)
  expect(computeBurnLimit({ ...limits, minFeeTenMillionths: 1_000n }, 1_000n)).toBe(1_000_000n)
  expect(computeBurnLimit({ ...limits, rawLimit: 0n }, 5n)).toBe(0n)
})
