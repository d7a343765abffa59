import type { Payment } from '@crypto-checkout/api-types'
import { describe, expect, test } from 'vitest'
import { CLOCK_TOLERANCE_MS, listAmounts } from '../domain/attribution.ts'
import { shareWallet } from '../merchants/wallets/share.ts'
import {
  createTransferFor,
  paymentInput,
  TEST_CHAIN_ID,
  TEST_PAYER,
  TEST_TOKEN,
  TEST_WALLET,
  type TestCheckout,
  testCheckout,
} from '../testing/index.ts'
import { addMerchant } from '../testing/shop.ts'

const PRICE = 10_000_000n
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** A day, and twice the tolerated clock difference. */
const REST_MS = DAY_MS + 10 * 60_000

const amountOf = (payment: Payment) => BigInt(payment.cryptoAmount.replace('.', ''))

async function openSettled(options: Parameters<typeof testCheckout>[0] = {}): Promise<TestCheckout> {
  const shop = await testCheckout(options)
  await shop.settle()
  return shop
}

/** Reserves amounts for old payments: open ones (null), or ones that ended then. */
async function occupy(shop: TestCheckout, amounts: readonly bigint[], releasedAt: number | null): Promise<void> {
  const wallet = {
    chain: `eip155:${TEST_CHAIN_ID}`,
    token: TEST_TOKEN.toLowerCase(),
    address: TEST_WALLET.toLowerCase(),
  }
  await shop.checkout.context.transact(async (tx) => {
    for (let from = 0; from < amounts.length; from += 1_000) {
      const rows = amounts.slice(from, from + 1_000).map((amount) => ({
        ...wallet,
        amount,
        payment_id: `pay_of_${amount}`,
        reserved_at: 0,
        released_at: releasedAt,
        current: 1 as const,
      }))
      await tx.insertInto('reservations').values(rows).execute()
    }
  })
}

/** Every amount of the price is taken, except this payment's. */
const occupyOthers = (shop: TestCheckout, payment: Payment) =>
  occupy(
    shop,
    listAmounts(PRICE).filter((amount) => amount !== amountOf(payment)),
    null,
  )

async function mineFinal(shop: TestCheckout, transfers: Parameters<TestCheckout['mine']>[0] = []) {
  shop.mine(transfers)
  shop.mine()
  shop.mine()
  await shop.settle()
}

async function expire(shop: TestCheckout, payment: Payment) {
  shop.clock.advance(Date.parse(payment.expiresAt) - shop.clock.now())
  shop.mine()
  await shop.settle()
  expect((await shop.retrieve(payment)).status).toBe('expired')
}

const refused = { code: 'wallet_capacity_exceeded', param: 'merchantWallet' }

describe('amounts are unique', () => {
  test('among 300 payments of one price, of all merchants and environments, and none ends in 0', async () => {
    const shop = await openSettled()
    const other = await addMerchant(shop)
    await shop.create()
    await shareWallet(shop.checkout.context, { address: TEST_WALLET, merchantId: other.id })
    const payments: Payment[] = await Promise.all(
      Array.from({ length: 300 }, async (_, n) => {
        if (n % 3 === 0) return shop.create()
        if (n % 3 === 1) return shop.checkout.payments.create(paymentInput)
        // The spelling of an address does not matter.
        const body = { ...paymentInput, merchantWallet: TEST_WALLET.toLowerCase() }
        return (await shop.request('POST', '/sandbox/v1/payments', { key: other.sandbox, body })).body
      }),
    )
    const amounts = payments.map(amountOf)
    expect(new Set(amounts).size).toBe(300)
    for (const amount of amounts) {
      expect(amount % 10n).not.toBe(0n)
      expect(amount > PRICE && amount < PRICE + 10_000n).toBe(true)
    }
  })

  test('among prices that lie so close that their amounts overlap', async () => {
    const shop = await openSettled({ rates: { USD: 1, EUR: 1.0001 } })
    const payments = await Promise.all(
      Array.from({ length: 200 }, (_, n) => shop.create({ currency: n % 2 ? 'USD' : 'EUR' })),
    )
    expect(new Set(payments.map(amountOf)).size).toBe(200)
  })

  test('on each wallet for itself', async () => {
    const shop = await openSettled()
    await occupy(shop, listAmounts(PRICE), null)
    await expect(shop.create()).rejects.toMatchObject(refused)
    expect((await shop.create({ merchantWallet: TEST_PAYER })).status).toBe('created')
    expect((await shop.create({ amount: 10.01 })).status).toBe('created')
  })
})

