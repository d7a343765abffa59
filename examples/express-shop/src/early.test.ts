import type { Payment } from '@crypto-checkout/client'
import { createTransferFor, type TestCheckout, testCheckout } from '@crypto-checkout/core/testing'
import { expect, test } from 'vitest'
import { deliverEarly, type EarlyRule, mayDeliver } from './early.ts'

const rule: EarlyRule = { most: { USD: 50 }, waitSeconds: { ethereum: 24 } }

/** Finality is far behind, as on Ethereum. */
async function openShop(): Promise<TestCheckout> {
  const shop = await testCheckout({ production: { networks: {} } })
  shop.node.finalizedDepth = 64
  await mine(shop, 80)
  return shop
}

/** A block is one second. */
async function mine(shop: TestCheckout, blocks: number): Promise<void> {
  for (let block = 0; block < blocks; block++) shop.mine()
  await shop.settle()
}

async function listDelivered(shop: TestCheckout): Promise<string[]> {
  const delivered: string[] = []
  await deliverEarly(shop.checkout.sandbox, rule, ({ id }: Payment) => delivered.push(id))
  return delivered
}

test('a small order is delivered when its money has been on the chain long enough, a large one is not', async () => {
  const shop = await openShop()
  const [small, large] = [await shop.create({ amount: 20 }), await shop.create({ amount: 500 })]
  shop.mine([createTransferFor(small), createTransferFor(large)])
  await mine(shop, 23)
  expect(await listDelivered(shop)).toEqual([])
  await mine(shop, 1)
  expect(await listDelivered(shop)).toEqual([small.id])
  expect(await shop.retrieve(small)).toMatchObject({ status: 'processing', confirmations: { seen: 25, seconds: 24 } })
})

test('an order whose money went away is not delivered', async () => {
  const shop = await openShop()
  const payment = await shop.create({ amount: 20 })
  shop.mine([createTransferFor(payment)])
  await mine(shop, 24)
  shop.node.drop(25)
  await mine(shop, 30)
  expect(await listDelivered(shop)).toEqual([])
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'created', confirmations: null })
})

test('while a network has a problem, nothing on it is delivered early', async () => {
  const shop = await openShop()
  const payment = await shop.create({ amount: 20 })
  shop.mine([createTransferFor(payment)])
  await mine(shop, 24)
  shop.clock.advance(3_600_000)
  await shop.settle()
  expect(mayDeliver(await shop.retrieve(payment), rule)).toBe(true)
  expect(await listDelivered(shop)).toEqual([])
})

test('a payment with an exception waits for a person, a completed one for nobody', async () => {
  const paid = { amount: 20, currency: 'USD', network: 'ethereum', exceptions: [] as string[] }
  const confirmations = { seen: 9, required: 70, seconds: 96, expectedAt: null }
  const one = (change: object) => ({ ...paid, status: 'processing', confirmations, ...change }) as Payment
  expect(mayDeliver(one({}), rule)).toBe(true)
  for (const change of [{ exceptions: ['late'] }, { network: 'gnosis' }, { currency: 'JPY' }, { amount: 50.01 }])
    expect(mayDeliver(one(change), rule)).toBe(false)
  expect(mayDeliver(one({ confirmations: null }), rule)).toBe(false)
  expect(mayDeliver(one({ status: 'created' }), rule)).toBe(false)
  expect(mayDeliver(one({ status: 'completed', amount: 500, confirmations: null }), rule)).toBe(true)
})
