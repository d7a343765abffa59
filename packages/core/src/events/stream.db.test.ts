import { afterEach, describe, expect, test } from 'vitest'
import { STREAMS_A_CALLER, STREAMS_A_MERCHANT, STREAMS_A_SERVER } from '../context/event-feeds.ts'
import { createApiKey } from '../merchants/keys/create.ts'
import { revokeApiKey } from '../merchants/keys/revoke.ts'
import { addPerson } from '../testing/people.ts'
import { addMerchant, openShop, readProblem } from '../testing/shop.ts'
import { openStream, readMessages, runStreams, type Stream } from '../testing/streams.ts'
import { openTwoNodes } from '../testing/two-nodes.ts'
import { pruneEvents } from './store.ts'

const PATH = '/sandbox/v1/events/stream'
const LIST = '/sandbox/v1/events'

type Shop = Awaited<ReturnType<typeof openShop>>

const opened: Stream[] = []
afterEach(async () => {
  for (const stream of opened.splice(0)) await stream.return?.()
})

async function open(shop: Shop, query = '', call: Parameters<Shop['request']>[2] = {}): Promise<Stream> {
  const stream = await openStream(shop, `${PATH}${query}`, call)
  opened.push(stream)
  return stream
}

/** Fetches the answer of `GET /events`, character by character. */
async function fetchEvents(shop: Shop, after: number) {
  const { data } = await shop.checkout.sandbox.events.list({ after, limit: 100 })
  return data
}

const sequences = (messages: readonly { id: number }[]) => messages.map(({ id }) => id)
const count = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

