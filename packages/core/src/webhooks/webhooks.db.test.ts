import { beforeEach, describe, expect, test } from 'vitest'
import { openShop, readProblem } from '../testing/shop.ts'

const WEBHOOKS = '/sandbox/v1/webhooks'
const URL = 'https://shop.example.com/hook'
type Shop = Awaited<ReturnType<typeof openShop>>
let shop: Shop

beforeEach(async () => {
  shop = await openShop()
})

const add = (fields: object = {}) => shop.request('POST', WEBHOOKS, { body: { url: URL, ...fields } })

test('a webhook is created with its secret, which nobody is told again', async () => {
  const { status, body } = await add({ description: 'orders', events: ['payment.*', 'webhook.disabled'] })
  expect([status, body]).toMatchObject([
    201,
    {
      object: 'webhook',
      url: URL,
      description: 'orders',
      events: ['payment.*', 'webhook.disabled'],
      status: 'enabled',
    },
  ])
  expect(body.secret).toMatch(/^whsec_/)
  const { secret, ...rest } = body
  expect((await shop.request('GET', `${WEBHOOKS}/${body.id}`)).body).toEqual(rest)
  expect((await shop.request('GET', WEBHOOKS)).body).toMatchObject({ totalCount: 1, data: [rest] })
})

test('it is told of everything unless it says of what', async () => {
  expect((await add()).body.events).toEqual(['*'])
})

test.each([[['payment.paid']], [['payments.*']], [['']], [[]], ['*'], [['*', 1]]])(
  'the events %j are refused, naming those there are',
  async (events) => {
    const problem = readProblem(await add({ events }))
    expect(problem).toMatchObject({ status: 400, code: 'invalid_parameter', param: expect.stringMatching(/^events/) })
  },
)

test.each(['shop.example.com', 'ftp://shop.example.com', 'https://user:secret@shop.example.com', 'https://'])(
  'the URL %s is refused',
  async (url) => {
    expect(readProblem(await add({ url }))).toMatchObject({ status: 400, code: 'invalid_parameter', param: 'url' })
  },
)

test('in production it must be reached by https', async () => {
  const key = await shop.makeKey('production')
  const url = 'http://shop.example.com/hook'
  const create = await shop.request('POST', '/v1/webhooks', { key, body: { url } })
  expect(readProblem(create)).toMatchObject({ code: 'invalid_parameter', param: 'url' })
  const { body } = await shop.request('POST', '/v1/webhooks', { key, body: { url: URL } })
  const change = await shop.request('PATCH', `/v1/webhooks/${body.id}`, { key, body: { url } })
  expect(readProblem(change)).toMatchObject({ code: 'invalid_parameter', param: 'url' })
})

test('an environment has at most 16', async () => {
  for (let index = 0; index < 16; index++) expect((await add()).status).toBe(201)
  expect(readProblem(await add())).toMatchObject({ status: 400, code: 'invalid_state' })
  const [first] = (await shop.request('GET', WEBHOOKS)).body.data
  expect((await shop.request('DELETE', `${WEBHOOKS}/${first.id}`)).body).toEqual({
    id: first.id,
    object: 'webhook',
    deleted: true,
  })
  expect((await add()).status).toBe(201)
})

test('what is given is changed, and nothing else', async () => {
  const { id } = (await add({ description: 'orders' })).body
  const { body } = await shop.request('PATCH', `${WEBHOOKS}/${id}`, { body: { events: ['transfer.*'] } })
  expect(body).toMatchObject({ url: URL, description: 'orders', events: ['transfer.*'] })
  const cleared = await shop.request('PATCH', `${WEBHOOKS}/${id}`, { body: { description: null } })
  expect(cleared.body).toMatchObject({ description: null, events: ['transfer.*'] })
})

test('disabled by hand it says so, and fails what was on its way; enabled again it is as new', async () => {
  const { id } = (await add()).body
  const { sandbox } = shop.checkout
  const ping = await sandbox.webhooks.ping(id)
  const off = (await shop.request('PATCH', `${WEBHOOKS}/${id}`, { body: { enabled: false } })).body
  expect(off).toMatchObject({ status: 'disabled', disabledReason: 'manual', disabledAt: expect.any(String) })
  expect(await sandbox.deliveries.retrieve(ping.id)).toMatchObject({ state: 'failed', nextAttemptAt: null })
  const disabledEvents = await sandbox.events.list({ type: 'webhook.disabled' })
  expect(disabledEvents.data).toMatchObject([{ data: { object: { id, status: 'disabled' } } }])
  for (const refused of [sandbox.webhooks.ping(id), sandbox.deliveries.resend(ping.id)]) {
    await expect(refused).rejects.toMatchObject({ code: 'invalid_state' })
  }
  const on = await sandbox.webhooks.update(id, { enabled: true })
  expect(on).toMatchObject({ status: 'enabled', disabledReason: null, disabledAt: null })
  expect(await sandbox.deliveries.resend(ping.id)).toMatchObject({ state: 'pending', endedAt: null })
  // The second call changed nothing.
  await sandbox.webhooks.update(id, { enabled: true })
  expect((await sandbox.events.list({ type: 'webhook.disabled' })).totalCount).toBe(1)
})

