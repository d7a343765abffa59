import type { Payment, PublicPayment } from '@crypto-checkout/api-types'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loadShown } from '../payments/shown-store.ts'
import { findAnyPayment } from '../payments/store.ts'
import { createTransferFor, type TestCheckout, testCheckout } from '../testing/index.ts'
import { countReads } from '../testing/rows-read.ts'
import { estimateBlockTime, estimateFinalBlock } from './progress.ts'

const MINUTE_MS = 60_000

async function openShop(options: Parameters<typeof testCheckout>[0] = {}) {
  const shop = await testCheckout({ production: { networks: {} }, ...options })
  for (let block = 0; block < 5; block++) shop.mine()
  await shop.settle()
  return shop
}

async function viewOf(shop: TestCheckout, { id }: Payment): Promise<PublicPayment> {
  return (await shop.request('GET', `/pay/${id}/status`, { key: null })).body
}

async function expectedAt(shop: TestCheckout, payment: Payment): Promise<number | null> {
  const { confirmations } = await viewOf(shop, payment)
  if (!confirmations) throw new Error('nothing was seen')
  return confirmations.expectedAt === null ? null : Date.parse(confirmations.expectedAt)
}

/** Makes finality move as on Ethereum: by whole epochs, each up to `lag` blocks after its end. */
function finalizeInEpochs(shop: TestCheckout, epoch: number, lag: number): void {
  shop.node.distortion = (_, [tag], answer) => {
    if (tag !== 'finalized') return answer()
    const final = Math.floor(Math.max(0, shop.node.head.number - lag) / epoch) * epoch
    return shop.node.rpc('eth_getBlockByNumber', [`0x${final.toString(16)}`, false])
  }
}

/** Mines until the payment is completed, and returns the time of completion. */
async function completedAt(shop: TestCheckout, payment: Payment): Promise<number> {
  for (let block = 0; block < 100; block++) {
    if ((await shop.retrieve(payment)).status === 'completed') return shop.clock.now()
    shop.mine()
    await shop.watch()
  }
  throw new Error('it was never completed')
}

test('says when a transfer should be final, in steps of five seconds, and nothing once it is', async () => {
  const shop = await openShop()
  const payment = await shop.create()
  expect((await viewOf(shop, payment)).confirmations).toBeNull()
  shop.mine([createTransferFor(payment)])
  await shop.watch()
  const expected = await expectedAt(shop, payment)
  const completed = await completedAt(shop, payment)
  expect(expected).toBe(Math.ceil(completed / 5_000) * 5_000)
  expect(await expectedAt(shop, payment)).toBeNull()
})

test.each([0, 1, 16, 31])(
  'foresees the epoch that makes a transfer final, %i blocks after the last one did',
  async (phase) => {
    const shop = await openShop()
    finalizeInEpochs(shop, 32, 64)
    while (shop.node.head.number < 64 + 3 * 32 + phase) {
      shop.mine()
      await shop.watch()
    }
    const payment = await shop.create()
    shop.mine([createTransferFor(payment)])
    await shop.watch()
    const foreseen = []
    for (let block = 0; block < 20; block++) {
      foreseen.push(await expectedAt(shop, payment))
      shop.mine()
      await shop.watch()
    }
    expect(new Set(foreseen).size).toBe(1)
    const completed = await completedAt(shop, payment)
    expect(foreseen[0]).toBe(Math.ceil(completed / 5_000) * 5_000)
  },
)

test('counts on when so many confirmations make a transfer final', async () => {
  const ethereum = {
    rpcUrls: ['http://127.0.0.1:1'],
    chainId: 31_337,
    coins: { USDC: { address: '0x5FbDB2315678afecb367f032d93F642f64180aa3', decimals: 6 } },
    finality: { confirmations: 20 },
  }
  const shop = await openShop({ sandbox: { networks: { ethereum } } })
  for (let block = 0; block < 30; block++) shop.mine()
  await shop.settle()
  const payment = await shop.create()
  shop.mine([createTransferFor(payment)])
  await shop.watch()
  const expected = await expectedAt(shop, payment)
  expect(expected).toBe(Math.ceil((await completedAt(shop, payment)) / 5_000) * 5_000)
})

