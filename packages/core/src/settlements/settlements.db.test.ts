import type { Payment, Settlement } from '@crypto-checkout/api-types'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createTransferFor, paymentInput, TEST_WALLET, type TestCheckout } from '../testing/index.ts'
import { pickRuns } from '../testing/runs.ts'
import { addMerchant, openShop as openAny, readProblem, shareTestWallet } from '../testing/shop.ts'
import { createSettleJob } from '../workers/settle.ts'

const SETTLEMENTS = '/sandbox/v1/settlements'
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const OTHER_WALLET = '0x52908400098527886E0F7030069857D2E4169EE7'

type Shop = Awaited<ReturnType<typeof openShop>>

/** Pays at the shop's clock, which starts at midnight of 2026-01-01 (UTC). */
async function openShop() {
  const shop = await openAny()
  await shop.settle()
  return shop
}

async function pay(shop: TestCheckout, payments: readonly Payment[]): Promise<void> {
  shop.mine(payments.map((payment) => createTransferFor(payment)))
  for (let block = 0; block < 3; block++) shop.mine()
  await shop.settle()
}

async function paidPayment(shop: TestCheckout, input: Parameters<TestCheckout['create']>[0] = {}): Promise<Payment> {
  const payment = await shop.create(input)
  await pay(shop, [payment])
  return shop.retrieve(payment)
}

/** Runs the schedule's job until it has nothing left to do. */
async function runSchedule(shop: TestCheckout): Promise<void> {
  const job = createSettleJob(shop.checkout.context)
  while ((await job.run()).more);
}

const listed = async (shop: Shop, query = '') => (await shop.request('GET', `${SETTLEMENTS}${query}`)).body

async function typesOf(shop: Shop): Promise<string[]> {
  const { data } = await shop.checkout.sandbox.events.list({ limit: 100 })
  return data
    .map((event) => event.type)
    .filter((type) => type.startsWith('settlement.'))
    .reverse()
}

