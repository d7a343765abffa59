import type { Overview, OverviewQuery, Payment, PaymentQuery } from '@crypto-checkout/api-types'
import { describe, expect, test, vi } from 'vitest'
import { createTransferFor, paymentInput, TEST_WALLET } from '../../testing/index.ts'
import { logos } from '../../testing/logos.ts'
import { openMethodsShop } from '../../testing/methods.ts'
import { addMerchant, fillShop, openShop, readProblem } from '../../testing/shop.ts'

const OVERVIEW = '/sandbox/v1/overview'
const HOUR_MS = 3_600_000
const none = { count: 0, more: false }
const one = { count: 1, more: false }

/** The date of a time in a zone, by the runtime alone. */
function formatDate(timeZone: string, time: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(new Date(time))
}

/** Sums payments as an overview should. */
function sumByHand(payments: readonly Payment[], timeZone: string, { from, to }: Pick<Overview, 'from' | 'to'>) {
  const sums = new Map<string, { amount: bigint; payments: number }>()
  for (const { completedAt, network, cryptocurrency, amountReceived } of payments) {
    if (completedAt === null) continue
    const date = formatDate(timeZone, completedAt)
    if (date < from || date > to) continue
    const key = `${date} ${network} ${cryptocurrency}`
    const known = sums.get(key) ?? { amount: 0n, payments: 0 }
    const amount = known.amount + BigInt(amountReceived.replace('.', ''))
    sums.set(key, { amount, payments: known.payments + 1 })
  }
  return [...sums]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, { amount, payments }]) => {
      const [date, network, cryptocurrency] = key.split(' ')
      const digits = amount.toString().padStart(7, '0')
      return { date, network, cryptocurrency, amount: `${digits.slice(0, -6)}.${digits.slice(-6)}`, payments }
    })
}

