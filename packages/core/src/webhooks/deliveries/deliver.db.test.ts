import type { ServerResponse } from 'node:http'
import { Webhook as Verifier } from 'standardwebhooks'
import { afterEach, describe, expect, test } from 'vitest'
import { openStorage } from '../../storage/open.ts'
import { createTransferFor, testCheckout } from '../../testing/index.ts'
import { explainQueries } from '../../testing/plans.ts'
import { openReceiver } from '../../testing/receiver.ts'
import { pickRuns } from '../../testing/runs.ts'
import { openShop } from '../../testing/shop.ts'
import { isOnPostgres, testDatabase } from '../../testing/storage.ts'
import { createDeliverJob } from '../../workers/deliver.ts'

const SECOND = 1_000
const DAY = 86_400 * SECOND
/** On a local machine, the sandbox may send to itself. */
const local = { publicUrl: 'http://127.0.0.1:3000' }

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

async function receiver(...answer: Parameters<typeof openReceiver>) {
  const opened = await openReceiver(...answer)
  closing.push(opened.close)
  return opened
}

async function open() {
  const shop = await openShop(local)
  closing.push(shop.stop)
  return shop
}
type Shop = Awaited<ReturnType<typeof open>>

/** One of the messages, counted from 0. */
function received(shopServer: Awaited<ReturnType<typeof receiver>>, index: number) {
  const one = shopServer.received[index]
  if (!one) throw new Error(`message ${index} did not arrive`)
  return one
}

/** A webhook, and the delivery of the first event to it. */
async function withDelivery(shop: Shop, url: string) {
  const { webhooks } = shop.checkout.sandbox
  const webhook = await webhooks.create({ url })
  await shop.create()
  await shop.deliver()
  const delivery = (await webhooks.deliveries(webhook.id)).data.at(-1)
  if (!delivery) throw new Error('no delivery')
  return { webhook, delivery, now: () => shop.checkout.sandbox.deliveries.retrieve(delivery.id) }
}