describe('a period that ends', () => {
  test('is settled by the schedule: what was paid to the wallet already is stated at once', async () => {
    const shop = await openShop()
    const payments = [await paidPayment(shop), await paidPayment(shop, { amount: 20 })]
    await shop.create()
    await runSchedule(shop)
    expect((await listed(shop)).data).toEqual([])
    shop.clock.advance(DAY_MS)
    await runSchedule(shop)
    const received = payments.reduce((sum, { amountReceived }) => sum + BigInt(amountReceived.replace('.', '')), 0n)
    const { data, totalCount } = await listed(shop)
    expect(totalCount).toBe(1)
    const [settlement] = data as [Settlement]
    expect(settlement).toMatchObject({
      object: 'settlement',
      status: 'completed',
      method: 'direct',
      network: 'ethereum',
      cryptocurrency: 'USDC',
      settlementCurrency: 'USDC',
      route: { outcome: 'kept', by: null, reason: 'no_network' },
      amount: `${received / 1_000_000n}.${String(received % 1_000_000n).padStart(6, '0')}`,
      feeAmount: '0.000000',
      destination: TEST_WALLET,
      paymentCount: 2,
      periodEnd: '2026-01-02T00:00:00.000Z',
      failure: null,
      livemode: false,
    })
    expect(settlement.transactions).toEqual(payments.flatMap((one) => one.transactions.map(({ hash }) => hash)))
    expect(settlement.completedAt).toBe(settlement.createdAt)
    expect(await typesOf(shop)).toEqual(['settlement.created', 'settlement.completed'])
    for (const payment of payments) expect((await shop.retrieve(payment)).settlement).toBe(settlement.id)
    const ofIt = await shop.checkout.sandbox.payments.list({ settlement: settlement.id })
    expect(ofIt.data.map(({ id }) => id)).toEqual(payments.map(({ id }) => id).reverse())
    expect(ofIt.totalCount).toBe(2)
  })

  test('leaves nothing where nothing was completed, and a payment is in one settlement only', async () => {
    const shop = await openShop()
    const payment = await paidPayment(shop)
    for (let day = 0; day < 5; day++) {
      shop.clock.advance(DAY_MS)
      await runSchedule(shop)
    }
    const { data } = await listed(shop)
    expect(data).toHaveLength(1)
    expect((await shop.retrieve(payment)).settlement).toBe(data[0].id)
  })

  test('while nobody was there to close it is closed afterwards, once, each by itself', async () => {
    const shop = await openShop()
    const first = await paidPayment(shop)
    shop.clock.advance(DAY_MS)
    const second = await paidPayment(shop)
    shop.clock.advance(3 * DAY_MS)
    const third = await paidPayment(shop)
    shop.restart()
    shop.clock.advance(DAY_MS)
    await runSchedule(shop)
    await runSchedule(shop)
    const { data } = (await listed(shop)) as { data: Settlement[] }
    expect(data.map(({ periodEnd }) => periodEnd.slice(0, 10)).reverse()).toEqual([
      '2026-01-02',
      '2026-01-03',
      '2026-01-06',
    ])
    const settled = await Promise.all([first, second, third].map((payment) => shop.retrieve(payment)))
    expect(settled.map(({ settlement }) => settlement)).toEqual(data.map(({ id }) => id).reverse())
  })

  test('makes a settlement for each wallet and coin, however a wallet is spelt', async () => {
    const shop = await openShop()
    await paidPayment(shop)
    await paidPayment(shop, { merchantWallet: TEST_WALLET.toLowerCase() })
    await paidPayment(shop, { merchantWallet: OTHER_WALLET })
    shop.clock.advance(DAY_MS)
    await runSchedule(shop)
    const { data } = (await listed(shop)) as { data: Settlement[] }
    expect(data.map(({ destination, paymentCount }) => [destination, paymentCount]).sort()).toEqual([
      [OTHER_WALLET, 1],
      [TEST_WALLET, 2],
    ])
  })

  test("is the merchant's own, in each environment by itself", async () => {
    const shop = await openShop()
    const other = await addMerchant(shop)
    await shareTestWallet(shop, other.id)
    await paidPayment(shop)
    const { body } = await shop.request('POST', '/sandbox/v1/payments', { key: other.sandbox, body: paymentInput })
    await pay(shop, [body])
    shop.clock.advance(DAY_MS)
    await runSchedule(shop)
    const [ownSettlement] = (await listed(shop)).data
    const { body: otherList } = await shop.request('GET', SETTLEMENTS, { key: other.sandbox })
    expect(otherList.data).toMatchObject([{ paymentCount: 1 }])
    expect(otherList.data[0].id).not.toBe(ownSettlement.id)
    const refused = await shop.request('GET', `${SETTLEMENTS}/${ownSettlement.id}`, { key: other.sandbox })
    expect(readProblem(refused)).toMatchObject({ status: 404, code: 'resource_missing', param: 'id' })
    const elsewhere = await shop.request('GET', `/v1/settlements`, { key: await shop.makeKey('production') })
    expect(elsewhere.body.data).toEqual([])
  })

  test('names the coin that was settled, whatever the settings want', async () => {
    const shop = await openShop()
    await shop.checkout.sandbox.merchant.updateSettings({ settlementCurrency: 'DAI' })
    await paidPayment(shop)
    shop.clock.advance(DAY_MS)
    await runSchedule(shop)
    expect((await listed(shop)).data).toMatchObject([{ cryptocurrency: 'USDC', settlementCurrency: 'USDC' }])
  })

  test('says the route by the settings when its period ended, whatever is chosen later', async () => {
    const shop = await openShop()
    const choose = (settlementNetwork: string | null) =>
      shop.checkout.sandbox.merchant.updateSettings({ settlementNetwork })
    const route = async () => (await listed(shop)).data.map((settlement: Settlement) => settlement.route)
    await choose('ethereum')
    await paidPayment(shop)
    shop.clock.advance(DAY_MS)
    await choose(null)
    await runSchedule(shop)
    expect(await route()).toEqual([{ outcome: 'kept', by: null, reason: 'same_network' }])
    await choose('ethereum')
    await shop.checkout.sandbox.merchant.updateSettings({ settlementCurrency: 'DAI' })
    expect(await route()).toEqual([{ outcome: 'kept', by: null, reason: 'same_network' }])
    await shop.checkout.context.db.updateTable('settlements').set({ route: null }).execute()
    expect(await route()).toEqual([null])
  })
})