describe('what came in', () => {
  test('is counted on the day on which payments were completed, in every time zone', async () => {
    const shop = await openMethodsShop()
    const { payments, overview } = shop.checkout.sandbox
    for (let index = 0; index < 12; index++) {
      const network = index % 3 === 2 ? 'polygon' : 'ethereum'
      const cryptocurrency = index % 4 === 1 && network === 'ethereum' ? 'DAI' : 'USDC'
      const payment = await payments.create({ ...paymentInput, amount: 10 + index, network, cryptocurrency })
      const paid =
        cryptocurrency === 'DAI'
          ? {
              ...createTransferFor(payment, BigInt(payment.amountDue.replace('.', '')) * 10n ** 12n),
              token: `0x${'da'.repeat(20)}`,
            }
          : createTransferFor(payment)
      await shop.pay({ [network]: [paid] })
      for (let block = 0; block < 3; block++) await shop.pay({})
      shop.clock.advance((3 * index + 2) * HOUR_MS + index * 7 * 60_000)
    }
    await payments.create(paymentInput)
    const all = (await payments.list({ limit: 100 })).data
    expect(all.filter(({ status }) => status === 'completed')).toHaveLength(12)
    const zones = [
      'UTC',
      'Europe/Berlin',
      'Asia/Kolkata',
      'Asia/Kathmandu',
      'America/St_Johns',
      'Pacific/Chatham',
      'Pacific/Kiritimati',
    ]
    for (const timeZone of zones) {
      const answer = await overview.retrieve({ timeZone, from: '2025-12-20', to: '2026-03-01' })
      expect([timeZone, answer.received]).toEqual([timeZone, sumByHand(all, timeZone, answer)])
      expect(answer.totals.reduce((sum, total) => sum + total.payments, 0)).toBe(12)
      expect(answer.totals.map(({ network, cryptocurrency }) => `${network} ${cryptocurrency}`)).toEqual([
        ...['ethereum DAI', 'ethereum USDC', 'polygon USDC'],
      ])
      const date = answer.received[3]?.date ?? ''
      const day = await overview.retrieve({ timeZone, from: date, to: date })
      expect(day.received).toEqual(answer.received.filter((received) => received.date === date))
    }
  })

  test('follows what a completed payment receives, and counts what was accepted', async () => {
    const shop = await openShop()
    await shop.settle()
    const payment = await shop.create()
    const part = await shop.create({ amount: 20 })
    const mine = async (transfers: Parameters<typeof shop.mine>[0] = []) => {
      shop.mine(transfers)
      for (let block = 0; block < 3; block++) shop.mine()
      await shop.settle()
    }
    const { overview, transfers, payments } = shop.checkout.sandbox
    const read = async () => (await overview.retrieve()).totals
    expect(await read()).toEqual([])
    await mine([createTransferFor(payment), createTransferFor(part, 5_000_000n)])
    const first = (await shop.retrieve(payment)).amountReceived
    const sum = { network: 'ethereum', cryptocurrency: 'USDC' }
    expect(await read()).toEqual([{ ...sum, amount: first, payments: 1 }])
    const [stray] = (await transfers.list({ status: 'unattributed' })).data
    await transfers.assign(stray?.id ?? '', { paymentId: part.id })
    await payments.accept(part.id)
    await mine([createTransferFor(payment, 2_345_678n)])
    const [late] = (await transfers.list({ status: 'unattributed' })).data
    await transfers.assign(late?.id ?? '', { paymentId: payment.id })
    const [one, other] = [await shop.retrieve(payment), await shop.retrieve(part)]
    expect([one.status, other.status]).toEqual(['completed', 'completed'])
    const amount = [one, other].reduce(
      (total, { amountReceived }) => total + BigInt(amountReceived.replace('.', '')),
      0n,
    )
    expect(await read()).toEqual([{ ...sum, amount: (Number(amount) / 1e6).toFixed(6), payments: 2 }])
  })

  test('is summed though it is more than 64 bits hold', async () => {
    const shop = await openShop()
    await shop.settle()
    for (let index = 0; index < 6; index++) {
      const payment = await shop.create({ amount: 10 + index })
      shop.mine([createTransferFor(payment)])
      shop.mine([createTransferFor(payment, 2n * 10n ** 18n)])
      await shop.settle()
      const [large] = (await shop.checkout.sandbox.transfers.list({ status: 'unattributed' })).data
      await shop.checkout.sandbox.transfers.assign(large?.id ?? '', { paymentId: payment.id })
    }
    for (let block = 0; block < 3; block++) shop.mine()
    await shop.settle()
    const { totals } = await shop.checkout.sandbox.overview.retrieve()
    expect(totals).toMatchObject([{ amount: expect.stringMatching(/^120000000000\d\d\.\d{6}$/), payments: 6 }])
  })
})

describe('the days', () => {
  test('are the last thirty, or end today, or begin when it is said', async () => {
    const shop = await openShop()
    shop.clock.jump(Date.parse('2026-03-15T22:30:00Z') - shop.clock.now())
    const read = async (query: OverviewQuery) => {
      const { from, to, timeZone } = await shop.checkout.sandbox.overview.retrieve(query)
      return [from, to, timeZone]
    }
    expect(await read({})).toEqual(['2026-02-14', '2026-03-15', 'UTC'])
    expect(await read({ timeZone: 'Europe/Athens' })).toEqual(['2026-02-15', '2026-03-16', 'Europe/Athens'])
    expect(await read({ from: '2026-03-01' })).toEqual(['2026-03-01', '2026-03-15', 'UTC'])
    expect(await read({ to: '2026-01-01' })).toEqual(['2025-12-03', '2026-01-01', 'UTC'])
    expect(await read({ from: '2026-01-01', to: '2026-04-02' })).toEqual(['2026-01-01', '2026-04-02', 'UTC'])
    await shop.checkout.sandbox.merchant.updateSettings({ timeZone: 'Asia/Tokyo' })
    expect(await read({})).toEqual(['2026-02-15', '2026-03-16', 'Asia/Tokyo'])
    expect(await read({ timeZone: 'UTC' })).toEqual(['2026-02-14', '2026-03-15', 'UTC'])
  })

  test.each([
    ['from=2026-01-01&to=2026-04-03', 'from'],
    ['from=2026-01-02&to=2026-01-01', 'from'],
    ['from=2999-01-01', 'from'],
    ['from=2026-02-30', 'from'],
    ['from=2026-01-01T00:00:00Z', 'from'],
    ['to=yesterday', 'to'],
    ['timeZone=Europe/Atlantis', 'timeZone'],
    ['timeZone=%2B05:30', 'timeZone'],
    ['timeZone=Africa/Monrovia&from=1960-01-01&to=1960-01-02', 'timeZone'],
  ])('that cannot be are refused: %s', async (query, param) => {
    const shop = await openShop()
    const problem = readProblem(await shop.request('GET', `${OVERVIEW}?${query}`))
    expect(problem).toMatchObject({ status: 400, code: 'invalid_parameter', param })
  })
})

