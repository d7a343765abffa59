import { afterAll, beforeAll, expect, test } from 'vitest'
import { doBusiness } from './business.ts'
import { type DemoShop, openDemoShop } from './shop.ts'

let shop: DemoShop

beforeAll(async () => {
  shop = await openDemoShop(0)
  await doBusiness(shop)
})

afterAll(() => shop?.close())

test('the shop of the gallery has something for each part of the overview', async () => {
  const { totals, attention, received } = await shop.checkout.sandbox.overview.retrieve()
  expect(totals).toHaveLength(4)
  expect((await shop.checkout.sandbox.requests.list()).totalCount).toBeGreaterThan(4)
  expect(new Set(received.map(({ date }) => date)).size).toBeGreaterThan(20)
  const kinds = [
    ...(['unattributedTransfers', 'latePayments', 'underpaidPayments', 'refundsToSign', 'refundsToCollect'] as const),
    ...(['failingWebhooks', 'claimedTransfers', 'failedSettlements'] as const),
  ]
  for (const kind of kinds) expect(attention[kind]?.count, kind).toBeGreaterThan(0)
})
