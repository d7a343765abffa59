import { expect, test } from 'vitest'
import { createTransferFor, testCheckout } from '../testing/index.ts'

async function openShop() {
  const shop = await testCheckout()
  await shop.settle()
  return shop
}

test('the clock alone expires nothing: while no later block was read, an on-time payment may still be seen', async () => {
  const shop = await openShop()
  const payment = await shop.create({ expiresIn: 10 })
  shop.mine([createTransferFor(payment)])
  shop.node.lag = 1
  shop.clock.advance(3_600_000)
  await shop.settle()
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'created', completedAt: null })
  shop.node.lag = 0
  await shop.settle()
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'processing', exceptions: [] })
  shop.mine()
  shop.mine()
  await shop.settle()
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed', exceptions: [] })
})

test('a block that is closed at the very deadline is on time, and expires nothing; the next one does', async () => {
  const shop = await openShop()
  const [paid, unpaid] = [await shop.create({ expiresIn: 1 }), await shop.create({ expiresIn: 1 })]
  shop.mine()
  await shop.settle()
  expect((await shop.retrieve(unpaid)).status).toBe('created')
  shop.node.drop(1)
  shop.node.mine(shop.clock.now(), [createTransferFor(paid)])
  await shop.settle()
  expect((await shop.retrieve(paid)).status).toBe('processing')
  expect((await shop.retrieve(unpaid)).status).toBe('created')
  shop.mine()
  await shop.settle()
  expect((await shop.retrieve(paid)).status).toBe('processing')
  expect(await shop.retrieve(unpaid)).toMatchObject({ status: 'expired', exceptions: [] })
})

test('many payments that are due at once all expire', async () => {
  const shop = await openShop()
  const payments = []
  for (let count = 0; count < 250; count++) payments.push(await shop.create({ expiresIn: 1 + (count % 3) }))
  shop.clock.advance(10_000)
  shop.mine()
  await shop.settle()
  const { totalCount } = await shop.checkout.sandbox.payments.list({ status: 'expired' })
  expect(totalCount).toBe(payments.length)
})
