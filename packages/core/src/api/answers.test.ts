import { Wallet } from 'ethers/wallet'
import { beforeAll, expect, test } from 'vitest'
import { toCustomer } from '../customers/email.ts'
import { replaceEmail } from '../customers/store.ts'
import { shapes } from '../http/shapes.ts'
import { paymentInput, TEST_PAYER } from '../testing/index.ts'
import { insertPerson } from '../testing/people.ts'
import {
  allRoutes,
  connectionRequest,
  connectShop,
  createBody,
  fetchText,
  fillShop,
  formatTarget,
  listSchemaFields,
  namedRoutes,
  openShop,
  TEST_SMTP,
  VERIFIER,
} from '../testing/shop.ts'
import { openStream, readMessages } from '../testing/streams.ts'

type Shop = Awaited<ReturnType<typeof openShop>>
let shop: Shop
let filled: Awaited<ReturnType<typeof fillShop>>

beforeAll(async () => {
  // Without real payments, so that keys of the sandbox may change users.
  shop = await openShop({ production: { networks: {} }, smtp: TEST_SMTP })
  filled = await fillShop(shop)
  const { context, sandbox } = shop.checkout
  const { settings } = await sandbox.merchant.retrieve()
  await sandbox.merchant.updateSettings({ customerReceipts: 'given' })
  const customer = toCustomer(context, { merchantId: settings.id, livemode: false }, 'ann@example.com')
  await context.transact((tx) => replaceEmail(tx, { ...customer, payment_id: filled.completed.id }))
})

test('the payments are in every state that there is', async () => {
  const { data } = await shop.checkout.sandbox.payments.list({ limit: 100 })
  expect(new Set(data.map((payment) => payment.status))).toEqual(
    new Set(['created', 'partially_paid', 'processing', 'completed', 'expired', 'cancelled']),
  )
})

/** A webhook and a delivery that no route has touched yet. */
async function freshWebhook(path: string): Promise<string[]> {
  if (!/^\/(webhooks|deliveries)\/\{id\}/.test(path)) return []
  const webhook = await shop.checkout.sandbox.webhooks.create({ url: 'https://shop.example.com/hook' })
  return [webhook.id, (await shop.checkout.sandbox.webhooks.ping(webhook.id)).id]
}

let people = 0

/** Makes the target that the routes of users and invitations need; null for the others. */
async function makeTarget(path: string): Promise<string[] | null> {
  const email = `${++people}@example.com`
  if (path === '/connections/{id}') return [(await connectShop(shop)).id]
  if (path === '/users/{id}') return [await insertPerson(shop, { email, role: 'support' })]
  if (path !== '/invitations/{id}') return null
  return [(await shop.checkout.sandbox.invitations.create({ email, role: 'support' })).id]
}

/** A wallet with its signature of a challenge. */
async function signedWallet() {
  const signer = new Wallet(`0x${'5b'.repeat(32)}`)
  const wallet = { network: 'ethereum', address: signer.address } as const
  const { message } = await shop.checkout.sandbox.wallets.challenge(wallet)
  return { ...wallet, message, signature: await signer.signMessage(message) }
}

/** A code that was not exchanged yet, with its verifier. */
async function consent() {
  const { redirectUrl } = await shop.checkout.sandbox.connections.create(connectionRequest)
  return { code: new URL(redirectUrl).searchParams.get('code'), codeVerifier: VERIFIER }
}

const streams = namedRoutes.filter(([, route]) => route.streams)

test.each(streams)('%s streams exactly the shape that it is documented with', async (_name, route) => {
  const stream = await openStream(shop, `${formatTarget(route)}?after=0`)
  const [message] = await readMessages(stream, 1)
  await stream.return?.()
  const data = JSON.parse(message?.data ?? '')
  expect(shapes[route.answer].safeParse(data)).toEqual({ success: true, data })
})

const others = allRoutes.filter(([, route]) => !route.streams)