test('an event arrives as the API tells it, signed so that others verify it', async () => {
  const shop = await open()
  const shopServer = await receiver()
  const { webhook, now } = await withDelivery(shop, shopServer.url)
  const message = received(shopServer, 0)
  expect(shopServer.received).toHaveLength(1)
  const headers = message.headers as Record<string, string>
  expect(headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': message.event.id })
  const sent = await shop.request('GET', `/sandbox/v1/events/${message.event.id}`)
  expect(message.event).toEqual(sent.body)
  expect(message.body).toContain('"amount":10.00,')
  // The verifier uses the machine's clock, the checkout the test's, so the signatures are compared.
  const timestamp = new Date(Number(headers['webhook-timestamp']) * SECOND)
  expect(new Verifier(webhook.secret).sign(headers['webhook-id'] ?? '', timestamp, message.body)).toBe(
    headers['webhook-signature'],
  )
  expect(await now()).toMatchObject({
    state: 'delivered',
    attemptCount: 1,
    nextAttemptAt: null,
    attempts: [{ number: 1, responseStatus: 200, failure: null }],
  })
  expect(JSON.stringify(await now())).not.toContain(headers['webhook-signature'])
})

test('while secrets are exchanged both sign', async () => {
  const shop = await open()
  const shopServer = await receiver()
  const { webhook } = await withDelivery(shop, shopServer.url)
  const rotated = await shop.checkout.sandbox.webhooks.rotate(webhook.id)
  await shop.create()
  await shop.deliver()
  const { headers, body } = received(shopServer, 1)
  const at = new Date(Number(headers['webhook-timestamp']) * SECOND)
  const by = (secret: string) => new Verifier(secret).sign(String(headers['webhook-id']), at, body)
  expect(headers['webhook-signature']).toBe(`${by(rotated.secret)} ${by(webhook.secret)}`)
})

test("a payment's own webhookUrl is signed with the merchant's default secret", async () => {
  const shop = await open()
  const shopServer = await receiver()
  const { secret } = await shop.checkout.sandbox.webhooks.rotateDefaultSecret()
  const payment = await shop.create({ webhookUrl: shopServer.url })
  shop.mine([createTransferFor(payment)])
  for (let index = 0; index < 80; index++) shop.mine()
  await shop.settle()
  await shop.deliver()
  expect(shopServer.types()).toEqual(['payment.created', 'payment.completed'])
  const { headers, body } = received(shopServer, 0)
  const at = new Date(Number(headers['webhook-timestamp']) * SECOND)
  expect(new Verifier(secret).sign(String(headers['webhook-id']), at, body)).toBe(headers['webhook-signature'])
})

describe('a receiver that fails', () => {
  test('for a day gets everything once it is back, with the same id and body, by the schedule', async () => {
    const shop = await open()
    let isDown = true
    const shopServer = await receiver((response) => {
      response.statusCode = isDown ? 500 : 204
    })
    const { now } = await withDelivery(shop, shopServer.url)
    const pauses: number[] = []
    for (let attempt = 1; attempt < 7; attempt++) {
      const { attemptCount, nextAttemptAt } = await now()
      expect(attemptCount).toBe(attempt)
      pauses.push(Date.parse(nextAttemptAt ?? '') - shop.clock.now())
      shop.clock.advance((pauses.at(-1) ?? 0) - 1)
      await shop.deliver()
      expect(shopServer.received).toHaveLength(attempt)
      if (attempt === 6) isDown = false
      shop.clock.advance(1)
      await shop.deliver()
    }
    for (const [index, seconds] of [5, 300, 1_800, 7_200, 18_000, 36_000].entries()) {
      expect(pauses[index]).toBeGreaterThanOrEqual(seconds * SECOND)
      expect(pauses[index]).toBeLessThanOrEqual(seconds * SECOND * 1.1)
    }
    expect(await now()).toMatchObject({ state: 'delivered', attemptCount: 7 })
    expect(new Set(shopServer.received.map((one) => `${one.headers['webhook-id']} ${one.body}`)).size).toBe(1)
  })

  test('is given up after the tenth attempt, and can be sent to again', async () => {
    const shop = await open()
    let status = 503
    const shopServer = await receiver((response) => {
      response.statusCode = status
    })
    const { delivery, now } = await withDelivery(shop, shopServer.url)
    for (let attempt = 1; attempt < 10; attempt++) {
      const { state, nextAttemptAt } = await now()
      expect(state).toBe('pending')
      shop.clock.advance(Date.parse(nextAttemptAt ?? '') - shop.clock.now())
      await shop.deliver()
    }
    expect(await now()).toMatchObject({ state: 'failed', attemptCount: 10, nextAttemptAt: null })
    status = 200
    await shop.checkout.sandbox.deliveries.resend(delivery.id)
    await shop.deliver()
    expect(await now()).toMatchObject({ state: 'delivered', attemptCount: 11 })
  })

  test('is reported to other receivers when a delivery is given up, once a day, and not about the report', async () => {
    const shop = await open()
    const broken = await receiver((response) => response.writeHead(503).end())
    const watching = await receiver()
    const { webhooks, events } = shop.checkout.sandbox
    await webhooks.create({ url: watching.url, events: ['delivery.*'] })
    const { delivery, webhook } = await withDelivery(shop, broken.url)
    const other = await shop.create({ webhookUrl: `${broken.url}/own` })
    const giveUp = async () => {
      for (let hour = 0; hour < 100; hour++) {
        shop.clock.advance(3_600 * SECOND)
        await shop.deliver()
      }
    }
    await giveUp()
    const reports = async () => (await events.list({ type: 'delivery.failed' })).data.map(({ data }) => data.object)
    // Two payments' events to the endpoint, and one to the payment's own URL.
    expect((await webhooks.deliveries(webhook.id, { state: 'failed' })).totalCount).toBe(2)
    expect((await reports()).toReversed()).toMatchObject([
      { object: 'delivery', id: delivery.id, webhook: webhook.id, state: 'failed', attemptCount: 10, lastStatus: 503 },
      { object: 'delivery', webhook: null, payment: other.id, url: `${broken.url}/own`, state: 'failed' },
    ])
    expect(watching.types()).toEqual(['delivery.failed', 'delivery.failed'])
    const ofBroken = (await webhooks.deliveries(webhook.id)).data.map(({ eventType }) => eventType)
    expect(ofBroken.filter((type) => type === 'delivery.failed')).toHaveLength(1)
  })

  test.each([
    ['a redirect', 302, 'https://elsewhere.example'],
    ['a refusal', 400, ''],
    ['a failure', 500, ''],
  ])('with %s is not followed and tried again', async (_name, status, location) => {
    const shop = await open()
    const shopServer = await receiver((response) => {
      response.writeHead(status, location ? { location } : {}).end('x'.repeat(5_000))
    })
    const { now } = await withDelivery(shop, shopServer.url)
    const { attempts, state } = await now()
    expect(state).toBe('pending')
    expect(attempts).toMatchObject([{ responseStatus: status, responseBody: 'x'.repeat(1_024) }])
  })

  test('says when to come back, within twice the usual pause', async () => {
    const shop = await open()
    let retryAfter = '7'
    const shopServer = await receiver((response) => response.writeHead(429, { 'retry-after': retryAfter }).end())
    const { now } = await withDelivery(shop, shopServer.url)
    const pause = async () => Date.parse((await now()).nextAttemptAt ?? '') - shop.clock.now()
    const first = await pause()
    expect(first).toBeGreaterThanOrEqual(7 * SECOND)
    retryAfter = '86400'
    shop.clock.advance(first)
    await shop.deliver()
    expect(await pause()).toBeGreaterThanOrEqual(600 * SECOND)
    expect(await pause()).toBeLessThanOrEqual(631 * SECOND)
  })

  test('or drops the connection, or is not there, is tried again, and the attempt says why', async () => {
    const shop = await open()
    const shopServer = await receiver((_response, _received, request) => request.socket.destroy())
    const { now } = await withDelivery(shop, shopServer.url)
    await shopServer.close()
    shop.clock.advance(6 * SECOND)
    await shop.deliver()
    const failures = (await now()).attempts.map((attempt) => attempt.failure)
    expect(failures).toEqual(['the connection was closed before an answer came', 'the connection was refused'])
  })

  test('with 410 is disabled at once', async () => {
    const shop = await open()
    const shopServer = await receiver((response) => response.writeHead(410).end())
    const { webhook, now } = await withDelivery(shop, shopServer.url)
    const { webhooks, events } = shop.checkout.sandbox
    expect(await webhooks.retrieve(webhook.id)).toMatchObject({ status: 'disabled', disabledReason: 'gone' })
    expect(await now()).toMatchObject({ state: 'failed', attemptCount: 1 })
    const disabledEvents = (await events.list({ type: 'webhook.disabled' })).data
    expect(disabledEvents).toMatchObject([{ data: { object: { id: webhook.id, disabledReason: 'gone' } } }])
  })

  test('for five days and nothing else is disabled; one success in between counts anew', async () => {
    const shop = await open()
    let status = 500
    const shopServer = await receiver((response) => response.writeHead(status).end())
    const { webhook } = await withDelivery(shop, shopServer.url)
    const { webhooks } = shop.checkout.sandbox
    const tell = async () => {
      await webhooks.ping(webhook.id)
      await shop.deliver()
      return (await webhooks.retrieve(webhook.id)).disabledReason
    }
    shop.clock.advance(4 * DAY)
    status = 200
    expect(await tell()).toBe(null)
    status = 500
    await tell()
    shop.clock.advance(5 * DAY - SECOND)
    expect(await tell()).toBe(null)
    shop.clock.advance(SECOND)
    expect(await tell()).toBe('failing')
  })

  test('by hanging delays nobody else, nor its own other payments up to four', async () => {
    const shop = await open()
    const held: ServerResponse[] = []
    const hanging = await receiver((response) => new Promise<void>(() => held.push(response)))
    const well = await receiver()
    const { webhooks } = shop.checkout.sandbox
    await webhooks.create({ url: hanging.url })
    await webhooks.create({ url: well.url })
    for (let index = 0; index < 6; index++) await shop.create()
    const deliveries = createDeliverJob(shop.checkout.context, () => {})
    await deliveries.run()
    await expect.poll(() => [well.received.length, hanging.received.length]).toEqual([6, 4])
    for (const response of held) response.end()
    await expect.poll(() => hanging.received.length).toBe(6)
    for (const response of held) response.end()
    await deliveries.idle()
  })
})

test('what waits for an attempt that hangs costs nothing meanwhile', async () => {
  const shop = await open()
  const held: ServerResponse[] = []
  const hanging = await receiver((response) => new Promise<void>(() => held.push(response)))
  await shop.checkout.sandbox.webhooks.create({ url: hanging.url })
  const { id } = await shop.create()
  await shop.checkout.sandbox.payments.cancel(id)
  const { context } = shop.checkout
  let transactions = 0
  const counting: typeof context.transact = (work) => {
    transactions += 1
    return context.transact(work)
  }
  const deliveries = createDeliverJob({ ...context, transact: counting }, () => {})
  await deliveries.run()
  await expect.poll(() => held.length).toBe(1)
  transactions = 0
  for (let pass = 0; pass < 5; pass++) await deliveries.run()
  expect(transactions).toBe(0)
  held[0]?.end()
  await expect.poll(() => held.length).toBe(2)
  held[1]?.end()
  await deliveries.idle()
  expect(hanging.types()).toEqual(['payment.created', 'payment.cancelled'])
})

test('what waits behind attempts that hang is claimed anew in time, and begun once', async () => {
  const shop = await open()
  const held: ServerResponse[] = []
  const hanging = await receiver((response) => new Promise<void>(() => held.push(response)))
  await shop.checkout.sandbox.webhooks.create({ url: hanging.url })
  for (let index = 0; index < 20; index++) await shop.create()
  const { db } = shop.checkout.context
  const claims = async () => {
    const rows = await db.selectFrom('deliveries').select('due_at').execute()
    return rows.map((row) => Number(row.due_at) - shop.clock.now())
  }
  const deliveries = createDeliverJob(shop.checkout.context, () => {})
  await deliveries.run()
  await expect.poll(() => held.length).toBe(4)
  expect(await claims()).toEqual(Array(20).fill(30 * SECOND))
  shop.clock.advance(16 * SECOND)
  await deliveries.run()
  expect((await claims()).toSorted()).toEqual([...Array(4).fill(14 * SECOND), ...Array(16).fill(30 * SECOND)])
  let answered = 0
  while (answered < 20) {
    await expect.poll(() => held.length).toBeGreaterThan(answered)
    held[answered++]?.end()
  }
  await deliveries.idle()
  expect(hanging.received.map((one) => one.event.sequence).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 20 }, (_, index) => index + 1),
  )
})

