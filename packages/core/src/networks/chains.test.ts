import { expect, test } from 'vitest'
import { createCheckout } from '../index.ts'
import { ScriptedNode, TEST_CHAIN_ID, TEST_TOKEN, testCheckout, transferFor } from '../testing.ts'

const coins = { USDC: { address: TEST_TOKEN, decimals: 6 } }
const network = { rpcUrls: ['http://127.0.0.1:1'], chainId: TEST_CHAIN_ID, coins }

test('one chain is read one way: two environments may not differ in nodes, finality or coins', () => {
  const open = (sandbox: object) =>
    createCheckout({
      publicUrl: 'https://pay.example.com',
      database: 'sqlite::memory:',
      production: { networks: { ethereum: network } },
      sandbox: { networks: { ethereum: { ...network, ...sandbox } } },
    })
  expect(() => open({ finality: { confirmations: 1 } })).toThrow('set up twice')
  expect(() => open({ rpcUrls: ['http://127.0.0.1:2'] })).toThrow('set up twice')
  expect(() => open({})).not.toThrow()
})

test('a network that comes to mean another chain begins anew on it', async () => {
  const shop = await testCheckout()
  await shop.create()
  shop.mine()
  await shop.settle()
  const moved = { networks: { ethereum: { ...network, chainId: TEST_CHAIN_ID + 1 } } }
  const { storage } = shop
  const node = new ScriptedNode({ chainId: TEST_CHAIN_ID + 1, startTime: shop.clock.now() })
  const other = await testCheckout(
    { sandbox: moved, production: { networks: {} } },
    { storage, node, clock: shop.clock },
  )
  await other.settle()
  const payment = await other.create()
  other.mine([transferFor(payment)])
  for (let block = 0; block < 3; block++) other.mine()
  await other.settle()
  expect(await other.retrieve(payment)).toMatchObject({ status: 'completed' })
})

test('a payment that is on the chain in full can not be accepted: it completes by itself', async () => {
  const shop = await testCheckout()
  await shop.settle()
  const payment = await shop.create()
  shop.mine([transferFor(payment)])
  await shop.settle()
  await expect(shop.checkout.sandbox.payments.accept(payment.id)).rejects.toMatchObject({ code: 'invalid_state' })
})