describe('what needs a hand', () => {
  type Shop = Awaited<ReturnType<typeof openShop>>
  type Counts = { [Name in Exclude<keyof Overview['attention'], 'books'>]: { count: number; more: boolean } | null }

  /** The counts. Each is checked against the list that it names. */
  const read = async (shop: Shop): Promise<Counts> => {
    const { books, ...attention } = (await shop.checkout.sandbox.overview.retrieve()).attention
    expect(books.imbalance).toBe(0)
    const counts: Record<string, { count: number; more: boolean } | null> = {}
    for (const [name, found] of Object.entries(attention)) {
      if (found === null) throw new Error(`${name} may be read`)
      const { list, ...counted } = found
      const { status, body } = await shop.request('GET', `/sandbox/v1${list}`)
      const known = counted.more ? body.totalCount > counted.count : body.totalCount === counted.count
      expect([name, list, status, known]).toEqual([name, list, 200, true])
      expect([name, body.data.length]).toEqual([name, Math.min(10, body.totalCount)])
      counts[name] = counted
    }
    return counts as Counts
  }

  test('is nothing in a new shop', async () => {
    const shop = await openShop()
    expect(Object.values(await read(shop))).toEqual(Array(11).fill(none))
  })

  test('is late and underpaid money, until it is accepted or sent back', async () => {
    const shop = await openShop()
    await shop.settle()
    const { payments } = shop.checkout.sandbox
    const late = await shop.create({ expiresIn: 60 })
    const under = await shop.create({ amount: 20, expiresIn: 60 })
    const part = { ...createTransferFor(under, 5_000_000n) }
    shop.mine([part])
    await shop.settle()
    const [stray] = (await shop.checkout.sandbox.transfers.list({ status: 'unattributed' })).data
    expect((await read(shop)).unattributedTransfers).toEqual(one)
    await shop.checkout.sandbox.transfers.assign(stray?.id ?? '', { paymentId: under.id })
    shop.clock.advance(120_000)
    shop.mine([createTransferFor(late)])
    for (let block = 0; block < 3; block++) shop.mine()
    await shop.settle()
    expect(await shop.retrieve(late)).toMatchObject({ status: 'expired', exceptions: ['late'] })
    expect(await shop.retrieve(under)).toMatchObject({ status: 'expired', exceptions: ['underpaid'] })
    expect(await read(shop)).toMatchObject({ latePayments: one, underpaidPayments: one, unattributedTransfers: none })
    await payments.accept(late.id)
    expect(await read(shop)).toMatchObject({ latePayments: none, underpaidPayments: one })
    await shop.checkout.context.transact((tx) =>
      tx.updateTable('payments').set({ refunded: 5_000_000n }).where('id', '=', under.id).execute(),
    )
    expect(await read(shop)).toMatchObject({ latePayments: none, underpaidPayments: none })
  })

  test('is listed with other filters, by search, and page by page', async () => {
    const shop = await openShop()
    await shop.settle()
    const all: Payment[] = []
    for (let index = 0; index < 5; index++) {
      all.push(await shop.create({ amount: 20 + index, expiresIn: 60 }))
      shop.clock.advance(1_000)
    }
    const [paid, ...others] = all as [Payment, ...Payment[]]
    shop.mine([createTransferFor(paid)])
    shop.clock.advance(120_000)
    shop.mine(others.map((payment) => createTransferFor(payment)))
    for (let block = 0; block < 3; block++) shop.mine()
    await shop.settle()
    const list = async (query: PaymentQuery) => {
      const { data, totalCount } = await shop.checkout.sandbox.payments.list({ unresolved: 'late', ...query })
      return { ids: data.map(({ id }) => id), totalCount }
    }
    const ids = others.map(({ id }) => id).toReversed()
    expect(await list({})).toEqual({ ids, totalCount: 4 })
    expect(await list({ limit: 2 })).toEqual({ ids: ids.slice(0, 2), totalCount: 4 })
    expect(await list({ limit: 2, starting_after: ids[1] })).toEqual({ ids: ids.slice(2), totalCount: 4 })
    expect(await list({ status: 'expired', network: 'ethereum', cryptocurrency: 'USDC' })).toMatchObject({
      totalCount: 4,
    })
    expect(await list({ status: 'completed' })).toMatchObject({ totalCount: 0 })
    expect(await list({ q: others[2]?.id ?? '' })).toEqual({ ids: [others[2]?.id], totalCount: 1 })
    expect(await list({ q: paid.id })).toEqual({ ids: [], totalCount: 0 })
    expect(await list({ created_gte: others[1]?.createdAt })).toMatchObject({ totalCount: 3 })
    expect(await list({ unresolved: 'underpaid' })).toMatchObject({ totalCount: 0 })
    const refused = await shop.request('GET', '/sandbox/v1/payments?unresolved=overpaid')
    expect(readProblem(refused)).toMatchObject({ status: 400, param: 'unresolved' })
  })

  test('is refunds, settlements, webhooks, deliveries and named transfers', async () => {
    const shop = await openShop()
    const { completed, unattributed, settlement, webhook } = await fillShop(shop)
    const { refunds } = shop.checkout.sandbox
    await refunds.create({ paymentId: completed.id, amount: 0.1 })
    expect(await read(shop)).toMatchObject({ refundsToSign: one, refundsToCollect: one, claimedTransfers: none })
    const { transact } = shop.checkout.context
    const now = shop.clock.now()
    await transact(async (tx) => {
      await tx.updateTable('transfers').set({ named_by: '["x"]' }).where('id', '=', unattributed.id).execute()
      await tx.updateTable('settlements').set({ status: 'failed' }).where('id', '=', settlement.id).execute()
      await tx.updateTable('webhooks').set({ failing_since: now }).where('id', '=', webhook.id).execute()
      await tx.updateTable('deliveries').set({ state: 'failed', due_at: null }).execute()
    })
    const before = await read(shop)
    expect(before).toMatchObject({
      ...{ claimedTransfers: one, failedSettlements: one, pendingSettlements: none },
      ...{ failingWebhooks: one, disabledWebhooks: none },
    })
    expect(before.failedDeliveries?.count).toBeGreaterThan(0)
    await transact((tx) => tx.updateTable('webhooks').set({ disabled_at: now, disabled_reason: 'failing' }).execute())
    shop.clock.advance((7 * 24 + 1) * HOUR_MS)
    const after = await read(shop)
    expect(after).toMatchObject({ failingWebhooks: none, disabledWebhooks: one, failedDeliveries: none })
    await shop.checkout.sandbox.webhooks.update(webhook.id, { enabled: true })
    await shop.checkout.sandbox.webhooks.update(webhook.id, { enabled: false })
    expect((await read(shop)).disabledWebhooks).toEqual(none)
  })

  test('is counted up to a hundred', async () => {
    const shop = await openShop()
    const { refund } = await fillShop(shop)
    const { context } = shop.checkout
    const { seq: _, ...row } = await context.db
      .selectFrom('refunds')
      .selectAll()
      .where('id', '=', refund.id)
      .executeTakeFirstOrThrow()
    const copy = (from: number, to: number) =>
      context.transact((tx) =>
        tx
          .insertInto('refunds')
          .values(Array.from({ length: to - from }, (_, index) => ({ ...row, id: `re_${from + index}` })))
          .execute(),
      )
    await copy(1, 100)
    expect((await read(shop)).refundsToSign).toEqual({ count: 100, more: false })
    await copy(100, 150)
    expect((await read(shop)).refundsToSign).toEqual({ count: 100, more: true })
  })

  test('is null where the caller may not read it', async () => {
    const shop = await openShop()
    await fillShop(shop)
    const ask = async (scopes: string[]) => {
      const { publicKey, secretKey } = (
        await shop.request('POST', '/sandbox/v1/keys', { body: { name: 'Till', scopes } })
      ).body
      return shop.request('GET', OVERVIEW, { key: { ...shop.key, publicKey, secretKey } })
    }
    const nulls = ({ attention }: Overview) =>
      Object.entries(attention).flatMap(([name, count]) => (count === null ? [name] : []))
    expect(nulls((await ask(['payments:read'])).body)).toEqual([
      ...['unattributedTransfers', 'claimedTransfers', 'refundsToSign', 'refundsToCollect', 'pendingSettlements'],
      ...['failedSettlements', 'failingWebhooks', 'disabledWebhooks', 'failedDeliveries'],
    ])
    expect(nulls((await ask(['payments:write', 'refunds:write', 'webhooks:read'])).body)).toEqual([
      ...['unattributedTransfers', 'claimedTransfers', 'pendingSettlements', 'failedSettlements'],
    ])
    expect((await ask(['payments:create'])).status).toBe(403)
  })
})