test.skipIf(isOnPostgres())(
  'each query of a pass follows an index, but for merchants, each of which is looked at',
  async () => {
    const shop = await open()
    const shopServer = await receiver((response) => response.writeHead(410).end())
    await shop.checkout.sandbox.webhooks.create({ url: shopServer.url })
    await shop.create({ webhookUrl: shopServer.url })
    const queries = await explainQueries(shop.checkout.context, async (ctx) => {
      const deliveries = createDeliverJob(ctx, () => {})
      await deliveries.run()
      await deliveries.idle()
    })
    for (const table of ['deliveries', 'delivery_lanes', 'delivery_attempts', 'webhook_places', 'webhooks'])
      expect(queries.map(({ sql }) => sql).join()).toMatch(new RegExp(`(insert into|update) "${table}"`))
    for (const index of ['deliveries_due', 'delivery_lanes_due', 'webhook_secrets_of', 'webhooks_listed'])
      expect(queries.flatMap(({ steps }) => steps).join()).toContain(index)
    // Counting events and deliveries writes few rows at a time.
    const others = queries.filter(({ sql }) => !/^insert into "(?:event|delivery)_tallies"/.test(sql))
    const scans = others.flatMap(({ steps }) => steps.filter((step) => /^SCAN|TEMP B-TREE/.test(step)))
    expect([...new Set(scans)]).toEqual(['SCAN CONSTANT ROW', 'SCAN m', 'SCAN e'])
  },
)

