import { expect, test } from 'vitest'
import { NodeError } from '../chains/node-error.ts'
import { paymentInput, type TestCheckout, testCheckout } from '../testing/index.ts'
import { readProblem } from '../testing/shop.ts'

async function openUnread() {
  return testCheckout({}, { unread: true })
}

const ask = (shop: TestCheckout, base = '/sandbox/v1', key = shop.key) =>
  shop.request('POST', `${base}/payments`, { body: paymentInput, key, headers: { 'idempotency-key': `order ${base}` } })

function unplug({ node }: TestCheckout): void {
  node.distortion = () => {
    throw new NodeError('unreachable', 'connection refused')
  }
}

test('a payment on a network that was never read is asked for again, and made once it was read', async () => {
  const shop = await openUnread()
  unplug(shop)
  await expect(shop.watch()).rejects.toThrow()
  const refused = await ask(shop)
  expect(readProblem(refused)).toMatchObject({ status: 500, type: 'api_error', code: 'not_ready', param: 'network' })
  expect(refused.headers['retry-after']).toMatch(/^[1-9]\d?$/)
  await expect(shop.create()).rejects.toMatchObject({ code: 'not_ready', param: 'network' })
  shop.node.distortion = null
  await shop.watch()
  expect((await ask(shop)).status).toBe(201)
})

test('the refusal says that nodes fail, and not which', async () => {
  const shop = await openUnread()
  const tell = () => shop.checkout.payments.create(paymentInput).catch((error: Error) => error.message)
  expect(await tell()).toBe('ethereum was not read yet in production: try again in a few seconds.')
  unplug(shop)
  await expect(shop.watch()).rejects.toThrow()
  expect(await tell()).toBe(
    "ethereum was not read yet in production: its node cannot be read, and the server's log says why.",
  )
})

test('a network that was read before is sold after a restart, while its nodes are away', async () => {
  const shop = await openUnread()
  await shop.watch()
  shop.restart()
  unplug(shop)
  expect((await ask(shop)).status).toBe(201)
})

test('each environment has its own first reading, and so has each chain of a network', async () => {
  const shop = await testCheckout({ production: { networks: {} } })
  expect((await ask(shop)).status).toBe(201)
  const chain = { rpcUrls: ['http://127.0.0.1:1'], chainId: 31_338, coins: paymentCoins }
  const key = await shop.makeKey('production')
  const later = await testCheckout(
    { production: { networks: { ethereum: chain } } },
    { storage: shop.storage, clock: shop.clock, unread: true },
  )
  expect((await ask(later)).status).toBe(201)
  expect(readProblem(await ask(later, '/v1', key)).code).toBe('not_ready')
})

const paymentCoins = { USDC: { address: '0x5FbDB2315678afecb367f032d93F642f64180aa3', decimals: 6 } }
