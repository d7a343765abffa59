import { setTimeout as sleep } from 'node:timers/promises'
import type { Payment } from '@crypto-checkout/core'
import { startDevnet } from '@crypto-checkout/devnet'
import * as hostile from '@crypto-checkout/devnet/testing'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { cleanUp, type Ethereum, toMillionths } from '../support/harness.ts'
import { type HostileShop, openHostileShop } from '../support/hostile-harness.ts'

/** Seeds, and how many nodes the shop knows. */
const STORMS = [
  [1, 2],
  [2, 2],
  [3, 1],
] as const
const ROUNDS = 14
/** Blocks below the head that are not final, which is also the deepest reorganisation. */
const DEPTH = 64
const ROUND_MS = 120

let devnet: Ethereum
let world: HostileShop

beforeAll(async () => {
  devnet = await startDevnet({ networks: ['ethereum'], blockTimeMs: 0, slotsInAnEpoch: DEPTH / 2 })
})
afterEach(() => world.close())
afterAll(async () => {
  await devnet.stop()
  expect(await cleanUp()).toEqual([])
})

/** Faults that any node may have at any time. Faults of permanently lying nodes have tests of their own. */
const faults: readonly (() => hostile.Fault)[] = [
  hostile.neverAnswers,
  hostile.dropsConnections,
  () => hostile.tooManyRequests(),
  () => hostile.tooManyRequests(1),
  hostile.serverError,
  hostile.htmlPage,
  hostile.truncatedJson,
  hostile.wrongId,
  hostile.rateLimited,
  () => hostile.tooManyResults(3),
  () => hostile.rangeLimit(5),
  hostile.nullBlocks,
  () => hostile.staleHead(7),
  hostile.frozenHead,
  () => hostile.noFinality('error'),
  () => hostile.noFinality('null'),
  hostile.duplicatedLogs,
  hostile.reorderedLogs,
  hostile.foreignLogs,
  hostile.malformedLogs,
  () => hostile.omittedLogs({ how: 'by hash' }),
]

/** A chooser with a seed. */
function chooser(seed: number) {
  const random = hostile.createRandom(seed)
  const below = (most: number) => Math.floor(random() * most)
  return {
    below,
    chance: (probability: number) => random() < probability,
    of<T>(list: readonly T[]): T {
      return list[below(list.length)] as T
    },
  }
}
type Chooser = ReturnType<typeof chooser>

function breakSome(choose: Chooser): void {
  for (const proxy of [world.a, world.b]) {
    proxy.mend()
    for (let count = choose.below(3); count > 0; count--) {
      proxy.break(choose.of(faults)(), { probability: choose.of([0.3, 1]) })
    }
  }
}

/** Pays the exact amount, twice, too little, or nothing; sometimes for a payment that was due long ago. */
async function payAtRandom(choose: Chooser): Promise<void> {
  for (let count = choose.below(3); count >= 0; count--) {
    const payment: Payment = choose.chance(0.8) ? await world.create() : choose.of(world.payments)
    const due = toMillionths(payment.cryptoAmount)
    for (const amount of choose.of([[due], [due], [due, due], [due - 1_000_000n], []])) {
      await world.pay(payment, amount)
      if (choose.chance(0.3)) await world.mine()
    }
  }
  await world.mine(1 + choose.below(12))
}

test.each(STORMS)(
  'after a storm of faults, payments, reorganisations and restarts every payment is right (seed %i, nodes: %i)',
  async (seed, nodes) => {
    const choose = chooser(seed)
    world = await openHostileShop(devnet, { seed, nodes })
    await world.create()
    await world.mine(2 * DEPTH)
    for (let round = 0; round < ROUNDS; round++) {
      breakSome(choose)
      await payAtRandom(choose)
      if (choose.chance(0.2)) {
        await world.shop.close()
        if (choose.chance(0.5)) await world.mine(DEPTH)
        await world.shop.reopen()
      }
      await sleep(choose.below(ROUND_MS))
      if (choose.chance(0.4)) await devnet.payer.reorganise('ethereum', 1 + choose.below(DEPTH))
      await sleep(choose.below(ROUND_MS))
      await world.expectNothingWrong()
    }
    for (const proxy of [world.a, world.b]) proxy.mend()
    await world.mine(DEPTH + 1)
    await world.expectAllRight()
    const completed = (await world.shop.events()).filter(({ type }) => type === 'payment.completed')
    expect(completed.length).toBeGreaterThan(0)
  },
)
