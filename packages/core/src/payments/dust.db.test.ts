import type { Payment, PublicPayment, Transfer } from '@crypto-checkout/api-types'
import { describe, expect, test } from 'vitest'
import {
  asBrowser,
  createTransferFor,
  type ScriptedTransfer,
  TEST_TOKEN,
  TEST_WALLET,
  testCheckout,
} from '../testing/index.ts'
import { countReads } from '../testing/rows-read.ts'
import { openSweeping } from '../testing/sweeping.ts'
import { readNetwork } from '../watcher/read.ts'

const STRANGER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const DEPOSITS = { minSweep: 0.001 }

type Shop = Awaited<ReturnType<typeof testCheckout>>

/** A shop whose payments have addresses of their own. */
async function openDeposits(): Promise<Shop> {
  const { shop } = await openSweeping(DEPOSITS)
  await shop.settle()
  return shop
}

async function openDirect(options: Parameters<typeof testCheckout>[0] = {}): Promise<Shop> {
  const shop = await testCheckout(options)
  await shop.settle()
  return shop
}

/** A stranger sends `count` transfers of `each` millionths to a payment's address. */
const dust = (payment: Payment, count: number, each = 1n): ScriptedTransfer[] =>
  Array.from({ length: count }, () => ({ ...createTransferFor(payment, each), from: STRANGER }))

async function mineFinal(shop: Shop, transfers: readonly ScriptedTransfer[] = []): Promise<void> {
  shop.mine(transfers)
  for (let block = 0; block < 3; block++) shop.mine()
  await shop.settle()
}

async function eventsOf(shop: Shop): Promise<string[]> {
  const { data } = await shop.checkout.sandbox.events.list({ after: 0, limit: 100 })
  return data.map((event) => event.type).filter((type) => type !== 'booking.created')
}

const statusOf = async (shop: Shop, { id }: Payment): Promise<PublicPayment> =>
  (await shop.request('GET', `/pay/${id}/status`, { key: null })).body

/** All transfers of a payment, page by page. */
async function listAll(shop: Shop, payment: Payment, limit: number): Promise<Transfer[]> {
  const all: Transfer[] = []
  for (;;) {
    const after = all.length > 0 ? `&starting_after=${all.at(-1)?.id}` : ''
    const { status, body } = await shop.request(
      'GET',
      `/sandbox/v1/transfers?payment=${payment.id}&limit=${limit}${after}`,
    )
    expect(status).toBe(200)
    all.push(...body.data)
    if (!body.hasMore) return all
  }
}