test.each(others)('%s answers exactly the shape that it is documented with', async (_name, route) => {
  const events = await shop.checkout.sandbox.events.list({ limit: 100 })
  const made = await makeTarget(route.path)
  const ids =
    made ??
    (route.path.startsWith('/transfers')
      ? [filled.part.id, filled.unattributed.id]
      : route.path.startsWith('/events')
        ? events.data.map((event) => event.id)
        : [
            ...Object.values(filled).map((one) => one.id),
            (await shop.create()).id,
            ...(await freshWebhook(route.path)),
          ])
  const bodies: Record<string, object> =
    route.method === 'POST'
      ? {
          '/transfers/{id}/assign': { paymentId: filled.created.id },
          '/refunds': { paymentId: filled.completed.id, destination: TEST_PAYER },
          '/wallets/prove': await signedWallet(),
          '/connections/exchange': await consent(),
        }
      : {}
  let answered = 0
  for (const id of route.path.includes('{id}') ? ids : ['']) {
    const body = bodies[route.path] ?? createBody(route)
    const isList = listSchemaFields(route.query).some(([name]) => name === 'limit')
    const query = route.path.includes('{id}') || !isList ? '' : '?limit=100'
    const answer = await shop.request(route.method, `${formatTarget(route, id)}${query}`, body ? { body } : {})
    if (answer.status === 400 || answer.status === 404) continue
    answered += 1
    expect(answer).toMatchObject({ status: route.status, headers: { 'content-type': 'application/json' } })
    expect(shapes[route.answer].safeParse(answer.body)).toEqual({ success: true, data: answer.body })
  }
  expect(answered).toBeGreaterThan(0)
})

test('prices travel with two decimals, wherever a payment appears', async () => {
  const targets = [
    `/sandbox/v1/payments/${filled.completed.id}`,
    '/sandbox/v1/payments?limit=100',
    '/sandbox/v1/events?limit=100',
    `/pay/${filled.completed.id}/status`,
  ]
  for (const target of targets) {
    const text = await fetchText(shop, target)
    const prices = [...text.matchAll(/"amount":([^",]+)[,}]/g)].map(([, price]) => price)
    expect(prices.length).toBeGreaterThan(0)
    for (const price of prices) expect(price).toMatch(/^\d+\.\d\d$/)
  }
  for (const [amount, printed] of [
    [0.01, '0.01'],
    [0.1, '0.10'],
    [1, '1.00'],
    [4.35, '4.35'],
    [999_999_999.99, '999999999.99'],
  ] as const) {
    const { id } = await shop.create({ amount })
    expect(await fetchText(shop, `/sandbox/v1/payments/${id}`)).toContain(`"amount":${printed},`)
  }
})

test('a text that looks like a raw number in metadata stays a text', async () => {
  const metadata = { object: 'payment', amount: '1.00', data: [{ object: 'payment', amount: 7 }] }
  const { id } = await shop.create({ metadata })
  expect((await shop.request('GET', `/sandbox/v1/payments/${id}`)).body.metadata).toEqual(metadata)
})

test('ids carry their prefix, the page is at its address', async () => {
  const answer = await shop.request('POST', '/sandbox/v1/payments', { body: paymentInput })
  expect(answer.body.id).toMatch(/^pay_[0-9a-hjkmnp-tv-z]{26}$/)
  expect(answer.body.url).toBe(`https://pay.example.com/pay/${answer.body.id.slice(4)}`)
  expect(answer.body.qrCode).toMatch(/^data:image\/png;base64,[A-Za-z0-9+/]+=*$/)
  expect(answer.headers['x-request-id']).toMatch(/^req_[0-9a-hjkmnp-tv-z]{26}$/)
})

test('no answer is kept by a cache', async () => {
  const answer = await shop.request('GET', '/sandbox/v1/payments')
  expect(answer.headers['cache-control']).toBe('no-store')
  expect((await shop.request('GET', '/v1/nothing')).headers['cache-control']).toBe('no-store')
})
