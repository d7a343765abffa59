import { expect, test } from 'vitest'
import { createNetworkHealth } from '../networks/health.ts'
import { createTransferFor, type TestCheckout, testCheckout } from '../testing/index.ts'
import { createRecheckJob } from '../workers/watch.ts'

const AWAY = 3_000

async function openShop() {
  const shop = await testCheckout({ production: { networks: {} } })
  await shop.settle()
  return shop
}

function mineMany(shop: TestCheckout, count: number): void {
  for (let block = 0; block < count; block++) shop.mine()
}

/** Mines many blocks while the shop watches. */
async function passBy(shop: TestCheckout, count: number): Promise<void> {
  for (let left = count; left > 0; left -= 20) {
    mineMany(shop, Math.min(20, left))
    await shop.watch()
  }
}

const lagOf = async (shop: TestCheckout) => (await shop.states())[0]?.lag

test('after a long absence new payments are seen and completed before what was missed is read', async () => {
  const shop = await openShop()
  const missed = await shop.create({ expiresIn: 100_000 })
  mineMany(shop, AWAY / 2)
  shop.mine([createTransferFor(missed)])
  mineMany(shop, AWAY / 2)
  await shop.watch()
  const fresh = await shop.create()
  shop.mine([createTransferFor(fresh)])
  mineMany(shop, 2)
  await shop.watch()
  expect(await shop.retrieve(fresh)).toMatchObject({ status: 'completed' })
  expect(await shop.retrieve(missed)).toMatchObject({ status: 'created' })
  expect(await lagOf(shop)).toEqual({ blocks: 0, missed: AWAY - 1 })
  // Only the blocks that a reorganisation could still change are stored.
  const recentBlocks = await shop.checkout.context.db.selectFrom('blocks').select('number').execute()
  const { head } = shop.node
  expect(recentBlocks.map((block) => block.number)).toEqual([head.number - 2, head.number - 1, head.number])
  await shop.reread()
  expect(await shop.retrieve(missed)).toMatchObject({ status: 'completed', exceptions: [] })
  expect(await lagOf(shop)).toEqual({ blocks: 0, missed: 0 })
  expect(shop.logLines.filter((line) => line.startsWith('reread'))).toEqual([
    expect.stringContaining(`${AWAY - 1} blocks were missed`),
    expect.stringContaining('all missed blocks are read'),
  ])
})

test('what is missed is read in bounded passes, and a restart between them goes on', async () => {
  const shop = await openShop()
  const payments = []
  for (let pause = 0; pause < 5; pause++) {
    const payment = await shop.create({ expiresIn: 100_000 })
    mineMany(shop, 700)
    shop.mine([createTransferFor(payment)])
    payments.push(payment)
  }
  mineMany(shop, 2)
  await shop.watch()
  let requestCount = 0
  shop.node.distortion = (method, [filter], answer) => {
    const { fromBlock, toBlock } = filter as { fromBlock?: string; toBlock?: string }
    if (method === 'eth_getLogs' && fromBlock) {
      requestCount += 1
      expect(Number(toBlock) - Number(fromBlock)).toBeLessThan(1_500)
      if (requestCount % 3 === 0) shop.restart()
    }
    return answer()
  }
  await shop.reread()
  expect(requestCount).toBeGreaterThan(5)
  for (const payment of payments) expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed' })
})

test('while blocks are missing, payments from before them stay open and later ones expire', async () => {
  const shop = await openShop()
  const before = await shop.create({ expiresIn: 60 })
  mineMany(shop, AWAY)
  const after = await shop.create({ expiresIn: 60 })
  await shop.watch()
  // Late enough that clock differences no longer matter.
  await passBy(shop, 301)
  const later = await shop.create({ expiresIn: 60 })
  await passBy(shop, 62)
  expect((await shop.states())[0]?.lag.missed).toBeGreaterThan(0)
  expect(await shop.retrieve(before)).toMatchObject({ status: 'created' })
  expect(await shop.retrieve(after)).toMatchObject({ status: 'created' })
  expect(await shop.retrieve(later)).toMatchObject({ status: 'expired' })
  await shop.reread()
  await shop.watch()
  expect(await shop.retrieve(before)).toMatchObject({ status: 'expired' })
  expect(await shop.retrieve(after)).toMatchObject({ status: 'expired' })
})

test('money that was seen before the absence and dropped during it is taken back', async () => {
  const shop = await openShop()
  shop.node.finalizedDepth = 10
  const open = await shop.create({ expiresIn: 100_000 })
  const lost = await shop.create({ amount: 11, expiresIn: 100_000 })
  mineMany(shop, 12)
  shop.mine([createTransferFor(open), createTransferFor(lost)])
  await shop.settle()
  expect(await shop.retrieve(lost)).toMatchObject({ status: 'processing' })
  const [again] = shop.node.drop(1)
  shop.mine(again ? [again] : [])
  mineMany(shop, AWAY)
  await shop.settle()
  expect(await shop.retrieve(open)).toMatchObject({ status: 'completed' })
  expect(await shop.retrieve(lost)).toMatchObject({ status: 'created', amountReceived: '0.000000' })
})

test('what is missed is read at once, what is read already only now and then', async () => {
  const shop = await openShop()
  const { context } = shop.checkout
  const [network] = context.networks
  const job = createRecheckJob(context, network!, createNetworkHealth(shop.clock), () => {})
  const rereadTo = async () => (await shop.states())[0]?.reread
  await job.run()
  await passBy(shop, 20)
  expect(await job.run()).toEqual({ more: false })
  expect(await rereadTo()).toBe(0)
  mineMany(shop, 100)
  await shop.watch()
  while ((await job.run()).more);
  expect(await rereadTo()).toBe(shop.node.finalizedNumber)
  await passBy(shop, 20)
  shop.clock.advance(100 * network!.pollMs)
  while ((await job.run()).more);
  expect(await rereadTo()).toBe(shop.node.finalizedNumber)
})
