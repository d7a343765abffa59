import type { Payment } from '@crypto-checkout/core'
import { startDevnet } from '@crypto-checkout/devnet'
import * as hostile from '@crypto-checkout/devnet/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { cleanUp, type Ethereum, pollUntil, toMillionths } from '../support/harness.ts'
import { FINAL, type HostileShop, openHostileShop } from '../support/hostile-harness.ts'

let devnet: Ethereum
let world: HostileShop

beforeAll(async () => {
  devnet = await startDevnet({ networks: ['ethereum'], blockTimeMs: 0 })
})
afterEach(() => world.close())
afterAll(async () => {
  await devnet.stop()
  expect(await cleanUp()).toEqual([])
})

const BLOCK_MS = 100

type Faults = Readonly<Record<string, () => hostile.Fault>>

/** Blocks. Too few for another node to be preferred, so everything is delayed by this many. */
const STALE = 3

/** Faults that a node has only some of the time. */
const probabilities: Readonly<Record<string, number>> = { 'has now a stale head and now none': 0.2 }

/** Faults that go unnoticed even if every node has them. */
const harmless: Faults = {
  'limits the range': () => hostile.rangeLimit(2),
  'limits the results': () => hostile.tooManyResults(2),
  'has now a stale head and now none': () => hostile.staleHead(STALE),
  'repeats logs': hostile.duplicatedLogs,
  'turns logs round': hostile.reorderedLogs,
  'sends foreign logs': hostile.foreignLogs,
  'sends malformed logs': hostile.malformedLogs,
  'omits logs by hash': () => hostile.omittedLogs({ how: 'by hash' }),
  'omits logs by range': () => hostile.omittedLogs({ how: 'by range' }),
}

/** Faults that block every decision if every node has them. */
const harmful: Faults = {
  'never answers': hostile.neverAnswers,
  'answers too late': hostile.heldBack,
  'drops connections': hostile.dropsConnections,
  'answers 429': () => hostile.tooManyRequests(),
  'answers 429 and says when to come back': () => hostile.tooManyRequests(1),
  'answers 503': hostile.serverError,
  'sends a page': hostile.htmlPage,
  'sends half of its answers': hostile.truncatedJson,
  'answers other questions': hostile.wrongId,
  'answers without end': hostile.endlessAnswer,
  'limits its rate': hostile.rateLimited,
  'has no blocks': hostile.nullBlocks,
  'has a stale head': () => hostile.staleHead(STALE),
  'has a head that never moves': hostile.frozenHead,
  'has no final block': () => hostile.noFinality('null'),
  'says that there is no final block': () => hostile.noFinality('error'),
}

/** Faults that go unnoticed while every node has them, until the blocks are reread. */
const unnoticed: Faults = { 'omits logs': hostile.omittedLogs, 'takes logs back': hostile.removedLogs }

/** One payment paid once, one twice, one too little and one not at all, in separate blocks. */
async function payInAllWays(): Promise<Payment> {
  const [once, twice, short] = [await world.create(), await world.create(), await world.create()]
  await world.create()
  await world.pay(once)
  await world.mine()
  await world.pay(twice)
  await world.pay(twice)
  await world.mine()
  await world.pay(short, toMillionths(short.cryptoAmount) - 1_000_000n)
  await world.mine()
  return once
}

async function open(witnesses = 2): Promise<void> {
  world = await openHostileShop(devnet, { witnesses })
  const payment = await world.create()
  await world.pay(payment)
  await world.mine(1 + FINAL)
  await world.shop.until(payment, ({ status }) => status === 'completed')
}

/** Gives one node or both the fault of a row of the tables. */
function breakNodes(nodes: readonly hostile.HostileProxy[], name: string, make: () => hostile.Fault): hostile.Fault {
  const fault = make()
  for (const node of nodes) node.break(fault, { probability: probabilities[name] ?? 1 })
  return fault
}

/** Mines blocks until the fault has struck this often. */
const hasStruck = (fault: hostile.Fault, times: number) =>
  pollUntil(
    async () => {
      await world.mine()
      return world.struck(fault.name)
    },
    (struck) => struck >= times,
    BLOCK_MS,
  )

/** Until all that a round of payments needs was read after the fault has struck. */
async function expectRightWhileBroken(fault: hostile.Fault): Promise<void> {
  let struck = 0
  do {
    struck = world.struck(fault.name)
    await payInAllWays()
    await world.mine(FINAL + STALE)
    await world.expectAllRight()
  } while (struck === 0)
}

describe('where one witness is enough, a payment is right while one of two nodes', () => {
  test.each(Object.entries({ ...harmless, ...harmful, ...unnoticed }))('%s', async (name, make) => {
    await open(1)
    await expectRightWhileBroken(breakNodes([world.a], name, make))
  })
})

describe('a payment is right while every node', () => {
  test.each(Object.entries(harmless))('%s', async (name, make) => {
    await open()
    await expectRightWhileBroken(breakNodes([world.a, world.b], name, make))
  })
})

describe('nothing is wrong, and all is right as soon as no node any more', () => {
  test.each(Object.entries(harmful))('%s', async (name, make) => {
    await open()
    const fault = breakNodes([world.a, world.b], name, make)
    await payInAllWays()
    await hasStruck(fault, 1)
    await world.mine(FINAL)
    await hasStruck(fault, 2)
    await world.expectNothingWrong()
    const once = await payInAllWays()
    expect((await world.shop.get(once)).status).not.toBe('completed')
    for (const proxy of [world.a, world.b]) proxy.mend()
    await world.mine(FINAL)
    await world.expectAllRight()
  })
})

test('nodes that come back as those of another chain are not believed', async () => {
  await open()
  const nodes = [world.a, world.b]
  const undos = nodes.map((node) => node.break(hostile.dropsConnections()))
  const payment = await world.create()
  await world.pay(payment)
  await world.mine(1 + FINAL)
  await pollUntil(world.trouble, (trouble) => trouble !== null)
  for (const node of nodes) node.break(hostile.wrongChainId(1))
  for (const undo of undos) undo()
  await pollUntil(world.trouble, (trouble) => trouble?.includes('serves chain 1, not 31337') ?? false)
  expect((await world.shop.get(payment)).status).toBe('created')
  for (const node of nodes) node.mend()
  await world.expectAllRight()
})
