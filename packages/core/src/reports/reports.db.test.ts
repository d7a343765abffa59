import { expect, test } from 'vitest'
import { toOwnerColumns } from '../domain/owner.ts'
import type { NewRow } from '../storage/tables.ts'
import { createTransferFor, TEST_PAYER, TEST_TOKEN, TEST_WALLET } from '../testing/index.ts'
import { addMerchant, openShop, readProblem } from '../testing/shop.ts'

type Shop = Awaited<ReturnType<typeof openShop>>
type EntryInput = Partial<NewRow<'entries'>> & Pick<NewRow<'entries'>, 'kind'>

async function finalise(shop: Shop) {
  for (let block = 0; block < shop.node.finalizedDepth; block++) shop.mine()
  await shop.settle()
}

async function findOwner({ checkout }: Shop) {
  return { merchantId: (await checkout.sandbox.merchant.retrieve()).id, livemode: false }
}

/** Writes entries as they are, which takes no chain. */
async function insertEntries(shop: Shop, entries: readonly EntryInput[]) {
  const owner = toOwnerColumns(await findOwner(shop))
  const rows = entries.map((entry, index) => ({
    ...owner,
    sequence: 1_000 + index,
    ordinal: 0,
    booked_at: shop.clock.now(),
    network: 'ethereum',
    chain: 'eip155:1',
    coin: 'USDC',
    account: `0x${'1'.repeat(40)}`,
    amount: 1_000_000n,
    unknown: '{"fiatAmount":"unattributed"}',
    ...entry,
  }))
  await shop.checkout.context.transact(async (tx) => {
    for (let at = 0; at < rows.length; at += 100)
      await tx
        .insertInto('entries')
        .values(rows.slice(at, at + 100))
        .execute()
  })
}

const today = async ({ checkout }: Shop) => checkout.sandbox.reports.retrieve({ from: '2026-01-01', to: '2026-12-31' })

test('a report has what came in and went back, by network, coin and currency, and what is open', async () => {
  const shop = await openShop()
  await shop.settle()
  const { sandbox } = shop.checkout
  await sandbox.merchant.updateSettings({ currency: 'EUR', timeZone: 'Europe/Berlin' })
  const euros = await shop.create({ amount: 25, currency: 'EUR' })
  const dollars = await shop.create({ amount: 10, currency: 'USD' })
  const stray = { token: TEST_TOKEN, from: TEST_PAYER, to: TEST_WALLET, rawAmount: 7_000_000n }
  shop.mine([createTransferFor(euros), createTransferFor(dollars), stray])
  await finalise(shop)
  const report = await today(shop)
  const { amountReceived: one } = await shop.retrieve(euros)
  const { amountReceived: other } = await shop.retrieve(dollars)
  const both = (Number(one) + Number(other)).toFixed(6)
  const total = { currency: 'EUR', received: '25.00', refunded: '0.00', net: '25.00' }
  const place = { network: 'ethereum', cryptocurrency: 'USDC' }
  expect(report).toMatchObject({
    ...{ from: '2026-01-01', to: '2026-12-31', timeZone: 'Europe/Berlin', completedPayments: 2, complete: false },
    ...{ start: '2025-12-31T23:00:00.000Z', end: '2026-12-31T23:00:00.000Z', livemode: false },
    total,
    totals: [total, { currency: 'USD', received: '10.00', refunded: '0.00', net: '10.00' }],
    values: [
      { ...place, currency: 'EUR', receivedCoins: one },
      { ...place, currency: 'USD', receivedCoins: other },
    ],
    withoutValue: [{ ...place, reason: 'unattributed', receivedCoins: '7.000000', refundedCoins: '0.000000' }],
    coins: [{ ...place, received: (Number(both) + 7).toFixed(6), refunded: '0.000000', transfers: 3, refunds: 0 }],
    networkFees: [],
    open: {
      unattributedTransfers: { count: 1, coins: [{ ...place, count: 1, amount: '7.000000' }] },
      waitingRefunds: { count: 0, coins: [] },
    },
  })
  expect(report.coins[0]?.direct).toBe(report.coins[0]?.received)
})

