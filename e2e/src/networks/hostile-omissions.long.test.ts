import { startDevnet } from '@crypto-checkout/devnet'
import * as hostile from '@crypto-checkout/devnet/testing'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { cleanUp, type Ethereum, pollUntil, toMillionths } from '../support/harness.ts'
import { FINAL, type HostileShop, openHostileShop, readFinalBlock } from '../support/hostile-harness.ts'

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

/** Opens a shop just after a reread. Blocks that become final now are reread only by the next one, in 2.5 seconds. */
async function openJustReread(witnesses = 2): Promise<void> {
  world = await openHostileShop(devnet, { haste: 2, witnesses })
  const payment = await world.create()
  await world.pay(payment)
  await world.mine(1 + FINAL)
  await world.shop.until(payment, ({ status }) => status === 'completed')
  const { reread } = (await world.state()) ?? {}
  await world.mine()
  await pollUntil(world.state, (state) => state?.reread !== reread)
}

/** Pays, and waits until both reads are done. */
async function payUnseen(): Promise<void> {
  const payment = await world.create()
  await world.pay(payment)
  await world.mine(1 + FINAL)
  const final = await readFinalBlock(devnet)
  await pollUntil(world.state, (state) => (state?.final ?? 0) >= final)
  expect((await world.shop.get(payment)).status).toBe('created')
}

test.each([
  ['leave it out', hostile.omittedLogs],
  ['take it back', hostile.removedLogs],
])('a payment that nobody saw because all nodes %s is found when its block is reread', async (_name, make) => {
  await openJustReread()
  // On a slow machine the next one may come before the faults are gone.
  world.clock.hold()
  for (const proxy of [world.a, world.b]) proxy.break(make())
  await payUnseen()
  for (const proxy of [world.a, world.b]) proxy.mend()
  world.clock.release()
  await world.expectAllRight()
})

test('a payment that one node leaves out for ever is found when another one rereads its block', async () => {
  await openJustReread(1)
  world.a.break(hostile.omittedLogs())
  const undo = world.b.break(hostile.dropsConnections())
  await payUnseen()
  undo()
  await world.expectAllRight()
  expect(world.b.counts.get('drops connections')).toBeGreaterThan(0)
})

test('a payment that one node denies by its receipt too is completed once that node comes to its senses', async () => {
  world = await openHostileShop(devnet)
  const payment = await world.create()
  const undo = world.a.break(hostile.omittedLogs({ receipts: true }))
  await world.pay(payment)
  await world.mine(1 + FINAL)
  const trouble = await pollUntil(world.trouble, (text) => text !== null)
  expect(trouble).toContain('contradict each other')
  expect((await world.shop.get(payment)).status).not.toBe('completed')
  undo()
  await world.expectAllRight()
})

test('money that was never sent completes nothing, whether it is invented by the first node or by the second', async () => {
  world = await openHostileShop(devnet)
  for (const proxy of [world.a, world.b]) {
    const [payment, honest] = [await world.create(), await world.create()]
    proxy.break(hostile.phantomTransfer({ to: world.shop.wallet, amount: toMillionths(payment.cryptoAmount) }))
    await world.pay(honest)
    await world.mine()
    await pollUntil(
      () => proxy.counts.get('phantom transfer') ?? 0,
      (invented) => invented > 0,
    )
    await world.mine(FINAL)
    await world.expectAllRight()
    proxy.mend()
  }
})
