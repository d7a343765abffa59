import type { Delivery, DeliveryQuery } from '@crypto-checkout/api-types'
import { expect, test } from 'vitest'
import { openShop } from '../../testing/shop.ts'
import { recordAttempt } from './attempt.ts'
import { findDelivery } from './store.ts'

type Shop = Awaited<ReturnType<typeof openShop>>

/** Two webhooks with a ping a minute, each answered with its own status. */
async function openLog() {
  const shop = await openShop()
  const { webhooks } = shop.checkout.sandbox
  const one = await webhooks.create({ url: 'https://shop.example.com/one' })
  const other = await webhooks.create({ url: 'https://shop.example.com/other' })
  for (const [index, status] of [200, 204, 302, 404, 400, 503, null, undefined].entries()) {
    shop.clock.advance(60_000)
    const { id } = await webhooks.ping(index % 2 ? other.id : one.id)
    if (status !== undefined) await answer(shop, id, status)
  }
  return { shop, one, other }
}

async function answer(shop: Shop, id: string, status: number | null): Promise<void> {
  const { context } = shop.checkout
  const { id: merchantId } = await shop.checkout.merchant.retrieve()
  const row = await findDelivery(context.db, { merchantId, livemode: false }, id)
  if (!row) throw new Error('the delivery is gone')
  const outcome =
    status === null
      ? ({ kind: 'failed', failure: 'no answer', blocked: false, latencyMs: 1 } as const)
      : ({ kind: 'answered', status, bodyStart: '', retryAfterS: null, latencyMs: 1 } as const)
  await recordAttempt(context, { row, outcome, startedAt: shop.clock.now(), headers: {} })
}

function matches(delivery: Delivery, { state, eventType, status, created_gte, created_lt }: DeliveryQuery): boolean {
  const answered = delivery.lastStatus === null ? 'none' : `${Math.floor(delivery.lastStatus / 100)}xx`
  return (
    (!state || delivery.state === state) &&
    (!eventType || delivery.eventType === eventType) &&
    (!status || (delivery.attemptCount > 0 && answered === status)) &&
    (!created_gte || delivery.createdAt >= created_gte) &&
    (!created_lt || delivery.createdAt < created_lt)
  )
}

test('the deliveries of a merchant and of a webhook are filtered, counted and paged alike', async () => {
  const { shop, one } = await openLog()
  const { deliveries, webhooks } = shop.checkout.sandbox
  const all = (await deliveries.list({ limit: 100 })).data
  expect(all.map(({ lastStatus }) => lastStatus)).toEqual([null, null, 503, 400, 404, 302, 204, 200])
  const at = all[4]?.createdAt
  const queries: DeliveryQuery[] = [
    {},
    ...(['2xx', '3xx', '4xx', '5xx', 'none'] as const).map((status) => ({ status })),
    ...(['pending', 'delivered', 'failed'] as const).map((state) => ({ state })),
    { eventType: 'webhook.ping' },
    { eventType: 'payment.created' },
    { created_gte: at },
    { created_lt: at },
    { created_gte: at, status: '4xx', state: 'pending' },
    { eventType: 'webhook.ping', status: 'none', created_gte: at },
    { state: 'delivered', status: '2xx' },
    { state: 'delivered', status: '4xx' },
    { state: 'delivered', created_lt: at },
    { status: '2xx', eventType: 'webhook.ping', created_gte: at },
    { state: 'failed', status: '2xx' },
  ]
  let found = 0
  for (const query of queries) {
    const expected = all.filter((delivery) => matches(delivery, query)).map(({ id }) => id)
    found += expected.length
    const list = await deliveries.list({ ...query, limit: 100 })
    expect([query, list.data.map(({ id }) => id), list.totalCount]).toEqual([query, expected, expected.length])
    const own = all.filter((delivery) => delivery.webhook === one.id && matches(delivery, query)).map(({ id }) => id)
    const ofOne = await webhooks.deliveries(one.id, { ...query, limit: 100 })
    expect([query, ofOne.data.map(({ id }) => id), ofOne.totalCount]).toEqual([query, own, own.length])
    const paged: string[] = []
    for (let after: string | undefined, more = true; more; after = paged.at(-1)) {
      const page = await deliveries.list({ ...query, limit: 1, ...(after && { starting_after: after }) })
      paged.push(...page.data.map(({ id }) => id))
      more = page.hasMore
    }
    expect(paged).toEqual(expected)
  }
  expect(found).toBeGreaterThan(20)
})
