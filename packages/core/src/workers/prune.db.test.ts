import type { Event } from '@crypto-checkout/api-types'
import { expect, test, vi } from 'vitest'
import { recordEvents } from '../events/record.ts'
import { createTransferFor, paymentInput, type TestCheckout } from '../testing/index.ts'
import { explainQueries } from '../testing/plans.ts'
import { openShop, readProblem } from '../testing/shop.ts'
import { isOnPostgres } from '../testing/storage.ts'
import { fanOut, findMerchantsBehind } from '../webhooks/deliveries/fan-out.ts'
import { createPruneJob } from './prune.ts'

const DAY_MS = 86_400_000
const EVENTS = '/sandbox/v1/events'
const PAYMENTS = '/sandbox/v1/payments'

async function fanOutAll(shop: TestCheckout): Promise<void> {
  const { context } = shop.checkout
  while ((await fanOut(context, await findMerchantsBehind(context))).more);
}

/** Returns the number of passes. */
async function prune(shop: TestCheckout): Promise<number> {
  const job = createPruneJob(shop.checkout.context)
  let passes = 1
  while ((await job.run()).more) passes += 1
  return passes
}

async function sequences(shop: TestCheckout, query = '?after=0&limit=100'): Promise<number[]> {
  const { body } = await shop.request('GET', `${EVENTS}${query}`)
  return body.data.map((event: Event) => event.sequence)
}

test('events are kept for 30 days and payments for ever', async () => {
  const shop = await openShop()
  const payment = await shop.create()
  await fanOutAll(shop)
  shop.clock.advance(30 * DAY_MS - 1)
  await shop.create()
  await fanOutAll(shop)
  await prune(shop)
  expect(await sequences(shop)).toEqual([1, 2])
  shop.clock.advance(1)
  await prune(shop)
  expect(await sequences(shop)).toEqual([2])
  expect((await shop.request('GET', EVENTS)).body).toMatchObject({ totalCount: 1, hasMore: false })
  expect(await shop.retrieve(payment)).toMatchObject({ id: payment.id })
  expect((await shop.request('GET', PAYMENTS)).body.totalCount).toBe(2)
})

test('retentionDays says how long instead', async () => {
  const shop = await openShop({ retentionDays: 2 })
  await shop.create()
  await fanOutAll(shop)
  shop.clock.advance(2 * DAY_MS - 1)
  await prune(shop)
  expect(await sequences(shop)).toEqual([1])
  shop.clock.advance(1)
  await prune(shop)
  expect(await sequences(shop)).toEqual([])
})

test('who comes back after events were pruned is refused, unless none was missed', async () => {
  const shop = await openShop()
  for (let count = 0; count < 3; count += 1) await shop.create()
  await fanOutAll(shop)
  shop.clock.advance(30 * DAY_MS)
  await prune(shop)
  expect((await shop.request('GET', `${EVENTS}?after=3`)).body).toMatchObject({ data: [], totalCount: 0 })
  await shop.create()
  const refused = readProblem(await shop.request('GET', `${EVENTS}?after=2`))
  expect(refused).toMatchObject({ status: 400, code: 'invalid_cursor', param: 'after' })
  expect(refused.message).toContain('after=3')
  expect(readProblem(await shop.request('GET', `${EVENTS}?type=payment.created&after=1`)).code).toBe('invalid_cursor')
  expect(await sequences(shop, '?after=3')).toEqual([4])
  expect(await sequences(shop, '?after=0')).toEqual([4])
})

test('more than one pass takes are pruned in several, and counts count what is kept', async () => {
  const shop = await openShop()
  const { context } = shop.checkout
  await shop.create()
  const { id } = await context.db.selectFrom('merchants').select('id').executeTakeFirstOrThrow()
  const record = (events: number) =>
    context.transact((tx) =>
      recordEvents(
        context,
        tx,
        Array.from({ length: events }, (_, index) => ({
          ...{ merchantId: id, livemode: false, object: { object: 'transfer', payment: null } },
          type: index % 2 === 0 ? 'transfer.assigned' : 'transfer.unattributed',
        })),
      ),
    )
  await record(1_200)
  shop.clock.advance(30 * DAY_MS)
  await record(900)
  await fanOutAll(shop)
  expect(await prune(shop)).toBe(5)
  const of = async (query: string) => (await shop.request('GET', `${EVENTS}?limit=1${query}`)).body.totalCount
  expect(await of('')).toBe(900)
  expect(await of('&type=transfer.assigned')).toBe(450)
  expect(await of('&type=transfer.assigned&after=0')).toBe(450)
  expect(await of('&type=payment.created')).toBe(0)
  expect(await of('&after=0')).toBe(900)
  expect(await of('&after=2001')).toBe(100)
})

