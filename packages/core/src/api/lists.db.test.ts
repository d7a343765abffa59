import type { Payment } from '@crypto-checkout/api-types'
import { describe, expect, test } from 'vitest'
import { recordEvent } from '../events/record.ts'
import { fillShop, openShop, readProblem } from '../testing/shop.ts'

const PAYMENTS = '/sandbox/v1/payments'
type Shop = Awaited<ReturnType<typeof openShop>>
type Item = { id: string }

/** Reads a list to its end. `between` runs after each page. */
async function readAll(shop: Shop, target: string, between: () => Promise<unknown> = async () => {}) {
  const items: Item[] = []
  const join = target.includes('?') ? '&' : '?'
  for (;;) {
    const last = items.at(-1)
    const { body } = await shop.request('GET', `${target}${last ? `${join}starting_after=${last.id}` : ''}`)
    items.push(...body.data)
    if (!body.hasMore) return { items, totalCount: body.totalCount as number }
    await between()
  }
}

describe('a list of payments', () => {
  test('is read to its end without a skip or a repeat while others are created', async () => {
    const shop = await openShop()
    const ids: string[] = []
    for (let index = 0; index < 23; index++) {
      if (index % 3 === 0) shop.clock.advance(1)
      ids.unshift((await shop.create()).id)
    }
    for (const limit of [1, 5, 23, 100]) {
      const existing = new Set(ids)
      const { items } = await readAll(shop, `${PAYMENTS}?limit=${limit}`, () => shop.create())
      const seen = items.map((item) => item.id)
      expect(new Set(seen).size).toBe(seen.length)
      expect(seen.filter((id) => existing.has(id))).toEqual(ids)
      const all = await shop.checkout.sandbox.payments.list({ limit: 100 })
      ids.splice(0, ids.length, ...all.data.map((payment) => payment.id))
    }
  })

  test('is newest first, ten when nothing is said, and tells whether there is more', async () => {
    const shop = await openShop()
    const created: string[] = []
    for (let index = 0; index < 11; index++) created.unshift((await shop.create()).id)
    const { body } = await shop.request('GET', PAYMENTS)
    expect(body).toMatchObject({ object: 'list', hasMore: true, totalCount: 11 })
    expect(body.data.map((item: Item) => item.id)).toEqual(created.slice(0, 10))
    const rest = (await shop.request('GET', `${PAYMENTS}?starting_after=${created[9]}`)).body
    expect(rest).toMatchObject({ hasMore: false, totalCount: 11, data: [{ id: created[10] }] })
    const none = (await shop.request('GET', `${PAYMENTS}?starting_after=${created[10]}`)).body
    expect(none).toEqual({ object: 'list', data: [], hasMore: false, totalCount: 11 })
    expect((await shop.request('GET', `${PAYMENTS}?limit=11`)).body.hasMore).toBe(false)
  })

  test('counts with every filter what it lists, at the exact bounds too', async () => {
    const shop = await openShop()
    const { expired, completed, created } = await fillShop(shop)
    const hours = [0, 5, 19, 24, 30, 48, 49]
    let at = 0
    for (const hour of hours) {
      shop.clock.advance((hour - at) * 3_600_000)
      at = hour
      const payment = await shop.create()
      if (hour % 2 === 0) await shop.checkout.sandbox.payments.cancel(payment.id)
    }
    const all = (await shop.checkout.sandbox.payments.list({ limit: 100 })).data
    const times = all.map((payment) => Date.parse(payment.createdAt))
    const marks = [...times.flatMap((time) => [time - 1, time, time + 1]), Date.parse('2026-01-02T00:00:00Z')]
    const bounds = [undefined, ...new Set(marks.map((mark) => new Date(mark).toISOString()))]
    for (const status of [undefined, 'created', 'cancelled', 'expired', 'completed'] as const) {
      for (const [index, created_gte] of bounds.entries()) {
        for (const created_lt of bounds.filter((_, other) => (other + index) % 4 === 0 || other === index)) {
          const expected = all.filter(
            (payment) =>
              (!status || payment.status === status) &&
              (!created_gte || payment.createdAt >= created_gte) &&
              (!created_lt || payment.createdAt < created_lt),
          )
          const list = await shop.checkout.sandbox.payments.list({ status, created_gte, created_lt, limit: 100 })
          expect([status, created_gte, created_lt, list.data.map((payment) => payment.id)]).toEqual([
            status,
            created_gte,
            created_lt,
            expected.map((payment) => payment.id),
          ])
          expect(list.totalCount).toBe(expected.length)
        }
      }
    }
    expect([expired.id, completed.id, created.id].every((id) => all.some((payment) => payment.id === id))).toBe(true)
  })

  test('takes a cursor that the filter leaves out, and pages within the filter', async () => {
    const shop = await openShop()
    const ids: string[] = []
    for (let index = 0; index < 9; index++) {
      const { id } = await shop.create()
      if (index % 3 === 0) ids.unshift(id)
      else await shop.checkout.sandbox.payments.cancel(id)
    }
    const { items, totalCount } = await readAll(shop, `${PAYMENTS}?status=created&limit=1`)
    expect([items.map((item) => item.id), totalCount]).toEqual([ids, 3])
    const cancelled = (await shop.request('GET', `${PAYMENTS}?status=cancelled&starting_after=${ids[0]}`)).body
    expect([cancelled.data.length, cancelled.totalCount]).toEqual([4, 6])
  })

  test.each([
    ['2026-01-01', 200],
    ['2026-01-01T00:00:00Z', 200],
    ['2026-01-01T00:00:00.000Z', 200],
    ['2026-01-01T01:00:00%2B01:00', 200],
    ['2026-01-01T01:00:00+01:00', 400],
    ['2026-02-30', 400],
    ['2026-13-01', 400],
    ['2026-01-01T24:30:00Z', 400],
    ['2026-01-01T00:00:00', 400],
    ['2026-1-1', 400],
    ['1767225600', 400],
    ['yesterday', 400],
    ['', 400],
    ['0000-01-01', 200],
    ['9999-12-31', 200],
  ])('takes the time %j or says what is wrong with it', async (time, status) => {
    const shop = await openShop()
    for (const name of ['created_gte', 'created_lt']) {
      const answer = await shop.request('GET', `${PAYMENTS}?${name}=${time}`)
      expect(answer.status).toBe(status)
      if (status === 400) expect(readProblem(answer)).toMatchObject({ code: 'invalid_parameter', param: name })
    }
  })

  test.each(['1', '100', '010'])('takes the limit %s', async (limit) => {
    const shop = await openShop()
    expect((await shop.request('GET', `${PAYMENTS}?limit=${limit}`)).status).toBe(200)
  })

  test('refuses cursors of other lists', async () => {
    const shop = await openShop()
    const { unattributed, created } = await fillShop(shop)
    const event = (await shop.checkout.sandbox.events.list()).data[0]
    for (const [path, id] of [
      ['payments', unattributed.id],
      ['payments', event?.id],
      ['transfers', created.id],
      ['transfers', event?.id],
      ['events', created.id],
      ['events', unattributed.id],
    ]) {
      const answer = await shop.request('GET', `/sandbox/v1/${path}?starting_after=${id}`)
      expect([path, readProblem(answer)]).toMatchObject([path, { code: 'invalid_cursor', param: 'starting_after' }])
    }
  })
})