test.skipIf(isOnPostgres())('who has news is looked at, and all merchants only now and then', async () => {
  const shop = await open()
  const shopServer = await receiver()
  await shop.checkout.sandbox.webhooks.create({ url: shopServer.url })
  const queries = await explainQueries(shop.checkout.context, async (ctx) => {
    const deliveries = createDeliverJob(ctx, () => {})
    for (let event = 0; event < 3; event++) {
      await shop.create()
      await deliveries.run()
      await deliveries.idle()
    }
  })
  expect(shopServer.received).toHaveLength(3)
  expect(queries.filter(({ steps }) => steps.includes('SCAN m'))).toHaveLength(1)
})

test('what is due when the checkout stops is left for the next start', async () => {
  const shop = await open()
  const held: ServerResponse[] = []
  const shopServer = await receiver((response) => new Promise<void>(() => held.push(response)))
  await shop.checkout.sandbox.webhooks.create({ url: shopServer.url })
  for (let index = 0; index < 10; index++) await shop.create()
  const deliveries = createDeliverJob(shop.checkout.context, () => {})
  await deliveries.run()
  await expect.poll(() => held.length).toBe(4)
  const drained = deliveries.drain()
  for (const response of held) response.end()
  await drained
  expect(held).toHaveLength(4)
  const { db } = shop.checkout.context
  const rows = await db.selectFrom('deliveries').select(['state', 'due_at']).execute()
  expect(rows.filter((row) => row.state === 'delivered')).toHaveLength(4)
  expect(rows.filter((row) => row.due_at === shop.clock.now())).toHaveLength(6)
})

