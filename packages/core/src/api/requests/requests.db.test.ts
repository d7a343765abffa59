import type { RequestEntry } from '@crypto-checkout/api-types'
import { expect, test } from 'vitest'
import { KEPT_OF_A_MERCHANT } from '../../context/request-log.ts'
import { paymentInput } from '../../testing/index.ts'
import { addPerson } from '../../testing/people.ts'
import { addMerchant, openShop, readProblem } from '../../testing/shop.ts'
import { createPruneJob } from '../../workers/prune.ts'
import { createRequestLogJob } from '../../workers/request-log.ts'
import { MAX_STORED } from './store.ts'

const API = '/sandbox/v1'
const LOG = `${API}/requests`

type Shop = Awaited<ReturnType<typeof openShop>>

/** Writes what was noted. */
const write = (shop: Shop) => createRequestLogJob(shop.checkout.context).run()

/** A request a millisecond later: ids of the same millisecond have no order. */
const ask: (shop: Shop, ...call: Parameters<Shop['request']>) => ReturnType<Shop['request']> = (shop, ...call) => {
  shop.clock.advance(1)
  return shop.request(...call)
}

async function list(shop: Shop, query = '?limit=100', call = {}): Promise<RequestEntry[]> {
  await write(shop)
  return (await shop.request('GET', `${LOG}${query}`, call)).body.data
}

test('a request is listed with who made it, from where, and what came of it, but not with what it said', async () => {
  const shop = await openShop()
  const at = new Date(shop.clock.now() + 1).toISOString()
  const made = await ask(shop, 'POST', `${API}/payments`, { body: paymentInput, address: '198.51.100.9' })
  await ask(shop, 'GET', `${API}/payments?reference=secret-order`)
  await ask(shop, 'GET', `${API}/payments?colour=secret`)
  const [refused, read, created, ...rest] = await list(shop)
  expect(rest).toEqual([])
  expect(created).toEqual({
    ...{ id: made.headers['x-request-id'], object: 'request', method: 'POST', path: `${API}/payments` },
    ...{ status: 201, code: null, actor: shop.key.id, address: '198.51.100.9', durationMs: 0 },
    ...{ livemode: false, createdAt: at },
  })
  expect(read).toMatchObject({ method: 'GET', path: `${API}/payments`, status: 200, code: null })
  expect(refused).toMatchObject({ status: 400, code: 'unknown_parameter' })
  expect(JSON.stringify(await list(shop))).not.toContain('secret')
})

test('a caller who was authenticated is logged also if it was refused, and nobody else is', async () => {
  const shop = await openShop({ plans: { sandbox: 4 } })
  const weak = await shop.makeKey('sandbox', ['payments:read'])
  await ask(shop, 'POST', `${API}/refunds`, { key: weak, body: {} })
  await ask(shop, 'GET', `${API}/payments`, { headers: { 'x-service-timestamp': 'x' } })
  await ask(shop, 'GET', `${API}/payments`, { key: { ...shop.key, secretKey: 'sk_test_wrong' } })
  await ask(shop, 'GET', `${API}/payments`, { key: null })
  await ask(shop, 'GET', '/v1/payments')
  await ask(shop, 'GET', `${API}/nothing`)
  for (let times = 0; times < 3; times++) await ask(shop, 'GET', `${API}/payments`)
  shop.clock.advance(60_000)
  const entries = await list(shop)
  expect(entries.map(({ status, code, actor }) => [status, code, actor])).toEqual([
    [429, 'rate_limited', shop.key.id],
    [200, null, shop.key.id],
    [200, null, shop.key.id],
    [401, 'invalid_signature', shop.key.id],
    [403, 'insufficient_scope', weak.id],
  ])
})

test('a user is logged with changes, and not with what the dashboard reads', async () => {
  const shop = await openShop({ dashboard: true })
  const ann = await addPerson(shop, { role: 'support' })
  await ann.browser.send('GET', `${API}/payments`)
  await ann.browser.send('POST', `${API}/refunds`, {})
  await write(shop)
  const { status, body } = await ann.browser.send('GET', LOG)
  expect(status).toBe(200)
  expect(body.data).toMatchObject([{ method: 'POST', path: `${API}/refunds`, actor: ann.id, status: 400 }])
})

test.each([
  ['owner', 200],
  ['manager', 200],
  ['support', 200],
  ['accountant', 200],
  ['cashier', 403],
] as const)('%s: %i', async (role, status) => {
  const shop = await openShop({ dashboard: true })
  const person = await addPerson(shop, { role })
  expect((await person.browser.send('GET', LOG)).status).toBe(status)
})