test('a list of transfers pages, filters and counts', async () => {
  const shop = await openShop()
  await fillShop(shop)
  const ids = async (query: string) => {
    const { items, totalCount } = await readAll(shop, `/sandbox/v1/transfers?limit=1${query}`)
    expect(totalCount).toBe(items.length)
    return items.map((item) => item.id)
  }
  const all = await ids('')
  const attributed = await ids('&status=attributed')
  const unattributed = await ids('&status=unattributed')
  expect(all).toHaveLength(4)
  expect(unattributed).toHaveLength(1)
  expect(new Set([...attributed, ...unattributed])).toEqual(new Set(all))
  expect(await ids('&network=ethereum')).toEqual(all)
  expect(await ids('&network=polygon')).toEqual([])
  expect(await ids('&network=ethereum&status=unattributed')).toEqual(unattributed)
})

describe('a list of events', () => {
  test('is newest first and pages like every list', async () => {
    const shop = await openShop()
    await fillShop(shop)
    const { items, totalCount } = await readAll(shop, '/sandbox/v1/events?limit=3', () => shop.create())
    const sequences = items.map((item) => (item as unknown as { sequence: number }).sequence)
    expect(sequences).toEqual([...sequences].sort((a, b) => b - a))
    expect(new Set(sequences).size).toBe(sequences.length)
    expect(sequences.at(-1)).toBe(1)
    expect(totalCount).toBeGreaterThan(items.length)
  })

  test('after a sequence number has no gaps, oldest first, and goes on where the last page ended', async () => {
    const shop = await openShop()
    await fillShop(shop)
    const seen: number[] = []
    for (;;) {
      const { body } = await shop.request('GET', `/sandbox/v1/events?limit=4&after=${seen.at(-1) ?? 0}`)
      seen.push(...body.data.map((event: { sequence: number }) => event.sequence))
      if (!body.hasMore) break
      if (seen.length < 9) await shop.create()
    }
    expect(seen).toEqual(seen.map((_, index) => index + 1))
    const latest = (await shop.request('GET', '/sandbox/v1/events?limit=1')).body.data[0].sequence
    expect(seen.at(-1)).toBe(latest)
    const none = (await shop.request('GET', `/sandbox/v1/events?after=${latest}`)).body
    expect(none).toEqual({ object: 'list', data: [], hasMore: false, totalCount: 0 })
    expect((await shop.request('GET', '/sandbox/v1/events?after=999999999999999')).body.data).toEqual([])
  })

  test('has one type when one is asked for', async () => {
    const shop = await openShop()
    await fillShop(shop)
    const all = (await shop.checkout.sandbox.events.list({ limit: 100 })).data
    for (const type of new Set(all.map((event) => event.type))) {
      const expected = all.filter((event) => event.type === type).map((event) => event.id)
      const down = (await shop.request('GET', `/sandbox/v1/events?type=${type}&limit=100`)).body
      expect([down.data.map((event: Item) => event.id), down.totalCount]).toEqual([expected, expected.length])
      const up = (await shop.request('GET', `/sandbox/v1/events?type=${type}&after=0&limit=100`)).body
      expect(up.data.map((event: Item) => event.id)).toEqual(expected.reverse())
    }
    for (const type of ['payment', 'payment.*', '*', 'webhook', 'Payment.created'])
      expect(readProblem(await shop.request('GET', `/sandbox/v1/events?type=${type}`))).toMatchObject({ param: 'type' })
  })

  test('counts those of a type after any number, however many there are', async () => {
    const shop = await openShop()
    await shop.create()
    const { context } = shop.checkout
    const merchant = await context.db.selectFrom('merchants').select('id').executeTakeFirstOrThrow()
    const event = { merchantId: merchant.id, livemode: false, object: { object: 'transfer', payment: null } }
    await context.transact(async (tx) => {
      for (let number = 2; number <= 2_100; number++) {
        const type = number % 3 === 0 ? 'payment.completed' : 'payment.processing'
        await recordEvent(context, tx, { ...event, type })
      }
    })
    for (const after of [0, 1, 2, 3, 500, 998, 999, 1_000, 1_001, 1_998, 1_999, 2_000, 2_099, 2_100, 9_999]) {
      const { totalCount } = await shop.checkout.sandbox.events.list({ type: 'payment.completed', after, limit: 1 })
      expect([after, totalCount]).toEqual([after, Math.max(0, 700 - Math.floor(after / 3))])
      const all = await shop.checkout.sandbox.events.list({ after, limit: 1 })
      expect(all.totalCount).toBe(Math.max(0, 2_100 - after))
    }
  })

  test('takes one of after and starting_after', async () => {
    const shop = await openShop()
    await shop.create()
    const [event] = (await shop.checkout.sandbox.events.list()).data
    const answer = await shop.request('GET', `/sandbox/v1/events?after=0&starting_after=${event?.id}`)
    expect(readProblem(answer)).toMatchObject({ status: 400, code: 'invalid_parameter', param: 'starting_after' })
  })

  test('shows the payment as it was then', async () => {
    const shop = await openShop()
    const { completed } = await fillShop(shop)
    const all = (await shop.checkout.sandbox.events.list({ limit: 100 })).data
    const story = all.filter((event) => event.data.object.id === completed.id).reverse()
    expect(story.map((event) => [event.type, 'status' in event.data.object && event.data.object.status])).toEqual([
      ['payment.created', 'created'],
      ['payment.processing', 'processing'],
      ['payment.completed', 'completed'],
    ])
    expect(story[0]?.data.object).toEqual(completed)
    const [, processing, final] = story.map((event) => (event.data.object as Payment).confirmations)
    expect(processing).toMatchObject({ seen: 1, seconds: 0 })
    expect(final).toMatchObject({ seen: final?.required, seconds: null })
    const now = await shop.retrieve(completed)
    expect(story[2]?.data.object).toEqual({ ...now, settlement: null, confirmations: final })
    for (const event of all) expect(await shop.checkout.sandbox.events.retrieve(event.id)).toEqual(event)
  })
})
