import { beforeAll, describe, expect, test } from 'vitest'
import { shareWallet } from '../merchants/wallets/share.ts'
import { paymentInput, TEST_PAYER } from '../testing/index.ts'
import {
  addMerchant,
  connectShop,
  countRows,
  createBody,
  fillShop,
  formatTarget,
  namedRoutes,
  openShop,
  readProblem,
} from '../testing/shop.ts'

type Shop = Awaited<ReturnType<typeof openShop>>
type Pair = Shop['key']
let shop: Shop
let filled: Awaited<ReturnType<typeof fillShop>>
let connection: Awaited<ReturnType<typeof connectShop>>
/** All callers that must see nothing of the first merchant's sandbox, with their base address. */
let strangers: { name: string; key: Pair; base: string }[]

const OTHER_WALLET = TEST_PAYER

beforeAll(async () => {
  shop = await openShop()
  filled = await fillShop(shop)
  connection = await connectShop(shop)
  const other = await addMerchant(shop)
  strangers = [
    { name: "another merchant's sandbox", key: other.sandbox, base: '/sandbox/v1' },
    { name: "another merchant's production", key: other.production, base: '/v1' },
    { name: 'the same merchant in production', key: await shop.makeKey('production'), base: '/v1' },
  ]
})

async function idsOf() {
  const events = await shop.checkout.sandbox.events.list({ limit: 100 })
  const { payments } = { payments: Object.values(filled).map((one) => one.id) }
  return [
    ...payments,
    connection.id,
    connection.webhook.id,
    connection.key.id,
    ...events.data.map((event) => event.id),
    shop.key.id,
  ]
}

describe.each(namedRoutes.filter(([, route]) => route.path.includes('{id}')))('%s', (_name, route) => {
  test("is a 404 for whatever is somebody else's, and changes nothing", async () => {
    const before = await countRows(shop)
    const body = createBody(route)
    for (const { name, key, base } of strangers) {
      for (const id of await idsOf()) {
        const answer = await shop.request(route.method, formatTarget(route, id, base), {
          key,
          ...(body ? { body } : {}),
        })
        const code = route.local && base === '/v1' ? 'unknown_endpoint' : 'resource_missing'
        expect([name, id, readProblem(answer)]).toMatchObject([name, id, { status: 404, code }])
      }
    }
    expect(await countRows(shop)).toEqual(before)
  })

  test("answers for another's id as it does for none", async () => {
    const [stranger] = strangers
    if (!stranger) throw new Error('no stranger')
    const body = createBody(route)
    const messageFor = async (id: string) => {
      const call = { key: stranger.key, ...(body ? { body } : {}) }
      return readProblem(await shop.request(route.method, formatTarget(route, id), call))
    }
    expect(await messageFor(filled.created.id)).toEqual(await messageFor('pay_00000000000000000000000000'))
  })
})

describe.each([
  '/payments',
  '/payment_links',
  '/transfers',
  '/refunds',
  '/events',
  '/webhooks',
  '/deliveries',
  '/connections',
])('GET %s', (path) => {
  test('lists and counts nothing of others', async () => {
    for (const { key, base } of strangers) {
      const answer = await shop.request('GET', `${base}${path}?limit=100`, { key })
      expect(answer.body).toEqual({ object: 'list', data: [], hasMore: false, totalCount: 0 })
    }
    expect((await shop.request('GET', `/sandbox/v1${path}`)).body.totalCount).toBeGreaterThan(0)
  })

  test("refuses another's id as a cursor", async () => {
    for (const { key, base } of strangers) {
      for (const id of await idsOf()) {
        const answer = await shop.request('GET', `${base}${path}?starting_after=${id}`, { key })
        expect(readProblem(answer)).toMatchObject({ status: 400, code: 'invalid_cursor', param: 'starting_after' })
      }
    }
  })
})

test("a transfer cannot be assigned to another's payment, nor another's transfer to one's own", async () => {
  const other = strangers[0]
  if (!other) throw new Error('no stranger')
  const body = { ...paymentInput, merchantWallet: OTHER_WALLET }
  const otherPayment = (await shop.request('POST', '/sandbox/v1/payments', { key: other.key, body })).body
  const before = await countRows(shop)
  const assign = (transfer: string, paymentId: string, key: Pair) =>
    shop.request('POST', `/sandbox/v1/transfers/${transfer}/assign`, { key, body: { paymentId } })
  const toTheirs = await assign(filled.unattributed.id, otherPayment.id, shop.key)
  expect(readProblem(toTheirs)).toMatchObject({ status: 404, code: 'resource_missing', param: 'paymentId' })
  const toOwn = await assign(filled.unattributed.id, otherPayment.id, other.key)
  expect(readProblem(toOwn)).toMatchObject({ status: 404, code: 'resource_missing', param: 'id' })
  expect(await countRows(shop)).toEqual(before)
})

test('sequence numbers count by themselves for each merchant and environment', async () => {
  for (const { key, base } of strangers) {
    const body = { ...paymentInput, merchantWallet: OTHER_WALLET }
    await shop.request('POST', `${base}/payments`, { key, body })
    await shop.request('POST', `${base}/payments`, { key, body })
    const { data } = (await shop.request('GET', `${base}/events?after=0`, { key })).body
    expect(data.map((event: { sequence: number }) => event.sequence)).toEqual(
      data.map((_: unknown, index: number) => index + 1),
    )
    for (const event of data) expect(event.livemode).toBe(base === '/v1')
  }
})

test('the same Idempotency-Key of different merchants and environments is not the same', async () => {
  const { id: merchantId } = await shop.checkout.merchant.retrieve()
  await shareWallet(shop.checkout.context, { address: OTHER_WALLET, merchantId })
  const headers = { 'idempotency-key': 'order-1' }
  const body = { ...paymentInput, merchantWallet: OTHER_WALLET }
  const ids = new Set<string>()
  for (const { key, base } of [...strangers, { key: shop.key, base: '/sandbox/v1' }]) {
    const answer = await shop.request('POST', `${base}/payments`, { key, body, headers })
    expect([answer.status, answer.headers['idempotent-replayed']]).toEqual([201, undefined])
    ids.add(answer.body.id)
  }
  expect(ids.size).toBe(4)
})

test('money on a wallet that two merchants use is shown to its owner alone until it matches a payment', async () => {
  const shared = await openShop()
  await shared.settle()
  const other = await addMerchant(shared)
  const mine = await shared.create()
  await shareWallet(shared.checkout.context, { address: mine.address, merchantId: other.id })
  const otherPayment = (
    await shared.request('POST', '/sandbox/v1/payments', { key: other.sandbox, body: paymentInput })
  ).body
  const to = { token: mine.paymentUri.slice(9, 51), from: TEST_PAYER, to: mine.address }
  const due = BigInt(otherPayment.amountDue.replace('.', ''))
  shared.mine([
    { ...to, rawAmount: due },
    { ...to, rawAmount: 777_777n },
  ])
  await shared.settle()
  const transfersOf = async (key: Pair) => (await shared.request('GET', '/sandbox/v1/transfers', { key })).body.data
  expect(await transfersOf(shared.key)).toMatchObject([{ payment: null, rawAmount: '777777' }])
  expect(await transfersOf(other.sandbox)).toMatchObject([{ payment: otherPayment.id }])
})
