import { expect, test } from 'vitest'
import { NodeError } from '../chains/node-error.ts'
import { createTransferFor, paymentInput, type TestCheckout, testCheckout } from '../testing/index.ts'
import { openMethodsShop } from '../testing/methods.ts'
import { readProblem } from '../testing/shop.ts'

async function openUnread() {
  return testCheckout({}, { unread: true })
}

const ask = (shop: TestCheckout, base = '/sandbox/v1', key = shop.key) =>
  shop.request('POST', `${base}/payments`, { body: paymentInput, key, headers: { 'idempotency-key': `order ${base}` } })

function unplug({ node }: Pick<TestCheckout, 'node'>): void {
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

const MINUTE_MS = 60_000
const onPolygon = { cryptocurrency: 'USDC', network: 'polygon' } as const
const NOT_READ = /^polygon was not read for 1[67] minutes in sandbox: its node cannot be read/

/** A shop with a payment that offers Polygon, and a link on it, whose node is stopped and watched for some minutes. */
async function stopPolygon(minutes: number) {
  const shop = await openMethodsShop()
  const payment = await shop.create({ alternatives: 'all' })
  const link = { ...paymentInput, ...onPolygon, title: 'Tea' }
  const { id } = await shop.checkout.sandbox.paymentLinks.create(link)
  unplug({ node: shop.polygon })
  for (let minute = 0; minute < minutes; minute++) {
    await expect(shop.watch()).rejects.toThrow('connection refused')
    shop.clock.advance(MINUTE_MS)
    shop.mine()
  }
  const stateOn = (methods: readonly { network: string; state: string; reason: string | null }[]) => {
    const found = methods.find(({ network }) => network === 'polygon')
    return [found?.state, found?.reason]
  }
  const press = () => shop.request('POST', `/l/${id.slice(3)}`, { key: null })
  return Object.assign(shop, { payment, link, press, stateOn })
}

test('a network whose node is stopped takes no orders after 15 minutes, wherever methods are offered', async () => {
  const shop = await stopPolygon(16)
  const { payment, link, stateOn, request, checkout } = shop
  const unavailable = ['unavailable', 'network_not_read']
  // Forms and the till offer these.
  expect(stateOn((await request('GET', '/sandbox/v1/payment_methods')).body.methods)).toEqual(unavailable)
  expect(stateOn((await shop.retrieve(payment)).methods)).toEqual(unavailable)
  const page = await request('GET', `/pay/${payment.id}/status`, { key: null })
  expect(stateOn(page.body.methods ?? [])).toEqual(unavailable)
  const { networks } = await checkout.sandbox.networkStatus.retrieve()
  expect(networks.find(({ network }) => network === 'polygon')?.coins).toMatchObject([{ offered: false }])
  const refusal = { code: 'not_ready', param: 'network', message: expect.stringMatching(NOT_READ) }
  await expect(shop.create(onPolygon)).rejects.toMatchObject(refusal)
  await expect(shop.choose(payment, onPolygon)).rejects.toMatchObject(refusal)
  await expect(checkout.sandbox.paymentLinks.create(link)).rejects.toMatchObject(refusal)
  expect((await shop.press()).status).toBe(500)
  // Others are sold, also beside it.
  expect((await shop.create({ alternatives: 'all' })).methods.map(({ state }) => state)).toContain('unavailable')
  shop.polygon.distortion = null
  shop.polygon.mine(shop.clock.now(), [])
  await shop.watch()
  expect(stateOn((await shop.retrieve(payment)).methods)).toEqual(['offered', null])
  expect((await shop.create(onPolygon)).status).toBe('created')
  expect((await shop.press()).status).toBe(303)
})

test('a short interruption stops no sale, and what was paid meanwhile is found', async () => {
  const shop = await stopPolygon(14)
  const payment = await shop.create(onPolygon)
  expect(shop.stateOn((await shop.request('GET', '/sandbox/v1/payment_methods')).body.methods)).toEqual([
    'offered',
    null,
  ])
  shop.clock.advance(5 * MINUTE_MS)
  await expect(shop.create(onPolygon)).rejects.toMatchObject({ code: 'not_ready' })
  shop.polygon.mine(shop.clock.now(), [createTransferFor(payment)])
  shop.polygon.distortion = null
  await shop.finalise()
  expect((await shop.retrieve(payment)).status).toBe('completed')
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