describe('a stream of events', () => {
  test('says how it is read, begins with what comes next, and sends events as the list shows them', async () => {
    const shop = await openShop()
    await shop.create()
    const answer = await shop.request('GET', PATH)
    expect(answer).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
    })
    const stream = await open(shop)
    expect(await stream.next()).toEqual({ done: false, value: 'retry: 2000\n\n' })
    const payment = await shop.create({ metadata: { text: 'a\nb\r\n\ndata: x\u2028' } })
    await shop.checkout.sandbox.payments.cancel(payment.id)
    await runStreams(shop)
    const messages = await readMessages(stream, 2)
    const events = await fetchEvents(shop, 1)
    expect(messages.map(({ event }) => event)).toEqual(['payment.created', 'payment.cancelled'])
    expect(messages.map(({ data }) => JSON.parse(data))).toEqual(events)
    expect(sequences(messages)).toEqual([2, 3])
    const sent = await shop.request('GET', `${LIST}/${events[0]?.id}`)
    expect(JSON.parse(messages[0]?.data ?? '')).toEqual(sent.body)
    expect(messages[0]?.data).toContain('"amount":10.00')
  })

  test.each([
    ['the query', '?after=2', {}],
    ['the header', '', { 'last-event-id': '2' }],
    ['the header, which counts more than the query', '?after=0', { 'last-event-id': '2' }],
  ])('continues without gaps after the number in %s', async (_name, query, headers) => {
    const shop = await openShop()
    for (const _ of count(1, 4)) await shop.create()
    const stream = await open(shop, query, { headers: headers as Record<string, string> })
    expect(sequences(await readMessages(stream, 2))).toEqual([3, 4])
    await shop.create()
    await runStreams(shop)
    expect(sequences(await readMessages(stream, 1))).toEqual([5])
  })

  test('has every event once and in order, whatever is committed while it is behind', async () => {
    const shop = await openShop()
    const { context } = shop.checkout
    for (const _ of count(1, 130)) await shop.create()
    const stream = await open(shop, '?after=0')
    const seen: number[] = []
    for (let round = 0; round < 16; round++) {
      seen.push(...sequences(await readMessages(stream, 9)))
      await shop.create()
      if (round % 2 === 0) await runStreams(shop)
    }
    await runStreams(shop)
    seen.push(...sequences(await readMessages(stream, 2)))
    expect(seen).toEqual(count(1, 146))
    expect(context.eventFeeds.list()).toHaveLength(1)
  })

  test.each([
    ['?after=3', {}, 'invalid_cursor', 'after'],
    ['?after=x', {}, 'invalid_parameter', 'after'],
    ['', { 'last-event-id': 'x' }, 'invalid_parameter', 'Last-Event-ID'],
    ['', { 'last-event-id': '' }, 'invalid_parameter', 'Last-Event-ID'],
    ['?limit=5', {}, 'unknown_parameter', 'limit'],
  ])('refuses %s %j', async (query, headers, code, param) => {
    const shop = await openShop()
    await shop.create()
    const answer = await shop.request('GET', `${PATH}${query}`, { headers: headers as Record<string, string> })
    expect(readProblem(answer)).toMatchObject({ status: 400, code, param })
  })

  test('says which events are not kept any more, and ends rather than leave some out', async () => {
    const shop = await openShop()
    for (const _ of count(1, 60)) await shop.create()
    const { id: merchantId } = await shop.checkout.merchant.retrieve()
    const { context } = shop.checkout
    const prune = () =>
      context.transact(async (tx) => {
        const owner = { merchantId, livemode: false }
        const place = { merchant_id: merchantId, livemode: false, sequence: 60 } as const
        await tx
          .insertInto('webhook_places')
          .values(place)
          .onConflict((conflict) => conflict.columns(['merchant_id', 'livemode']).doUpdateSet({ sequence: 60 }))
          .execute()
        return pruneEvents(tx, owner, shop.clock.now(), 55)
      })
    const behind = await open(shop, '?after=0')
    await readMessages(behind, 1)
    expect(await prune()).toBe(55)
    // Its page was read before.
    expect(sequences(await readMessages(behind, 49))).toEqual(count(2, 50))
    expect(await behind.next()).toEqual({ done: true, value: undefined })
    const refused = await shop.request('GET', `${PATH}?after=50`)
    expect(readProblem(refused)).toMatchObject({ status: 400, code: 'invalid_cursor', param: 'after' })
    expect(sequences(await readMessages(await open(shop, '?after=0'), 5))).toEqual(count(56, 60))
  })

  test('is of one merchant in one environment', async () => {
    const shop = await openShop()
    const other = await addMerchant(shop)
    const own = await open(shop)
    const theirs = await open(shop, '', { key: other.sandbox })
    const live = await openStream(shop, '/v1/events/stream', { key: await shop.makeKey('production') })
    opened.push(live)
    for (const stream of opened) await stream.next()
    await shop.create()
    await runStreams(shop)
    expect(sequences(await readMessages(own, 1))).toEqual([1])
    const others = [theirs.next(), live.next()]
    await runStreams(shop)
    shop.clock.advance(15_000)
    await runStreams(shop)
    for (const next of others) expect((await next).value).toBe(': keep-alive\n\n')
  })

  test('sends a comment when nothing was sent for 15 seconds', async () => {
    const shop = await openShop()
    const stream = await open(shop)
    await stream.next()
    for (let times = 0; times < 3; times++) {
      const next = stream.next()
      shop.clock.advance(14_999)
      await runStreams(shop)
      expect(await Promise.race([next, 'waits'])).toBe('waits')
      shop.clock.advance(1)
      await runStreams(shop)
      expect(await next).toEqual({ done: false, value: ': keep-alive\n\n' })
    }
  })
})

