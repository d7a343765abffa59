import type { Payment, PublicPayment } from '@crypto-checkout/api-types'
import { expect, test } from 'vitest'
import { createTransferFor, type TestCheckout, testCheckout } from '../testing/index.ts'

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
