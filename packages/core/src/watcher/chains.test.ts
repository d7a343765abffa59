import { expect, test } from 'vitest'
import { createCheckout } from '../index.ts'
import {
  createTransferFor,
  FakeClock,
  paymentInput,
  ScriptedNode,
  TEST_CHAIN_ID,
  TEST_TOKEN,
  testCheckout,
} from '../testing/index.ts'

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
  other.mine([createTransferFor(payment)])
  for (let block = 0; block < 3; block++) other.mine()
  await other.settle()
  expect(await other.retrieve(payment)).toMatchObject({ status: 'completed' })
})

test('a payment that is on the chain in full cannot be accepted: it completes by itself', async () => {
  const shop = await testCheckout()
  await shop.settle()
  const payment = await shop.create()
  shop.mine([createTransferFor(payment)])
  await shop.settle()
  await expect(shop.checkout.sandbox.payments.accept(payment.id)).rejects.toMatchObject({ code: 'invalid_state' })
})

test('a bridged coin is no payment of the genuine one, and is told as what it is', async () => {
  const node = new ScriptedNode({ chainId: 137, startTime: new FakeClock().now() })
  const polygon = { networks: { polygon: { rpcUrls: ['http://127.0.0.1:1'] } } }
  const shop = await testCheckout({ production: polygon, sandbox: { networks: {} } }, { node })
  await shop.settle()
  const payment = await shop.checkout.payments.create({ ...paymentInput, network: 'polygon' })
  const bridged = { ...createTransferFor(payment), token: '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174' }
  shop.mine([bridged])
  for (let block = 0; block < 3; block++) shop.mine()
  await shop.settle()
  expect(await shop.checkout.payments.retrieve(payment.id)).toMatchObject({ status: 'created' })
  const { data } = await shop.checkout.transfers.list({ status: 'unattributed' })
  expect(data).toMatchObject([{ cryptocurrency: 'USDC.e', status: 'final', amount: payment.cryptoAmount }])
  const assign = shop.checkout.transfers.assign(data[0]?.id ?? '', { paymentId: payment.id })
  await expect(assign).rejects.toMatchObject({ code: 'invalid_parameter' })
  const genuine = { ...bridged, token: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359' }
  shop.mine([genuine])
  for (let block = 0; block < 3; block++) shop.mine()
  await shop.settle()
  expect(await shop.checkout.payments.retrieve(payment.id)).toMatchObject({ status: 'completed' })
})