test('an event that is still to be delivered is kept, and so is what came after it', async () => {
  const shop = await openShop()
  const { sandbox, context } = shop.checkout
  await shop.create()
  const webhook = await sandbox.webhooks.create({ url: 'https://shop.example.com/hook' })
  const payment = await shop.create()
  await shop.create()
  await fanOutAll(shop)
  const [pending] = (await sandbox.deliveries.ofPayment(payment.id)).data
  await context.db
    .insertInto('delivery_attempts')
    .values({ delivery_id: pending?.id ?? '', number: 1, started_at: 0, latency_ms: 1, request_headers: '{}' })
    .execute()
  shop.clock.advance(31 * DAY_MS)
  await prune(shop)
  expect(await sequences(shop)).toEqual([2, 3])
  expect((await sandbox.deliveries.ofPayment(payment.id)).data).toHaveLength(1)
  await sandbox.webhooks.update(webhook.id, { enabled: false })
  await prune(shop)
  expect((await sandbox.deliveries.ofPayment(payment.id)).data).toEqual([])
  expect((await sandbox.deliveries.list()).totalCount).toBe(0)
  expect(await context.db.selectFrom('delivery_attempts').selectAll().execute()).toEqual([])
  expect((await sequences(shop)).filter((sequence) => sequence <= 3)).toEqual([])
})

test('an event that has yet to get its deliveries is kept', async () => {
  const shop = await openShop()
  await shop.create()
  shop.clock.advance(31 * DAY_MS)
  await prune(shop)
  expect(await sequences(shop)).toEqual([1])
})

test('a secret that signs no more and an answer whose key is free again are deleted, the others kept', async () => {
  const shop = await openShop()
  const { sandbox, context } = shop.checkout
  const { id } = await sandbox.webhooks.create({ url: 'https://shop.example.com/hook' })
  await sandbox.webhooks.rotate(id)
  const call = (key: string) =>
    shop.request('POST', PAYMENTS, { body: paymentInput, headers: { 'idempotency-key': key } })
  await call('old')
  const count = async (table: 'webhook_secrets' | 'idempotency') =>
    (await context.db.selectFrom(table).selectAll().execute()).length
  shop.clock.advance(DAY_MS - 1)
  await call('new')
  await prune(shop)
  expect([await count('webhook_secrets'), await count('idempotency')]).toEqual([2, 2])
  shop.clock.advance(1)
  await prune(shop)
  expect([await count('webhook_secrets'), await count('idempotency')]).toEqual([1, 1])
  expect((await call('new')).headers['idempotent-replayed']).toBe('true')
})

test('a listener that was away for longer goes on with what is kept, and the log says so once', async () => {
  const shop = await openShop()
  const amounts: number[] = []
  const listen = () =>
    shop.checkout.sandbox.on('payment.created', (event) => {
      amounts.push((event.data.object as { amount: number }).amount)
      if (amounts.length === 1) throw new Error('not now')
    })
  listen()
  await shop.create({ amount: 1 })
  await shop.create({ amount: 2 })
  await fanOutAll(shop)
  shop.clock.advance(31 * DAY_MS)
  await prune(shop)
  await shop.create({ amount: 3 })
  await shop.checkout.start()
  await vi.waitFor(() => expect(amounts).toEqual([3, 3]), { timeout: 20_000, interval: 20 })
  await shop.checkout.stop()
  expect(shop.lines.filter((line) => line.includes('events 1 to 2 are not kept'))).toHaveLength(1)
})

test.skipIf(isOnPostgres())('each query of a pass follows an index', async () => {
  const shop = await openShop()
  const { sandbox, context } = shop.checkout
  const { id } = await sandbox.webhooks.create({ url: 'https://shop.example.com/hook' })
  await sandbox.webhooks.rotate(id)
  await shop.request('POST', PAYMENTS, { body: paymentInput, headers: { 'idempotency-key': 'k' } })
  const payment = await shop.create()
  shop.mine([createTransferFor(payment)])
  await shop.settle()
  await fanOutAll(shop)
  await sandbox.webhooks.update(id, { enabled: false })
  shop.clock.advance(31 * DAY_MS)
  const queries = await explainQueries(context, (ctx) => createPruneJob(ctx).run())
  for (const table of ['events', 'event_tallies', 'deliveries', 'delivery_attempts', 'webhook_secrets', 'idempotency'])
    expect(queries.map(({ sql }) => sql).join()).toMatch(new RegExp(`(delete from|update) "${table}"`))
  // Counting deliveries writes few rows at a time.
  const others = queries.filter(({ sql }) => !sql.startsWith('insert into "delivery_tallies"'))
  const steps = others.flatMap((query) => query.steps)
  for (const step of steps) expect(step).not.toMatch(/^SCAN|TEMP B-TREE/)
  for (const index of ['deliveries_by_age', 'deliveries_once', 'webhook_secrets_ended', 'idempotency_by_age'])
    expect(steps.join()).toContain(index)
})