describe('dust sent to a payment', () => {
  test('is summed, and changes neither its status nor what its merchant is told', async () => {
    const shop = await openDeposits()
    const payment = await shop.create()
    await mineFinal(shop, dust(payment, 30))
    expect(await shop.retrieve(payment)).toMatchObject({
      status: 'created',
      amountReceived: '0.000030',
      amountDue: payment.amountDue,
      exceptions: [],
      transactionCount: 30,
    })
    expect(await eventsOf(shop)).toEqual(['payment.created'])
  })

  test('does not keep a merchant from cancelling', async () => {
    const shop = await openDeposits()
    const payment = await shop.create()
    await mineFinal(shop, dust(payment, 2))
    expect(await shop.checkout.sandbox.payments.cancel(payment.id)).toMatchObject({
      status: 'cancelled',
      exceptions: [],
    })
    await mineFinal(shop, dust(payment, 2))
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'cancelled', exceptions: [] })
    expect(await eventsOf(shop)).toEqual(['payment.created', 'payment.cancelled'])
  })

  test('counts like any money once its sum reaches a hundredth of a coin', async () => {
    const shop = await openDeposits()
    const payment = await shop.create()
    await mineFinal(shop, dust(payment, 3, 3_333n))
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'created' })
    await mineFinal(shop, dust(payment, 1, 1n))
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'partially_paid', amountDue: '9.990000' })
    expect(await eventsOf(shop)).toEqual(['payment.created', 'payment.partially_paid'])
  })

  test('is neither an overpayment, nor late, nor a second payment', async () => {
    const shop = await openDeposits()
    const payment = await shop.create({ expiresIn: 60 })
    await mineFinal(shop, [...dust(payment, 1), createTransferFor(payment), ...dust(payment, 1)])
    shop.clock.advance(120_000)
    await mineFinal(shop, dust(payment, 1))
    expect(await shop.retrieve(payment)).toMatchObject({
      status: 'completed',
      exceptions: [],
      amountReceived: '10.000003',
      transactionCount: 4,
    })
    expect(await eventsOf(shop)).toEqual(['payment.created', 'payment.processing', 'payment.completed'])
  })

  test('that makes up what is missing completes a payment', async () => {
    const shop = await openDeposits()
    const payment = await shop.create()
    await mineFinal(shop, [createTransferFor(payment, 9_999_000n)])
    await mineFinal(shop, [createTransferFor(payment, 1_000n)])
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed', transactionCount: 2, exceptions: [] })
  })

  test('comes and goes with a reorganisation, and nobody is told', async () => {
    const shop = await openDeposits()
    const payment = await shop.create()
    shop.mine(dust(payment, 5))
    await shop.settle()
    expect(await shop.retrieve(payment)).toMatchObject({ amountReceived: '0.000005' })
    shop.node.drop(1)
    shop.mine()
    shop.mine()
    await shop.settle()
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'created', amountReceived: '0.000000' })
    expect(await eventsOf(shop)).toEqual(['payment.created'])
  })

  test('leaves what is sent back to whoever paid', async () => {
    const shop = await openDeposits()
    const payment = await shop.create()
    await mineFinal(shop, [createTransferFor(payment), ...dust(payment, 40)])
    const refund = await shop.checkout.sandbox.refunds.create({ paymentId: payment.id })
    expect(refund).toMatchObject({ cryptoAmount: '10.000040' })
  })
})

test.each([0.01, 0.02])(
  'a payment of %d is paid as any other, and each payment of the smallest price too',
  async (amount) => {
    const deposits = await openDeposits()
    const direct = await openDirect()
    for (const shop of [deposits, direct]) {
      const payment = await shop.create({ amount })
      await mineFinal(shop, [createTransferFor(payment)])
      expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed', exceptions: [] })
    }
  },
)

test('what pays a payment of less than the least amount is no dust', async () => {
  const shop = await openDirect({ minTransfer: 5 })
  const payment = await shop.create({ amount: 1 })
  await mineFinal(shop, [createTransferFor(payment)])
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed', exceptions: [] })
})

describe('unattributed dust to a wallet', () => {
  const toWallet = (rawAmount: bigint): ScriptedTransfer => ({
    token: TEST_TOKEN,
    from: STRANGER,
    to: TEST_WALLET,
    rawAmount,
  })

  test('is kept, and told once when its sum reaches a hundredth of a coin', async () => {
    const shop = await openDirect()
    await shop.create()
    await mineFinal(
      shop,
      Array.from({ length: 40 }, () => toWallet(249n)),
    )
    expect(await eventsOf(shop)).toEqual(['payment.created'])
    await mineFinal(
      shop,
      Array.from({ length: 30 }, () => toWallet(100n)),
    )
    const { data: all } = await shop.checkout.sandbox.events.list({ after: 0, limit: 100 })
    const data = all.filter(({ type }) => type !== 'booking.created')
    expect(data.map(({ type }) => type)).toEqual(['payment.created', 'transfer.unattributed'])
    expect(data[1]?.data.object).toMatchObject({
      amount: '0.000100',
      payment: null,
      dust: { amount: '0.010060', transfers: 41 },
    })
    const { totalCount } = await shop.checkout.sandbox.transfers.list({ status: 'unattributed' })
    expect(totalCount).toBe(70)
  })

  test('starts a new sum with each event, and one of its own for each wallet and coin', async () => {
    const shop = await openDirect()
    const other = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc'
    await shop.create()
    await shop.create({ merchantWallet: other })
    const cent = [toWallet(9_000n), { ...toWallet(9_000n), to: other }]
    await mineFinal(shop, cent)
    expect(await eventsOf(shop)).toEqual(['payment.created', 'payment.created'])
    await mineFinal(shop, [toWallet(2_000n)])
    await mineFinal(shop, [toWallet(9_999n)])
    await mineFinal(shop, [toWallet(1n)])
    expect((await eventsOf(shop)).slice(2)).toEqual(['transfer.unattributed', 'transfer.unattributed'])
  })

  test('that is larger is told each time, and says nothing of dust', async () => {
    const shop = await openDirect()
    await shop.create()
    await mineFinal(shop, [toWallet(10_000n), toWallet(10_001n)])
    const { data } = await shop.checkout.sandbox.events.list({ type: 'transfer.unattributed' })
    expect(data.map((event) => event.data.object)).toMatchObject([{ dust: null }, { dust: null }])
  })
})