test('the list is filtered, counts and pages without a skip', async () => {
  const shop = await openShop()
  const other = await shop.makeKey('sandbox')
  for (let number = 0; number < 12; number++) {
    shop.clock.advance(1)
    const key = number % 2 ? other : shop.key
    if (number % 3 === 0) await shop.request('POST', `${API}/payments`, { key, body: paymentInput })
    else await shop.request('GET', `${API}/payments${number % 4 === 0 ? '/pay_x' : ''}`, { key })
  }
  const all = await list(shop)
  expect(all).toHaveLength(12)
  const filters: [string, (entry: RequestEntry) => boolean][] = [
    ['', () => true],
    ['&status=404', ({ status }) => status === 404],
    ['&status=2xx', ({ status }) => status < 300],
    ['&status=4xx', ({ status }) => status >= 400],
    ['&status=5xx', () => false],
    ['&method=POST', ({ method }) => method === 'POST'],
    [`&key=${other.id}`, ({ actor }) => actor === other.id],
    [`&key=${other.id}&status=201&method=POST`, ({ actor, status }) => actor === other.id && status === 201],
  ]
  for (const [query, matches] of filters) {
    const expected = all.filter(matches).map(({ id }) => id)
    const found: string[] = []
    for (let more = true; more; ) {
      const after = found.length > 0 ? `&starting_after=${found.at(-1)}` : ''
      // These requests are noted, and not written before the end.
      const { body } = await shop.request('GET', `${LOG}?limit=2${query}${after}`)
      expect([query, body.totalCount]).toEqual([query, expected.length])
      found.push(...body.data.map(({ id }: RequestEntry) => id))
      more = body.hasMore
    }
    expect([query, found]).toEqual([query, expected])
  }
})

test("shows nothing of another merchant or environment, and refuses their requests' ids as cursors", async () => {
  const shop = await openShop()
  const other = await addMerchant(shop)
  await shop.request('GET', `${API}/payments`)
  const [mine] = await list(shop)
  const strangers = [
    { base: API, key: other.sandbox },
    { base: '/v1', key: other.production },
    { base: '/v1', key: await shop.makeKey('production') },
  ]
  for (const { base, key } of strangers) {
    const { body } = await shop.request('GET', `${base}/requests`, { key })
    expect(body).toEqual({ object: 'list', data: [], hasMore: false, totalCount: 0 })
    const refused = await shop.request('GET', `${base}/requests?starting_after=${mine?.id}`, { key })
    expect(readProblem(refused)).toMatchObject({ status: 400, code: 'invalid_cursor', param: 'starting_after' })
  }
})

test.each(['600', '40', '4x', 'xx', '1xx', '4xx ', 'ok'])('refuses the status %j', async (status) => {
  const shop = await openShop()
  const answer = await shop.request('GET', `${LOG}?status=${encodeURIComponent(status)}`)
  expect(readProblem(answer)).toMatchObject({ status: 400, code: 'invalid_parameter', param: 'status' })
})

test('requests are deleted after a day', async () => {
  const shop = await openShop()
  await shop.request('GET', `${API}/payments`)
  shop.clock.advance(3_600_000)
  await shop.request('POST', `${API}/payments`, { body: paymentInput })
  await write(shop)
  const prune = createPruneJob(shop.checkout.context)
  const statuses = async () => (await list(shop, '?limit=100&status=2xx')).map(({ method }) => method)
  shop.clock.advance(82_800_000 - 1)
  await prune.run()
  expect((await statuses()).sort()).toEqual(['GET', 'POST'])
  shop.clock.advance(1)
  await prune.run()
  const left = await list(shop)
  expect(left.some(({ path, method }) => path === `${API}/payments` && method === 'GET')).toBe(false)
  expect(left.some(({ method }) => method === 'POST')).toBe(true)
})

test('the newest of a merchant are kept: in memory until they are written, and in the database', async () => {
  const shop = await openShop()
  const { requestLog, db } = shop.checkout.context
  const { id: merchantId } = await shop.checkout.merchant.retrieve()
  const note = (number: number, owner = merchantId) =>
    requestLog.note({
      ...{ id: `req_${String(number).padStart(26, '0')}`, merchantId: owner, livemode: false, at: shop.clock.now() },
      ...{ method: 'GET', path: '/v1/x', status: 200, code: null, by: shop.key.id, address: '::1', durationMs: 1 },
    })
  for (let number = 1; number <= KEPT_OF_A_MERCHANT + 7; number++) note(number)
  note(1, (await addMerchant(shop)).id)
  await write(shop)
  const rows = await db.selectFrom('request_log').select('id').where('merchant_id', '=', merchantId).execute()
  expect(rows).toHaveLength(KEPT_OF_A_MERCHANT)
  expect(rows.map(({ id }) => id).sort()[0]).toBe(`req_${'8'.padStart(26, '0')}`)
  // One job writes all, as in a server.
  const job = createRequestLogJob(shop.checkout.context)
  let last = KEPT_OF_A_MERCHANT + 7
  for (let times = 0; times < MAX_STORED / KEPT_OF_A_MERCHANT + 1; times++) {
    for (let count = 0; count < KEPT_OF_A_MERCHANT; count++) note(++last)
    await job.run()
  }
  const { totalCount, data } = (await shop.request('GET', `${LOG}?limit=1`)).body
  expect(totalCount).toBe(MAX_STORED)
  expect(data[0].id).toBe(`req_${String(last).padStart(26, '0')}`)
})
