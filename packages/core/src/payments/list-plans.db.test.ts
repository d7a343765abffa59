import { expect, test } from 'vitest'
import { readOverview } from '../api/overview/overview.ts'
import { commitPlainly } from '../context/context.ts'
import { createTransferFor, TEST_PAYER, TEST_WALLET } from '../testing/index.ts'
import { explainQueries } from '../testing/plans.ts'
import { fillShop, openShop } from '../testing/shop.ts'
import { isOnPostgres } from '../testing/storage.ts'
import { listPayments } from './list.ts'
import { paymentQuery } from './schema.ts'

const created_gte = '2025-01-01T00:00:30Z'

test.skipIf(isOnPostgres())('each filter, search and overview reads by an index', async () => {
  const shop = await openShop()
  const { created, expired, settlement, link, refund } = await fillShop(shop)
  shop.mine([createTransferFor(expired)])
  await shop.settle()
  const { context } = shop.checkout
  const { id: merchantId } = await shop.checkout.merchant.retrieve()
  const [by, request] = ['in_process', null] as const
  const { commit } = commitPlainly(context)
  const caller = { merchantId, livemode: false, by, request, scopes: null, commit }
  const facet = { status: 'completed', network: 'ethereum', cryptocurrency: 'USDC' }
  const queries: object[] = [
    ...[{}, { created_gte }, { starting_after: created.id }],
    ...[{ status: 'created' }, { network: 'ethereum' }, { cryptocurrency: 'USDC' }, { exception: 'underpaid' }],
    ...[facet, { ...facet, created_gte }, { ...facet, starting_after: created.id }],
    ...[{ q: created.id }, { q: TEST_WALLET }, { q: TEST_PAYER }, { q: '4' }, { q: 'nothing' }],
    ...[{ q: TEST_WALLET.slice(0, 8) }, { q: 'some words' }, { q: refund.id }, { q: 'ab'.repeat(32) }],
    ...[
      { q: TEST_WALLET, ...facet },
      { q: TEST_WALLET, created_gte },
      { q: TEST_WALLET, starting_after: created.id },
    ],
    ...[{ reference: 'x' }, { settlement: settlement.id }, { paymentLink: link.id }],
    ...[
      { reference: 'x', ...facet },
      { settlement: settlement.id, ...facet },
      { paymentLink: link.id, created_gte },
    ],
    ...[{ exception: 'overrefunded' }, { exception: 'overrefunded', ...facet }],
  ]
  const plans = await explainQueries(context, async (ctx) => {
    for (const query of queries) await listPayments(ctx, caller, paymentQuery.parse(query))
    await readOverview(ctx, caller, {})
  })
  expect(plans.length).toBeGreaterThan(60)
  const scans = plans.flatMap(({ steps }) => steps.filter((step) => /^SCAN/.test(step)))
  expect(
    new Set(scans.filter((step) => !/^SCAN (?:(?:\d+ )?CONSTANT ROWS?|span|merchants|unresolved)/.test(step))),
  ).toEqual(new Set())
  // Lists are in the order of an index. Transfers that a page shows are few, and sorted.
  const lists = plans.filter(({ sql }) => /order by "created_at" desc/.test(sql))
  expect(lists.length).toBeGreaterThan(20)
  const sorted = lists.filter(({ steps }) => steps.join().includes('TEMP B-TREE'))
  expect(sorted).toEqual([])
  const indexes = new Set(plans.flatMap(({ steps }) => steps.join().match(/(?<=INDEX )\w+/g) ?? []))
  const own = [
    'tallies_of_facet',
    'payments_listed',
    'payments_by_facet',
    'payments_of_reference',
    'payments_of_settlement',
  ]
  const rare = [
    'payments_of_link',
    'payments_overrefunded',
    'payments_unresolved',
    'transfers_named',
    'refunds_pending',
  ]
  expect([...own, ...rare, 'deliveries_failed_of_merchant'].filter((index) => !indexes.has(index))).toEqual([])
  // Payments that a search found are read by their numbers.
  const places = plans.filter(({ sql }) => /^select "created_at", "seq" from "payments" where "seq" in/.test(sql))
  expect(places.length).toBeGreaterThan(0)
  for (const { steps } of places) expect(steps.join()).toContain('INTEGER PRIMARY KEY')
})