describe('when the amounts of a price run out', () => {
  test('the last one is found, and who comes then is refused with nothing left behind', async () => {
    const shop = await openSettled()
    const [last = 0n] = listAmounts(PRICE).slice(4_321)
    await occupy(
      shop,
      listAmounts(PRICE).filter((amount) => amount !== last),
      null,
    )
    expect(amountOf(await shop.create())).toBe(last)
    await expect(shop.create()).rejects.toMatchObject(refused)
    const answer = await shop.request('POST', '/sandbox/v1/payments', { body: paymentInput })
    expect(answer).toMatchObject({ status: 400, body: { error: refused } })
    expect((await shop.checkout.sandbox.payments.list()).data).toHaveLength(1)
    expect((await shop.checkout.sandbox.events.list()).data).toHaveLength(1)
  })

  test('payments that wait for long keep theirs', async () => {
    const shop = await openSettled()
    await occupy(shop, listAmounts(PRICE), null)
    shop.clock.advance(400 * DAY_MS)
    await expect(shop.create()).rejects.toMatchObject(refused)
  })

  test('the rest of a payment is asked for without a tail, and can be paid and assigned', async () => {
    const shop = await openSettled()
    const payment = await shop.create()
    const rest = amountOf(payment) - 4_000_000n
    await occupy(shop, listAmounts(rest), null)
    const pay = async (amount: bigint) => {
      await mineFinal(shop, [createTransferFor(payment, amount)])
      const [transfer] = (await shop.checkout.sandbox.transfers.list({ status: 'unattributed' })).data
      await shop.checkout.sandbox.transfers.assign(transfer?.id ?? '', { paymentId: payment.id })
      return shop.retrieve(payment)
    }
    const partly = await pay(4_000_000n)
    expect(partly.status).toBe('partially_paid')
    expect(BigInt(partly.amountDue.replace('.', ''))).toBe(rest)
    expect(await pay(rest)).toMatchObject({ status: 'completed', exceptions: ['multiple'] })
  })
})

describe('an amount rests', () => {
  test.each(['cancelled', 'expired', 'completed'] as const)(
    'for a day and ten minutes after its payment was %s, to the millisecond',
    async (ending) => {
      const shop = await openSettled()
      const first = await shop.create()
      await occupyOthers(shop, first)
      await expect(shop.create()).rejects.toMatchObject(refused)
      if (ending === 'cancelled') await shop.checkout.sandbox.payments.cancel(first.id)
      if (ending === 'expired') await expire(shop, first)
      if (ending === 'completed') await mineFinal(shop, [createTransferFor(first)])
      expect((await shop.retrieve(first)).status).toBe(ending)
      shop.clock.advance(REST_MS - 1)
      await expect(shop.create()).rejects.toMatchObject(refused)
      shop.clock.advance(1)
      expect(amountOf(await shop.create())).toBe(amountOf(first))
      await expect(shop.create()).rejects.toMatchObject(refused)
    },
  )

  test('not while its payment is back to life, and anew from when it ends again', async () => {
    const shop = await openSettled({ latePayments: 'accept' })
    const first = await shop.create()
    await occupyOthers(shop, first)
    await expire(shop, first)
    shop.clock.advance(23 * HOUR_MS)
    shop.mine([createTransferFor(first)])
    await shop.settle()
    expect((await shop.retrieve(first)).status).toBe('processing')
    shop.clock.advance(2 * DAY_MS)
    await expect(shop.create()).rejects.toMatchObject(refused)
    await mineFinal(shop)
    expect((await shop.retrieve(first)).status).toBe('completed')
    shop.clock.advance(REST_MS - 1)
    await expect(shop.create()).rejects.toMatchObject(refused)
    shop.clock.advance(1)
    expect(amountOf(await shop.create())).toBe(amountOf(first))
  })

  test('for 30 days while others are free; then those that rested longest come first', async () => {
    const shop = await openSettled()
    const all = listAmounts(PRICE)
    const now = shop.clock.now()
    const [unused, monthOld, older, newer, tooNew] = [
      all.slice(0, 3),
      all.slice(3, 6),
      all.slice(6, 7),
      all.slice(7, 8),
      all.slice(8, 9),
    ]
    await occupy(shop, monthOld, now - 30 * DAY_MS)
    await occupy(shop, newer, now - 2 * DAY_MS)
    await occupy(shop, older, now - 30 * DAY_MS + 1)
    await occupy(shop, tooNew, now - REST_MS + 1)
    await occupy(shop, all.slice(9), null)
    const reserved: bigint[] = []
    for (let count = 0; count < 8; count++) reserved.push(amountOf(await shop.create()))
    const inOrder = (amounts: readonly bigint[]) => amounts.toSorted((a, b) => Number(a - b))
    expect(inOrder(reserved.slice(0, 6))).toEqual([...unused, ...monthOld])
    expect(reserved.slice(6)).toEqual([...older, ...newer])
    await expect(shop.create()).rejects.toMatchObject(refused)
  })

  test('in one row for each who held it, of which one is current', async () => {
    const shop = await openSettled()
    const first = await shop.create()
    await occupyOthers(shop, first)
    await shop.checkout.sandbox.payments.cancel(first.id)
    shop.clock.advance(REST_MS)
    const second = await shop.create()
    const rows = await shop.checkout.context.db
      .selectFrom('reservations')
      .select(['payment_id', 'current'])
      .where('amount', '=', amountOf(first))
      .orderBy('seq')
      .execute()
    expect(rows).toEqual([
      { payment_id: first.id, current: null },
      { payment_id: second.id, current: 1 },
    ])
  })
})