test("a payment's events arrive in the order in which they happened", async () => {
  const shop = await open()
  const shopServer = await receiver(() => new Promise((resolve) => setTimeout(resolve, Math.random() * 5)))
  await shop.checkout.sandbox.webhooks.create({ url: shopServer.url })
  const payments = []
  for (let index = 0; index < 5; index++) payments.push(await shop.create())
  shop.mine(payments.map((payment) => createTransferFor(payment)))
  await shop.settle()
  for (let index = 0; index < 80; index++) shop.mine()
  await shop.settle()
  await shop.deliver()
  for (const { id } of payments) {
    const own = shopServer.received.filter((one) => (one.event.data.object as { id: string }).id === id)
    expect(own.map((one) => one.event.type)).toEqual(['payment.created', 'payment.processing', 'payment.completed'])
    expect(own.map((one) => one.event.sequence)).toEqual(own.map((one) => one.event.sequence).toSorted((a, b) => a - b))
  }
})

// PostgreSQL takes a while to create each of its many databases.
test.skipIf(isOnPostgres())(
  'a crash between any two statements loses no event, and repeats one only with its id',
  async () => {
    const shopServer = await receiver()
    const step = pickRuns({ full: 1, quick: 3 })
    let crashed = true
    let statements = 0
    for (; crashed; statements += step) {
      crashed = false
      const { url, remove } = await testDatabase()
      const first = openStorage(url, 'run')
      const before = await testCheckout(local, { storage: first })
      await before.checkout.sandbox.webhooks.create({ url: shopServer.url })
      const payment = await before.create({ webhookUrl: `${shopServer.url}?own` })
      const known = shopServer.received.length
      let left = statements
      const { context } = before.checkout
      const dying = createDeliverJob(
        {
          ...context,
          transact: (work) =>
            context.transact((tx) => {
              const counted = new Proxy(tx, {
                get(target, name) {
                  const value = Reflect.get(target, name)
                  if (typeof value !== 'function') return value
                  if (left-- > 0) return value.bind(target)
                  crashed = true
                  throw new Error('the process has ended here')
                },
              })
              return work(counted)
            }),
        },
        () => {},
      )
      await dying.run().catch(() => {})
      await dying.idle()
      await first.close()

      const second = openStorage(url, 'run')
      const after = await testCheckout(local, { storage: second, clock: before.clock })
      after.clock.advance(31 * SECOND)
      await after.deliver()
      const newRequests = shopServer.received.slice(known)
      for (const target of ['/hook', '/hook?own']) {
        const ids = newRequests.filter((one) => one.path === target).map((one) => one.headers['webhook-id'])
        expect([statements, target, ids.length > 0, new Set(ids).size]).toEqual([statements, target, true, 1])
      }
      const rows = await second.db.selectFrom('deliveries').select(['state', 'payment_id']).execute()
      expect(rows).toEqual([
        { state: 'delivered', payment_id: payment.id },
        { state: 'delivered', payment_id: payment.id },
      ])
      await second.close()
      await remove()
    }
    expect(statements).toBeGreaterThan(10)
  },
)

test('a URL on this machine is refused where the checkout itself is reached from elsewhere', async () => {
  const shop = await openShop()
  closing.push(shop.stop)
  const create = shop.checkout.sandbox.webhooks.create({ url: 'http://127.0.0.1:4000/hook' })
  await expect(create).rejects.toMatchObject({ code: 'invalid_parameter', param: 'url' })
  const payment = shop.create({ webhookUrl: 'http://[::1]:4000/hook' })
  await expect(payment).rejects.toMatchObject({ code: 'invalid_parameter', param: 'webhookUrl' })
})

test('an operator can allow networks', async () => {
  const shop = await openShop({ webhookNetworks: ['127.0.0.0/8'] })
  closing.push(shop.stop)
  const shopServer = await receiver()
  const { now } = await withDelivery(shop, shopServer.url)
  expect((await now()).state).toBe('delivered')
})