test('a ping is an event of its own for one webhook', async () => {
  const { id } = (await add()).body
  await add()
  const ping = (await shop.request('POST', `${WEBHOOKS}/${id}/ping`)).body
  expect(ping).toMatchObject({ object: 'delivery', eventType: 'webhook.ping', webhook: id, state: 'pending', url: URL })
  expect(await shop.checkout.sandbox.events.retrieve(ping.event)).toMatchObject({ data: { object: { id } } })
})

describe('secrets', () => {
  test('a rotated secret is another one, and told once', async () => {
    const created = (await add()).body
    const rotated = (await shop.request('POST', `${WEBHOOKS}/${created.id}/rotate`)).body
    expect(rotated.secret).toMatch(/^whsec_/)
    expect(rotated.secret).not.toBe(created.secret)
  })

  test('the default one is told when it is rotated', async () => {
    const rotate = () => shop.request('POST', '/sandbox/v1/merchant/webhook_secret/rotate')
    const [first, second] = [(await rotate()).body, (await rotate()).body]
    expect(first).toMatchObject({ object: 'webhook_secret', livemode: false })
    expect(second.secret).not.toBe(first.secret)
  })

  test('with an Idempotency-Key a webhook is made once', async () => {
    const call = { body: { url: URL }, headers: { 'idempotency-key': 'hook-1' } }
    const [first, second] = [await shop.request('POST', WEBHOOKS, call), await shop.request('POST', WEBHOOKS, call)]
    expect(second.body).toEqual(first.body)
    expect((await shop.request('GET', WEBHOOKS)).body.totalCount).toBe(1)
  })
})

describe('deliveries', () => {
  test('are listed by state and by event, newest first, and only those of the webhook', async () => {
    const { webhooks } = shop.checkout.sandbox
    const { id } = (await add()).body
    const other = (await add()).body
    const pings = []
    for (let index = 0; index < 3; index++) pings.unshift(await webhooks.ping(id))
    await webhooks.ping(other.id)
    const list = async (query: string) => (await shop.request('GET', `${WEBHOOKS}/${id}/deliveries${query}`)).body
    expect(await list('?limit=2')).toMatchObject({ totalCount: 3, hasMore: true, data: pings.slice(0, 2) })
    expect(await list(`?starting_after=${pings[1]?.id}`)).toMatchObject({ hasMore: false, data: [pings[2]] })
    expect(await list(`?event=${pings[1]?.event}`)).toMatchObject({ totalCount: 1, data: [pings[1]] })
    expect((await list('?event=webhook.ping&state=pending')).totalCount).toBe(3)
    expect((await list('?state=failed')).totalCount).toBe(0)
    expect(readProblem(await shop.request('GET', `${WEBHOOKS}/${id}/deliveries?event=ping`))).toMatchObject({
      code: 'invalid_parameter',
      param: 'event',
    })
  })

  test('that failed since a time are sent again, and none twice', async () => {
    const { webhooks } = shop.checkout.sandbox
    const { id } = (await add()).body
    const ping = async () => {
      const made = await webhooks.ping(id)
      await webhooks.update(id, { enabled: false })
      await webhooks.update(id, { enabled: true })
      return made
    }
    await ping()
    shop.clock.advance(60_000)
    const late = await ping()
    const resend = (since: string) => shop.request('POST', `${WEBHOOKS}/${id}/resend_failed`, { body: { since } })
    expect((await resend(late.createdAt)).body).toEqual({ object: 'resent', deliveries: 1 })
    expect((await resend(late.createdAt)).body).toEqual({ object: 'resent', deliveries: 0 })
    expect((await resend('2026-01-01T00:00:00Z')).body.deliveries).toBe(1)
  })

  test('of a deleted webhook can be looked at and not be sent', async () => {
    const { webhooks, deliveries } = shop.checkout.sandbox
    const { id } = (await add()).body
    const ping = await webhooks.ping(id)
    await webhooks.delete(id)
    expect(await deliveries.retrieve(ping.id)).toMatchObject({ state: 'failed', attempts: [] })
    await expect(deliveries.resend(ping.id)).rejects.toMatchObject({ code: 'invalid_state' })
  })
})