describe('an amount that was given again', () => {
  /**
   * Makes two payments of one amount. Between them lies an unread block with a transfer of it, `beforeMs` before the
   * second.
   */
  async function reuse(beforeMs: number) {
    const shop = await openSettled()
    const former = await shop.create({ expiresIn: 60 })
    await occupyOthers(shop, former)
    await expire(shop, former)
    shop.clock.advance(2 * DAY_MS - beforeMs)
    shop.node.mine(shop.clock.now(), [createTransferFor(former)])
    shop.clock.advance(beforeMs)
    const present = await shop.create()
    expect(amountOf(present)).toBe(amountOf(former))
    await mineFinal(shop)
    return { shop, former: await shop.retrieve(former), present: await shop.retrieve(present) }
  }

  test.each([
    ['a day', DAY_MS],
    ['more than clocks may differ', CLOCK_TOLERANCE_MS + 1_000],
  ])('pays the former payment in a block from %s before the present one', async (_name, beforeMs) => {
    const { shop, former, present } = await reuse(beforeMs)
    expect(former).toMatchObject({ status: 'expired', exceptions: ['late'], amountReceived: former.cryptoAmount })
    expect(present).toMatchObject({ status: 'created', transactions: [] })
    await mineFinal(shop, [createTransferFor(present)])
    expect(await shop.retrieve(present)).toMatchObject({ status: 'completed', exceptions: [] })
    expect(await shop.retrieve(former)).toEqual(former)
  })

  test('pays the present payment in a block that is older only as far as clocks may differ', async () => {
    const { former, present } = await reuse(CLOCK_TOLERANCE_MS - 1_000)
    expect(present).toMatchObject({ status: 'completed', exceptions: [] })
    expect(former).toMatchObject({ status: 'expired', exceptions: [], transactions: [] })
  })

  test('keeps paying whom it paid when its transaction is mined again in a later block', async () => {
    const shop = await openSettled()
    const former = await shop.create({ expiresIn: 60 })
    await occupyOthers(shop, former)
    await expire(shop, former)
    shop.mine([createTransferFor(former)])
    await shop.settle()
    expect((await shop.retrieve(former)).exceptions).toEqual(['late'])
    shop.clock.advance(2 * DAY_MS)
    const present = await shop.create()
    const again = shop.node.drop(1)
    await mineFinal(shop, again)
    expect(await shop.retrieve(former)).toMatchObject({ exceptions: ['late'], transactions: [{ status: 'final' }] })
    expect(await shop.retrieve(present)).toMatchObject({ status: 'created', transactions: [] })
  })
})