describe('a stream ends', () => {
  const end = { done: true, value: undefined }

  test('when the key is revoked, within seconds', async () => {
    const shop = await openShop()
    const key = await shop.makeKey('sandbox')
    const [revoked, other] = [await open(shop, '', { key }), await open(shop)]
    for (const stream of [revoked, other]) await stream.next()
    const { context } = shop.checkout
    await revokeApiKey(context, key.id)
    const next = revoked.next()
    await runStreams(shop)
    expect(await Promise.race([next, 'goes on'])).toBe('goes on')
    shop.clock.advance(3_000)
    await runStreams(shop)
    expect(await next).toEqual(end)
    await shop.create()
    await runStreams(shop)
    expect(sequences(await readMessages(other, 1))).toEqual([1])
  })

  test.each(['session', 'role', 'membership', 'idle session'])('when the %s of a user ends', async (what) => {
    const shop = await openShop({ dashboard: true })
    const ann = await addPerson(shop, { role: 'support' })
    const cookie = [...ann.browser.cookies].map((pair) => pair.join('=')).join('; ')
    const stream = await open(shop, '', { key: null, headers: { cookie, 'sec-fetch-site': 'same-origin' } })
    await stream.next()
    shop.clock.advance(3_000)
    await runStreams(shop)
    await shop.create()
    await runStreams(shop)
    expect(sequences(await readMessages(stream, 1))).toEqual([1])
    if (what === 'session') await ann.browser.ask('POST', '/sign_out')
    const { context } = shop.checkout
    await context.transact(async (tx) => {
      if (what === 'role')
        await tx.updateTable('memberships').set({ role: 'cashier' }).where('user_id', '=', ann.id).execute()
      if (what === 'membership') await tx.deleteFrom('memberships').where('user_id', '=', ann.id).execute()
    })
    const next = stream.next()
    // An open stream is no use of a session: one that nobody uses ends after twelve hours.
    const hours = what === 'idle session' ? 12 : 0
    for (let hour = 0; hour < hours; hour++) {
      shop.clock.advance(3_600_000)
      await runStreams(shop)
      if (hour < hours - 1) expect((await Promise.race([next, 'waits'])) !== end).toBe(true)
    }
    shop.clock.advance(3_000)
    await runStreams(shop)
    if (what === 'idle session') expect((await drainComments(stream, next)).done).toBe(true)
    else expect(await next).toEqual(end)
  })

  test('when the client takes nothing for half a minute, however much there is', async () => {
    const shop = await openShop()
    const stream = await open(shop)
    await stream.next()
    await shop.create()
    await runStreams(shop)
    shop.clock.advance(29_999)
    await runStreams(shop)
    expect(await Promise.race([stream.ended, 'open'])).toBe('open')
    shop.clock.advance(1)
    await runStreams(shop)
    await stream.ended
    expect(await stream.next()).toEqual(end)
  })

  test('when the client leaves, also while it waits', async () => {
    const shop = await openShop()
    const stream = await open(shop)
    await stream.next()
    const next = stream.next()
    await stream.return?.()
    expect(await next).toEqual(end)
    await runStreams(shop)
    expect(shop.checkout.context.eventFeeds.isEmpty).toBe(true)
  })

  test('when the server stops, and later ones at once', async () => {
    const shop = await openShop()
    const stream = await open(shop)
    await stream.next()
    const next = stream.next()
    shop.checkout.endStreams()
    expect(await next).toEqual(end)
    expect(await (await open(shop)).next()).toEqual(end)
  })
})

/** The last answer of a stream that sends nothing but comments. */
async function drainComments(stream: Stream, first: ReturnType<Stream['next']>) {
  let answer = await first
  while (!answer.done) {
    expect(answer.value).toBe(': keep-alive\n\n')
    answer = await stream.next()
  }
  return answer
}

describe('there are so many streams at most', () => {
  const tooMany = { status: 429, code: 'rate_limited' }

  test('of a key, of a merchant, and of a server; one that ends makes room', async () => {
    const shop = await openShop()
    const { context } = shop.checkout
    const { id: first } = await shop.checkout.merchant.retrieve()
    const makeKey = (merchantId: string) => createApiKey(context, { environment: 'sandbox', merchantId })
    const fill = async (merchantId: string) => {
      for (const _ of count(1, STREAMS_A_MERCHANT / STREAMS_A_CALLER)) {
        const key = await makeKey(merchantId)
        for (const _ of count(1, STREAMS_A_CALLER)) await open(shop, '', { key })
        expect(readProblem(await shop.request('GET', PATH, { key }))).toMatchObject(tooMany)
      }
    }
    await fill(first)
    const [another] = opened
    expect(readProblem(await shop.request('GET', PATH))).toMatchObject(tooMany)
    await another?.return?.()
    opened.push(await openStream(shop, PATH))
    for (const _ of count(2, STREAMS_A_SERVER / STREAMS_A_MERCHANT)) await fill((await addMerchant(shop)).id)
    const key = await makeKey((await addMerchant(shop)).id)
    expect(readProblem(await shop.request('GET', PATH, { key }))).toMatchObject(tooMany)
  })
})

test('events that another server commits appear, and one query asks for all streams', async () => {
  const { nodes } = await openTwoNodes()
  const [one, other] = nodes
  const streams: Stream[] = []
  for (let number = 0; number < 4; number++) streams.push(await openStream(one, PATH))
  opened.push(...streams)
  await other.create()
  await runStreams(one)
  await other.create()
  await runStreams(one)
  for (const stream of streams) expect(sequences(await readMessages(stream, 2))).toEqual([1, 2])
})
