import type { Payment } from '@crypto-checkout/core'
import { startDevnet } from '@crypto-checkout/devnet'
import { rewritten } from '@crypto-checkout/devnet/testing'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { cleanUp, type Ethereum, pollUntil } from '../support/harness.ts'
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

/** The newest final block, once the shop knows that it is final. */
async function knownFinal(): Promise<number> {
  const final = await readFinalBlock(devnet)
  await pollUntil(world.state, (state) => state?.final === final)
  return final
}

/** A shop with one completed payment, and another whose money is not final yet. */
async function open(witnesses = 2): Promise<{ completed: Payment; waiting: Payment }> {
  world = await openHostileShop(devnet, { witnesses })
  const [completed, waiting] = [await world.create(), await world.create()]
  await world.pay(completed)
  await world.mine(1 + FINAL)
  await world.shop.until(completed, ({ status }) => status === 'completed')
  await world.pay(waiting)
  await world.mine()
  await world.shop.until(waiting, ({ status }) => status === 'processing')
  return { completed, waiting }
}

const halted = () => pollUntil(world.trouble, (trouble) => trouble?.includes('halted') ?? false)

test('when a final block changes for every node, the network is halted and says so, until it is as it was', async () => {
  const { waiting } = await open()
  const from = await knownFinal()
  for (const proxy of [world.a, world.b]) proxy.break(rewritten(from))
  const late = await world.create()
  await world.pay(late)
  await world.mine(1 + FINAL)
  expect(await halted()).toMatch(/halted.*block \d+ was final as 0x/)
  await pollUntil(
    () => world.shop.log.join('\n'),
    (text) => text.includes('halted'),
  )
  expect((await world.shop.get(waiting)).status).toBe('processing')
  expect((await world.shop.get(late)).status).toBe('created')
  await world.expectNothingWrong()
  for (const proxy of [world.a, world.b]) proxy.mend()
  await world.expectAllRight()
  await pollUntil(world.trouble, (trouble) => trouble === null)
})

test('when a final block changes for one node only, the other one is believed where one witness is enough', async () => {
  await open(1)
  for (const liar of [world.a, world.b]) {
    liar.break(rewritten(await knownFinal()))
    await world.pay(await world.create())
    await world.mine(1 + FINAL)
    await world.expectAllRight()
    expect(liar.counts.get('rewritten')).toBeGreaterThan(0)
    liar.mend()
  }
})

test('when the chain itself goes back on what was final, nothing is completed any more', async () => {
  const { completed, waiting } = await open()
  await knownFinal()
  await devnet.payer.reorganise('ethereum', 2 * FINAL)
  const late = await world.create()
  await world.pay(late)
  await world.mine(1 + FINAL)
  expect(await halted()).toMatch(/halted.*block \d+ was final as 0x/)
  expect((await world.shop.get(completed)).status).toBe('completed')
  expect((await world.shop.get(waiting)).status).toBe('processing')
  expect((await world.shop.get(late)).status).toBe('created')
})