test('money that is assigned later leaves what has no value, and is counted once', async () => {
  const shop = await openShop()
  await shop.settle()
  const payment = await shop.create({ amount: 25 })
  shop.mine([{ ...createTransferFor(payment), rawAmount: 5_000_000n }])
  await finalise(shop)
  const unattributed = await today(shop)
  expect(unattributed.withoutValue).toMatchObject([{ reason: 'unattributed', receivedCoins: '5.000000' }])
  const [stray] = (await shop.checkout.sandbox.transfers.list({ status: 'unattributed' })).data
  shop.clock.advance(86_400_000)
  const start = new Date(shop.clock.now()).toISOString()
  await shop.checkout.sandbox.transfers.assign(stray?.id ?? '', { paymentId: payment.id })
  const whole = await today(shop)
  expect(whole).toMatchObject({
    withoutValue: [],
    coins: [{ received: '5.000000', transfers: 1 }],
    open: {
      unattributedTransfers: { count: 0, coins: [] },
      partlyPaidPayments: { count: 1, coins: [{ count: 1, amount: '5.000000' }] },
    },
  })
  expect(whole.values).toMatchObject([{ receivedCoins: '5.000000' }])
  const end = new Date(shop.clock.now() + 1).toISOString()
  const later = await shop.checkout.sandbox.reports.retrieve({ created_gte: start, created_lt: end })
  expect(later).toMatchObject({ from: null, to: null, start, end, completedPayments: null })
  expect(later).toMatchObject({
    withoutValue: [{ receivedCoins: '-5.000000' }],
    coins: [{ received: '0.000000', transfers: 0 }],
  })
})

test('refunds, sweeps, fees and what issuers destroyed are apart, each with its sign', async () => {
  const shop = await openShop()
  const native = { coin: 'ETH', unknown: '{"fiatAmount":"no_rate"}' }
  await insertEntries(shop, [
    { kind: 'received', currency: 'KWD', rate: '3.2', fiat_amount: 12_345n, amount: 40_000_000n, unknown: '{}' },
    {
      kind: 'refunded',
      currency: 'KWD',
      fiat_amount: -2_345n,
      amount: -8_000_000n,
      refund_id: 're_1',
      coin_fee: 100_000n,
    },
    { kind: 'swept', amount: -32_000_000n, counterparty: TEST_WALLET, coin_fee: 500_000n },
    { kind: 'swept', amount: 31_500_000n, counterparty: TEST_PAYER },
    { kind: 'swept', amount: -3_000_000n, counterparty: null },
    { kind: 'network_fee', amount: -1n, raw_amount: -1_500_000_000_000n, ...native },
    { kind: 'network_fee', amount: 0n, raw_amount: -700_000_000_000n, ...native },
    { kind: 'network_fee', amount: null, raw_amount: null, ...native },
    { kind: 'relayed', amount: -2n, raw_amount: -2_000_000_000_000n, ...native },
  ])
  const place = { network: 'ethereum', cryptocurrency: 'USDC' }
  const fee = { network: 'ethereum', cryptocurrency: 'ETH' }
  expect(await today(shop)).toMatchObject({
    total: null,
    totals: [{ currency: 'KWD', received: '12.345', refunded: '-2.345', net: '10.000' }],
    withoutValue: [],
    coins: [
      {
        ...{ ...place, received: '40.000000', direct: '40.000000', refunded: '-8.000000', net: '32.000000' },
        ...{ paidOut: '31.500000', coinFees: '0.600000', destroyed: '-3.000000', transfers: 1, refunds: 1 },
      },
    ],
    networkFees: [
      { ...fee, kind: 'network_fee', amount: '-0.000002', rawAmount: '-2200000000000', count: 3, unknown: 1 },
      { ...fee, kind: 'relayed', amount: '-0.000002', rawAmount: '-2000000000000', count: 1, unknown: 0 },
    ],
  })
})