describe('a period of more payments than one transaction takes', () => {
  /** Inserts payments that completed one after another, with their entries, as the checkout would write them. */
  async function fill(shop: Shop, count: number): Promise<void> {
    const payment = await paidPayment(shop)
    const { db, transact } = shop.checkout.context
    const row = await db.selectFrom('payments').selectAll().where('id', '=', payment.id).executeTakeFirstOrThrow()
    const { seq: _, ...copy } = row
    const own = db.selectFrom('entries').selectAll().where('payment_id', '=', payment.id)
    const entry = await own.executeTakeFirstOrThrow()
    const waiting = await db
      .selectFrom('waiting_entries')
      .selectAll()
      .where('sequence', '=', entry.sequence)
      .executeTakeFirstOrThrow()
    await transact(async (tx) => {
      for (let index = 0; index < count - 1; index++) {
        const id = `pay_copy${index}`
        const ordinal = index + 1
        await tx
          .insertInto('payments')
          .values({ ...copy, id, transfer_count: 0 })
          .execute()
        await tx
          .insertInto('entries')
          .values({ ...entry, ordinal, payment_id: id })
          .execute()
        await tx
          .insertInto('waiting_entries')
          .values({ ...waiting, ordinal })
          .execute()
      }
    })
  }

  test('is pending until the last one is in it, whatever breaks off, and events come with the last', async () => {
    const shop = await openShop()
    await fill(shop, 1_201)
    shop.clock.advance(DAY_MS)
    const job = () => createSettleJob(shop.checkout.context).run()
    await job()
    expect((await listed(shop)).data).toMatchObject([{ status: 'pending', paymentCount: 500, completedAt: null }])
    expect((await listed(shop, '?status=pending')).totalCount).toBe(1)
    expect(await typesOf(shop)).toEqual([])
    shop.restart()
    await job()
    await job()
    const [settlement] = (await listed(shop)).data
    expect(settlement).toMatchObject({ status: 'completed', paymentCount: 1_201 })
    expect(settlement.transactions).toHaveLength(1)
    expect(await typesOf(shop)).toEqual(['settlement.created', 'settlement.completed'])
    expect((await shop.checkout.sandbox.payments.list({ settlement: settlement.id, limit: 1 })).totalCount).toBe(1_201)
    const lines = (await reportOf(shop, settlement)).body.trim().split('\r\n')
    expect(new Set(lines).size).toBe(1_202)
  })

  test('is gone on with by who closes it by hand', async () => {
    const shop = await openShop()
    await fill(shop, 700)
    shop.clock.advance(DAY_MS)
    await createSettleJob(shop.checkout.context).run()
    const late = await paidPayment(shop)
    const closed = await shop.request('POST', SETTLEMENTS)
    expect(closed.body.data).toMatchObject([{ status: 'completed', paymentCount: 700 }])
    expect((await shop.retrieve(late)).settlement).toBeNull()
  })
})

describe('closing by hand', () => {
  test('settles what was completed until now, and then there is nothing left', async () => {
    const shop = await openShop()
    await shop.checkout.sandbox.merchant.updateSettings({ settlementSchedule: { frequency: 'manual' } })
    const payment = await paidPayment(shop)
    shop.clock.advance(30 * DAY_MS)
    await runSchedule(shop)
    expect((await listed(shop)).data).toEqual([])
    const closed = await shop.request('POST', SETTLEMENTS)
    expect(closed).toMatchObject({ status: 201, body: { object: 'list', totalCount: 1, hasMore: false } })
    expect(closed.body.data[0]).toMatchObject({ status: 'completed', paymentCount: 1 })
    expect((await shop.retrieve(payment)).settlement).toBe(closed.body.data[0].id)
    shop.clock.advance(1)
    expect((await shop.request('POST', SETTLEMENTS)).body.data).toEqual([])
  })

  test('twice with one idempotency key is once', async () => {
    const shop = await openShop()
    await paidPayment(shop)
    const call = () => shop.request('POST', SETTLEMENTS, { headers: { 'idempotency-key': 'tonight' } })
    const first = await call()
    const again = await call()
    expect(again.body).toEqual(first.body)
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect((await listed(shop)).totalCount).toBe(1)
  })

  test('needs its scope', async () => {
    const shop = await openShop()
    const key = await shop.makeKey('sandbox', ['settlements:read'])
    expect(readProblem(await shop.request('POST', SETTLEMENTS, { key })).code).toBe('insufficient_scope')
    expect((await shop.request('GET', SETTLEMENTS, { key })).status).toBe(200)
  })
})

describe('a list of settlements', () => {
  test('is filtered by day and by time, the end of a day included and a time not', async () => {
    const shop = await openShop()
    for (let day = 0; day < 3; day++) {
      shop.clock.advance(12 * HOUR_MS)
      await paidPayment(shop)
      await shop.request('POST', SETTLEMENTS)
      shop.clock.advance(12 * HOUR_MS)
    }
    const days = async (query: string) =>
      (await listed(shop, query)).data.map((one: Settlement) => one.createdAt.slice(8, 10)).reverse()
    expect(await days('')).toEqual(['01', '02', '03'])
    expect(await days('?startDate=2026-01-02')).toEqual(['02', '03'])
    expect(await days('?endDate=2026-01-02')).toEqual(['01', '02'])
    expect(await days('?endDate=2026-01-02T00:00:00Z')).toEqual(['01'])
    expect(await days('?startDate=2026-01-02&endDate=2026-01-02')).toEqual(['02'])
    expect(await days('?limit=2')).toEqual(['02', '03'])
    const [newest] = (await listed(shop)).data
    expect(await days(`?starting_after=${newest.id}`)).toEqual(['01', '02'])
    expect(await days('?status=failed')).toEqual([])
  })

  test.each([
    ['status', 'closing'],
    ['startDate', 'yesterday'],
    ['endDate', '2026-02-31'],
    ['limit', '0'],
    ['starting_after', 'set_00000000000000000000000000'],
  ])('refuses %s=%s', async (name, value) => {
    const shop = await openShop()
    const refused = readProblem(await shop.request('GET', `${SETTLEMENTS}?${name}=${value}`))
    const code = name === 'starting_after' ? 'invalid_cursor' : 'invalid_parameter'
    expect(refused).toMatchObject({ status: 400, code, param: name })
  })
})