test('says nothing while the network is not read, or nothing becomes final', async () => {
  const shop = await openShop()
  const payment = await shop.create({ expiresIn: 100_000 })
  shop.mine([createTransferFor(payment)])
  await shop.watch()
  const stood = shop.node.finalizedNumber
  shop.node.distortion = (_, [tag], answer) =>
    tag === 'finalized' ? shop.node.rpc('eth_getBlockByNumber', [`0x${stood.toString(16)}`, false]) : answer()
  for (let minute = 0; minute < 13; minute++) {
    shop.clock.advance(MINUTE_MS)
    shop.mine()
    await shop.watch()
  }
  expect(await expectedAt(shop, payment)).not.toBeNull()
  expect(await viewOf(shop, payment)).toMatchObject({ networkHealthy: true })
  shop.clock.advance(15 * MINUTE_MS)
  expect(await viewOf(shop, payment)).toMatchObject({ networkHealthy: false, confirmations: { expectedAt: null } })
  shop.restart()
  expect(await expectedAt(shop, payment)).not.toBeNull()
  shop.node.mine(shop.clock.now() + 46 * MINUTE_MS)
  await shop.watch()
  expect(await viewOf(shop, payment)).toMatchObject({ networkHealthy: true, confirmations: { expectedAt: null } })
})

const blocks = fc.integer({ min: 0, max: 1_000_000 })
const pace = fc.record({
  finalNumber: blocks,
  lag: fc.integer({ min: 0, max: 500 }),
  step: fc.integer({ min: 0, max: 500 }),
})

test('a block becomes final with a newer one, and no later one becomes final sooner', () => {
  fc.assert(
    fc.property(pace, fc.integer({ min: 1, max: 2_000 }), (how, above) => {
      const block = how.finalNumber + above
      const by = estimateFinalBlock(block, how)
      expect(by - block).toBeGreaterThanOrEqual(how.lag)
      expect(by - block).toBeLessThan(how.lag + Math.max(1, how.step))
      expect(estimateFinalBlock(block + 1, how)).toBeGreaterThanOrEqual(by)
    }),
  )
})

test('a step that made up for lost time is not taken for the usual one', () => {
  expect(estimateFinalBlock(1_001, { finalNumber: 1_000, lag: 3, step: 250 })).toBe(1_006)
})

test('blocks come at the pace of the last ones; without any there is none', () => {
  const read = { number: 110, time: 20_000, finalNumber: 100, finalTime: 0 }
  expect(estimateBlockTime(115, read)).toBe(30_000)
  expect(estimateBlockTime(110, read)).toBe(20_000)
  expect(estimateBlockTime(115, { ...read, finalNumber: 110 })).toBeNull()
})

test('a payment says of its newest money how many blocks and seconds stand on it', async () => {
  const shop = await openShop()
  shop.node.finalizedDepth = 10
  for (let block = 0; block < 30; block++) {
    shop.mine()
    await shop.watch()
  }
  const payment = await shop.create()
  expect((await shop.retrieve(payment)).confirmations).toBeNull()
  shop.mine([createTransferFor(payment)])
  await shop.watch()
  for (let block = 0; block < 3; block++) shop.mine()
  await shop.watch()
  expect((await shop.retrieve(payment)).confirmations).toMatchObject({ seen: 4, required: 11, seconds: 3 })
  shop.mine([createTransferFor(payment)])
  await shop.watch()
  const processing = await shop.retrieve(payment)
  expect(processing).toMatchObject({ status: 'processing', confirmations: { seen: 1, required: 11, seconds: 0 } })
  expect((await viewOf(shop, payment)).confirmations).toEqual(processing.confirmations)
  for (let block = 0; block < 10; block++) shop.mine()
  await shop.watch()
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed' })
  const { seen, required, ...rest } = (await shop.retrieve(payment)).confirmations ?? { seen: 0, required: 1 }
  expect([seen, rest]).toEqual([required, { seconds: null, expectedAt: null }])
})

test('an event has the confirmations of its moment', async () => {
  const shop = await openShop()
  const payment = await shop.create()
  shop.mine([createTransferFor(payment)])
  await shop.watch()
  shop.mine()
  await shop.watch()
  const { data } = await shop.checkout.sandbox.events.list({ payment: payment.id })
  const confirmations = new Map(data.map((event) => [event.type, (event.data.object as Payment).confirmations]))
  expect(confirmations.get('payment.created')).toBeNull()
  expect(confirmations.get('payment.processing')).toMatchObject({ seen: 1, seconds: 0 })
})

test('confirmations cost no statement: they come with the transfers', async () => {
  const shop = await openShop()
  const payment = await shop.create()
  shop.mine([createTransferFor(payment)])
  await shop.watch()
  const { context } = shop.checkout
  const row = await findAnyPayment(context.db, payment.id)
  if (!row) throw new Error('the payment is gone')
  const { statements } = await countReads(context, (ctx) => loadShown(ctx.db, row))
  expect(statements).toBe(1)
})