test('sums are exact over many entries of one moment, and beyond 64 bits', async () => {
  const shop = await openShop()
  const large = 2_000_000_000_000_000_001n
  const entries = Array.from(
    { length: 4_500 },
    (_, index): EntryInput => ({
      ...{ kind: 'received', currency: 'USD', fiat_amount: large, amount: large, unknown: '{}' },
      booked_at: shop.clock.now() + Math.floor(index / 3_000),
    }),
  )
  await insertEntries(shop, entries)
  const { coins, totals } = await today(shop)
  expect(coins).toMatchObject([{ received: '9000000000000000.004500', transfers: 4_500 }])
  expect(totals).toMatchObject([{ received: '90000000000000000045.00' }])
})

test("days are those of the shop's zone, those with 23 and 25 hours too, and others' entries are in no report", async () => {
  const shop = await openShop()
  await shop.checkout.sandbox.merchant.updateSettings({ timeZone: 'Europe/Berlin' })
  const at = (time: string): EntryInput => ({ kind: 'received', booked_at: Date.parse(time) })
  await insertEntries(shop, [
    ...['2026-03-28T22:59:59.999Z', '2026-03-28T23:00:00Z', '2026-03-29T21:59:59.999Z', '2026-03-29T22:00:00Z'].map(at),
    ...['2026-10-24T22:00:00Z', '2026-10-25T22:59:59.999Z', '2026-10-25T23:00:00Z'].map(at),
  ])
  const count = async (day: string, end = day) => {
    const { coins } = await shop.checkout.sandbox.reports.retrieve({ from: day, to: end })
    return coins[0]?.transfers ?? 0
  }
  expect(await count('2026-03-28')).toBe(1)
  expect(await count('2026-03-29')).toBe(2)
  expect(await count('2026-03-30')).toBe(1)
  expect(await count('2026-10-25')).toBe(2)
  expect(await count('2026-10-25', '2026-10-26')).toBe(3)
  const other = await addMerchant(shop)
  const query = '?from=2026-01-01&to=2026-12-31'
  const { body } = await shop.request('GET', `/sandbox/v1/reports/summary${query}`, { key: other.sandbox })
  expect(body).toMatchObject({ coins: [], totals: [], timeZone: 'UTC' })
})

test('without a span it is the month until today', async () => {
  const shop = await openShop()
  await shop.checkout.sandbox.merchant.updateSettings({ timeZone: 'Asia/Tokyo' })
  shop.clock.jump(Date.parse('2026-03-31T15:30:00Z') - shop.clock.now())
  const read = async (query: { from?: string; to?: string }) => {
    const { from, to } = await shop.checkout.sandbox.reports.retrieve(query)
    return [from, to]
  }
  expect(await read({})).toEqual(['2026-04-01', '2026-04-01'])
  expect(await read({ to: '2026-02-28' })).toEqual(['2026-02-01', '2026-02-28'])
  expect(await read({ from: '2026-03-01' })).toEqual(['2026-03-01', '2026-04-01'])
})

test.each([
  ['from=2026-01-02&to=2026-01-01', 'from'],
  ['from=2025-01-01&to=2026-01-02', 'from'],
  ['from=2026-02-30', 'from'],
  ['to=yesterday', 'to'],
  ['created_gte=2026-01-01T00:00:00Z', 'created_lt'],
  ['created_lt=2026-01-01T00:00:00Z', 'created_gte'],
  ['created_gte=2026-01-01T00:00:00Z&created_lt=2026-01-01T00:00:00Z', 'created_gte'],
  ['created_gte=2026-01-01T00:00:00Z&created_lt=2026-01-02T00:00:00Z&from=2026-01-01', 'created_gte'],
])('a span that cannot be is refused: %s', async (query, param) => {
  const shop = await openShop()
  const problem = readProblem(await shop.request('GET', `/sandbox/v1/reports/summary?${query}`))
  expect(problem).toMatchObject({ status: 400, code: 'invalid_parameter', param })
})