/** The report behind a settlement's link. */
function reportOf(shop: Shop, settlement: Settlement, change = (url: string) => url) {
  return shop.request('GET', change(settlement.reportUrl.replace('https://pay.example.com', '')), { key: null })
}

describe('a report', () => {
  async function settled(shop: Shop): Promise<Settlement> {
    await paidPayment(shop, { reference: '17, "b"' })
    return (await shop.request('POST', SETTLEMENTS)).body.data[0]
  }

  test('has a line for each entry, for who has the link', async () => {
    const shop = await openShop()
    const settlement = await settled(shop)
    const answer = await reportOf(shop, settlement)
    expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'text/csv; charset=utf-8' } })
    const [head, line, ...rest] = answer.body.split('\r\n')
    expect(head).toMatch(/^id,sum,role,kind,booked_at,chain_time,payment,reference,refund,amount,cryptocurrency,/)
    const [payment] = (await shop.checkout.sandbox.payments.list()).data
    expect(line).toContain(',amount,payment,received,')
    expect(line).toContain(`,${payment?.id},"17, ""b""",,${payment?.amountReceived},USDC,`)
    expect(line).toContain(`,10.00,USD,1.00000000,ethereum,${TEST_WALLET.toLowerCase()},`)
    expect(rest).toEqual([''])
  })

  test('is refused without its signature, with another one, and when the link is too old', async () => {
    const shop = await openShop()
    const settlement = await settled(shop)
    const refused = async (change: (url: string) => string) => (await reportOf(shop, settlement, change)).status
    expect(await refused((url) => url.replace(/\?.*/, ''))).toBe(404)
    expect(await refused((url) => url.replace(/expires=\d/, 'expires=9'))).toBe(404)
    expect(await refused((url) => url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')))).toBe(404)
    expect(await refused((url) => url.replace('set_', 'set_0').replace(/.\.csv/, '.csv'))).toBe(404)
    expect(await refused((url) => url)).toBe(200)
    await shop.checkout.sandbox.webhooks.rotateDefaultSecret()
    expect(await refused((url) => url)).toBe(200)
    shop.clock.advance(7 * DAY_MS)
    expect(await refused((url) => url)).toBe(404)
  })
})

test('whatever is paid and closed in whatever order, each completed payment is in one settlement, which adds up', async () => {
  const happening = fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant('pay' as const), wallet: fc.boolean() }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 50 }) }) },
    { weight: 2, arbitrary: fc.constant({ do: 'schedule' as const }) },
    { weight: 1, arbitrary: fc.constant({ do: 'close' as const }) },
    { weight: 1, arbitrary: fc.constant({ do: 'restart' as const }) },
  )
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { maxLength: 14 }), async (steps) => {
      const shop = await openShop()
      const payments: Payment[] = []
      for (const one of steps) {
        if (one.do === 'pay') payments.push(await paidPayment(shop, one.wallet ? { merchantWallet: OTHER_WALLET } : {}))
        if (one.do === 'wait') shop.clock.advance(one.hours * HOUR_MS)
        if (one.do === 'schedule') await runSchedule(shop)
        if (one.do === 'close') await shop.checkout.sandbox.settlements.create()
        if (one.do === 'restart') shop.restart()
      }
      await shop.checkout.sandbox.settlements.create()
      const settlements = (await shop.checkout.sandbox.settlements.list({ limit: 100 })).data
      const now = await Promise.all(payments.map((payment) => shop.retrieve(payment)))
      for (const settlement of settlements) {
        const own = now.filter((payment) => payment.settlement === settlement.id)
        const sum = own.reduce((total, { amountReceived }) => total + BigInt(amountReceived.replace('.', '')), 0n)
        expect(settlement.paymentCount).toBe(own.length)
        expect(BigInt(settlement.amount.replace('.', ''))).toBe(sum)
        expect(settlement.status).toBe('completed')
        for (const payment of own) {
          expect(payment.merchantWallet).toBe(settlement.destination)
          expect(payment.completedAt! <= settlement.periodEnd).toBe(true)
        }
      }
      expect(now.filter((payment) => payment.settlement === null)).toEqual([])
      const ends = settlements.map(({ periodStart, periodEnd }) => [periodStart, periodEnd])
      for (const [start, end] of ends) expect(start! < end!).toBe(true)
      await shop.stop()
    }),
    { numRuns: pickRuns({ full: 40, quick: 10 }) },
  )
})
