import type { Payment, PaymentException, PaymentQuery } from '@crypto-checkout/api-types'
import { beforeAll, describe, expect, test } from 'vitest'
import { createTransferFor, paymentInput, TEST_PAYER } from '../testing/index.ts'
import { openMethodsShop } from '../testing/methods.ts'
import { fillShop, openShop, readProblem } from '../testing/shop.ts'

type Shop = Awaited<ReturnType<typeof openMethodsShop>>

/** A list that is read to its end, in pages. */
async function readAll({ checkout }: Shop, query: PaymentQuery, limit: number) {
  const payments: Payment[] = []
  for (;;) {
    const page = await checkout.sandbox.payments.list({ ...query, limit, starting_after: payments.at(-1)?.id })
    payments.push(...page.data)
    if (page.hasMore) continue
    expect([query, page.totalCount]).toEqual([query, payments.length])
    return payments.map(({ id }) => id)
  }
}

/** Payments on three networks in two coins, with each exception. */
async function openVariety() {
  const shop = await openMethodsShop()
  const { sandbox } = shop.checkout
  const stellar = {
    network: 'stellar',
    merchantWallet: (await sandbox.merchant.retrieve()).settings.wallets.stellar ?? '',
  }
  const link = await sandbox.paymentLinks.create({ ...paymentInput, title: 'Tea' })
  const create = async (more: object = {}) => {
    const payment = await sandbox.payments.create({ ...paymentInput, ...more } as typeof paymentInput)
    shop.clock.advance(1_000)
    return payment
  }
  const exact = await create()
  const over = await create({ amount: 20, reference: 'order' })
  const twice = await create({ amount: 30, reference: 'order' })
  const under = await create({ amount: 40, expiresIn: 60 })
  const late = await create({ amount: 50, expiresIn: 60 })
  const manual = await create({ amount: 60 })
  for (const more of [{ network: 'polygon' }, { cryptocurrency: 'DAI' }, stellar, { expiresIn: 60 }]) await create(more)
  const { id: cancelled } = await create({ network: 'polygon' })
  await sandbox.payments.cancel(cancelled)
  const choosing = await create({ alternatives: [{ network: 'polygon', cryptocurrency: 'USDC' }] })
  await sandbox.payments.choose(choosing.id, { network: 'polygon', cryptocurrency: 'USDC' })
  const half = (payment: Payment) => createTransferFor(payment, BigInt(payment.amountDue.replace('.', '')) / 2n)
  await shop.pay({
    ethereum: [createTransferFor(exact), createTransferFor(over), createTransferFor(twice), half(manual), half(under)],
  })
  const assign = async (payment: Payment) => {
    const [one] = (await sandbox.transfers.list({ status: 'unattributed' })).data
    if (one) await sandbox.transfers.assign(one.id, { paymentId: payment.id })
  }
  for (const payment of [manual, under]) {
    const open = (await sandbox.transfers.list({ status: 'unattributed', limit: 100 })).data
    const own = open.find(({ amount }) => BigInt(amount.replace('.', '')) === half(payment).rawAmount)
    if (own) await sandbox.transfers.assign(own.id, { paymentId: payment.id })
  }
  for (const payment of [over, twice]) {
    await shop.pay({ ethereum: [{ ...createTransferFor(exact, 1_234_567n), from: TEST_PAYER }] })
    await assign(payment)
  }
  await sandbox.payments.accept(manual.id)
  shop.clock.advance(120_000)
  await shop.pay({ ethereum: [createTransferFor(late)] })
  await shop.pay({})
  await shop.pay({})
  return Object.assign(shop, { link })
}

describe('the filters of a list', () => {
  let shop: Shop
  let all: Payment[]

  beforeAll(async () => {
    shop = await openVariety()
    all = (await shop.checkout.sandbox.payments.list({ limit: 100 })).data
  })

  test('meet every kind of payment here', () => {
    const exceptions = new Set(all.flatMap((payment) => payment.exceptions))
    expect([...exceptions].toSorted()).toEqual(['late', 'manual', 'multiple', 'overpaid', 'underpaid'])
    expect(new Set(all.map(({ network }) => network)).size).toBe(3)
    expect(new Set(all.map(({ status }) => status)).size).toBeGreaterThan(3)
  })

  test('combine, page and count', async () => {
    const statuses = [undefined, 'created', 'completed', 'expired', 'cancelled'] as const
    const networks = [undefined, 'ethereum', 'polygon', 'stellar']
    const coins = [undefined, 'USDC', 'DAI'] as const
    const exceptions = [undefined, 'late', 'overpaid', 'multiple', 'underpaid', 'manual', 'overrefunded'] as const
    const middle = all[Math.floor(all.length / 2)]?.createdAt
    const others = [{}, { created_gte: middle }, { created_lt: middle }, { reference: 'order' }]
    let nonEmpty = 0
    for (const status of statuses)
      for (const network of networks)
        for (const cryptocurrency of coins)
          for (const exception of exceptions)
            for (const other of others) {
              const query = { status, network, cryptocurrency, exception, ...other }
              const expected = all.filter((payment) => isWanted(payment, query)).map(({ id }) => id)
              if (expected.length === 0 && nonEmpty % 3 !== 0) continue
              nonEmpty++
              expect([query, await readAll(shop, query, 100)]).toEqual([query, expected])
              if (expected.length > 2) expect(await readAll(shop, query, 2)).toEqual(expected)
            }
    expect(nonEmpty).toBeGreaterThan(80)
  })
})

function isWanted(payment: Payment, query: PaymentQuery): boolean {
  const { status, network, cryptocurrency, exception, reference, created_gte, created_lt } = query
  return (
    (!status || payment.status === status) &&
    (!network || payment.network === network) &&
    (!cryptocurrency || payment.cryptocurrency === cryptocurrency) &&
    (!exception || payment.exceptions.includes(exception as PaymentException)) &&
    (!reference || payment.reference === reference) &&
    (!created_gte || payment.createdAt >= created_gte) &&
    (!created_lt || payment.createdAt < created_lt)
  )
}

test('a payment of which more went back than came is found by that exception', async () => {
  const shop = await openShop()
  const { completed } = await fillShop(shop)
  await shop.checkout.context.transact((tx) =>
    tx.updateTable('payments').set({ refunded: 99_000_000n }).where('id', '=', completed.id).execute(),
  )
  const { payments } = shop.checkout.sandbox
  const over = { data: [{ id: completed.id, exceptions: ['overrefunded'] }], totalCount: 1 }
  expect(await payments.list({ exception: 'overrefunded' })).toMatchObject(over)
  expect(await payments.list({ exception: 'overrefunded', status: 'completed', network: 'ethereum' })).toMatchObject(
    over,
  )
  expect(await payments.list({ exception: 'overrefunded', status: 'created' })).toMatchObject({ totalCount: 0 })
})

test.each([
  ['network', 'tron'],
  ['network', 'x'.repeat(99)],
  ['cryptocurrency', 'BTC'],
  ['exception', 'early'],
  ['exception', 'late,manual'],
  ['q', ''],
  ['q', ' '],
  ['q', 'x'.repeat(501)],
  ['q', 'a%00b'],
])('an unknown value is refused: %s %s', async (name, value) => {
  const shop = await openShop()
  for (const path of ['payments', 'payments/export'])
    expect(readProblem(await shop.request('GET', `/sandbox/v1/${path}?${name}=${value}`))).toMatchObject({
      ...{ status: 400, code: 'invalid_parameter', param: name },
    })
})