test('books that do not add up are shown to their merchant alone, in their environment', async () => {
  const shop = await openShop()
  const { completed } = await fillShop(shop)
  const other = await addMerchant(shop)
  const read = async (path: string, key: typeof other.sandbox): Promise<Overview['attention']['books']> =>
    (await shop.request('GET', path, { key })).body.attention.books
  expect(await read(OVERVIEW, shop.key)).toEqual({ imbalance: 0, wrong: [], checkedAt: null })
  await shop.storage.transact((tx) =>
    tx.updateTable('payments').set({ received: 1n }).where('id', '=', completed.id).execute(),
  )
  await shop.checkout.start()
  try {
    await vi.waitFor(
      async () => expect(await read(OVERVIEW, shop.key)).toMatchObject({ imbalance: 1, wrong: [completed.id] }),
      { timeout: 60_000 },
    )
    const elsewhere = [
      await read(OVERVIEW, other.sandbox),
      await read('/v1/overview', await shop.makeKey('production')),
    ]
    expect(elsewhere).toMatchObject([
      { imbalance: 0, wrong: [] },
      { imbalance: 0, wrong: [] },
    ])
  } finally {
    await shop.checkout.stop()
  }
}, 90_000)

test('the steps of a new shop are done one by one', async () => {
  const shop = await openShop({ production: { networks: {} } })
  const { sandbox } = shop.checkout
  const read = async () => (await sandbox.overview.retrieve()).setup
  const steps = { hasWallets: false, hasKey: true, hasWebhook: false, hasCompletedPayment: false }
  const setup = { ...steps, hasLogo: false, hasSupport: false }
  expect(await read()).toEqual(setup)
  await sandbox.merchant.updateSettings({ wallets: { ethereum: TEST_WALLET } })
  await sandbox.merchant.update({ logo: logos.png })
  expect(await read()).toEqual({ ...setup, hasWallets: true, hasLogo: true })
  await sandbox.merchant.update({ supportEmail: 'help@shop.example.com' })
  await fillShop(shop)
  for (let block = 0; block < 3; block++) shop.mine()
  await shop.settle()
  const all = {
    hasWallets: true,
    hasKey: true,
    hasWebhook: true,
    hasCompletedPayment: true,
    hasLogo: true,
    hasSupport: true,
  }
  expect(await read()).toEqual(all)
})

test('an overview has nothing of other merchants and of the other environment', async () => {
  const shop = await openShop()
  await fillShop(shop)
  const other = await addMerchant(shop)
  for (const [path, key] of [
    [OVERVIEW, other.sandbox],
    ['/v1/overview', other.production],
    ['/v1/overview', await shop.makeKey('production')],
  ] as const) {
    const { received, totals, attention, setup } = (await shop.request('GET', path, { key })).body as Overview
    const { books, ...others } = attention as Overview['attention']
    expect(books.imbalance).toBe(0)
    const counts = Object.values(others).map((one) => one && { count: one.count, more: one.more })
    expect([received, totals, counts]).toEqual([[], [], Array(11).fill(none)])
    expect(setup).toMatchObject({ hasWallets: false, hasWebhook: false, hasCompletedPayment: false, hasKey: true })
  }
})