describe('of many transfers', () => {
  test('views show twenty, money before dust, and the list has them all', async () => {
    const shop = await openDeposits()
    const payment = await shop.create()
    await mineFinal(shop, [createTransferFor(payment), ...dust(payment, 60)])
    const retrieved = await shop.retrieve(payment)
    expect(retrieved.transactionCount).toBe(61)
    expect(retrieved.transactions.map(({ amount }) => amount)).toEqual([
      '10.000000',
      ...Array.from({ length: 19 }, () => '0.000001'),
    ])
    const [listed] = (await shop.checkout.sandbox.payments.list()).data
    const status = await statusOf(shop, payment)
    expect(listed).toMatchObject({ transactions: retrieved.transactions, transactionCount: 61 })
    expect(status).toMatchObject({ transactions: retrieved.transactions, transactionCount: 61 })
    const { data: events } = await shop.checkout.sandbox.events.list({ type: 'payment.completed' })
    expect(events.map((event) => (event.data.object as Payment).transactions.length)).toEqual([20])
    const page = await shop.request('GET', `/pay/${payment.id}`, { key: null, headers: asBrowser })
    expect(page.body.length).toBeLessThan(100_000)
    const all = await listAll(shop, payment, 7)
    expect(new Set(all.map(({ id }) => id)).size).toBe(61)
    expect(all.map(({ id }) => id)).toEqual((await listAll(shop, payment, 100)).map(({ id }) => id))
    expect(all.every((one) => one.payment === payment.id)).toBe(true)
  })

  test('the list of another merchant’s payment is empty, and a wrong id is refused', async () => {
    const shop = await openDeposits()
    const none = await shop.request('GET', '/sandbox/v1/transfers?payment=pay_00000000000000000000000000')
    expect(none.body).toMatchObject({ data: [], totalCount: 0, hasMore: false })
    expect(await shop.request('GET', '/sandbox/v1/transfers?payment=x')).toMatchObject({ status: 400 })
  })

  test('one more costs as much as the first', async () => {
    const shop = await openDeposits()
    const { context } = shop.checkout
    const network = context.networks.find(({ environment }) => environment === 'sandbox')
    if (!network) throw new Error('the shop has no network')
    const [few, many] = [await shop.create(), await shop.create()]
    await mineFinal(shop, dust(many, 300))
    const costs = []
    for (const payment of [few, many]) {
      shop.mine(dust(payment, 1))
      costs.push(await countReads(context, (ctx) => readNetwork(ctx, network)))
      await mineFinal(shop, [createTransferFor(payment)])
    }
    for (const payment of [few, many]) {
      costs.push(await countReads(context, () => shop.retrieve(payment)))
    }
    const [first, last, ...reads] = costs
    expect(last).toEqual(first)
    for (const { rows } of reads) expect(rows).toBeLessThan(30)
  })
})
