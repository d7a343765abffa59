import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Context } from '../context/context.ts'
import { createTransferFor, TEST_TOKEN, TEST_WALLET, type TestCheckout } from '../testing/index.ts'
import { DAI } from '../testing/methods.ts'
import { explainQueries } from '../testing/plans.ts'
import { createCompletedPayment, mineFinal, openRefunding, REFUND_TO, refundTransfer } from '../testing/refunding.ts'
import { fillShop, openShop } from '../testing/shop.ts'
import { openReady, openReadyForTwoCoins } from '../testing/sweeping.ts'
import { createReconcileJob, createReconciliation } from './reconcile.ts'

const run = (tx: Context['db'], text: string) => sql.raw(text).execute(tx)

/** The result of one complete check. */
async function look(shop: TestCheckout) {
  shop.clock.advance(1)
  const { checkSome, state } = createReconciliation(shop.checkout.context)
  while (await checkSome());
  return state()
}

/** A shop with payments in every state, refunds of which one is completed, and a settlement. */
async function openBooks() {
  const shop = await openRefunding()
  const payment = await createCompletedPayment(shop)
  const refund = await shop.checkout.sandbox.refunds.create({
    paymentId: payment.id,
    amount: 5,
    destination: REFUND_TO,
  })
  shop.mine([refundTransfer(refund)])
  await mineFinal(shop)
  await fillShop(shop)
  return { shop, payment, refund }
}

test('books add up while payments are paid, refunded, settled and taken back', async () => {
  const { shop } = await openBooks()
  expect(await look(shop)).toEqual({ imbalance: 0, wrong: [], checkedAt: expect.stringMatching(/^2026-/) })
})

test('what was not looked at yet has no date', async () => {
  const shop = await openShop()
  const { checkSome, state } = createReconciliation(shop.checkout.context)
  await checkSome()
  expect(state()).toEqual({ imbalance: 0, wrong: [], checkedAt: null })
})

test.each([
  ['a payment that says it received more', "update payments set received = received + 1 where id = '$payment'"],
  ['a transfer that is lost', "delete from transfers where payment_id = '$payment'"],
  ['a transfer of another amount', "update transfers set amount = amount - 1 where payment_id = '$payment'"],
  ['a transfer that is off the chain', "update transfers set state = 'orphaned' where payment_id = '$payment'"],
  ['a transfer that is counted twice', "update payments set transfer_count = 2 where id = '$payment'"],
  ['money that is called final', "update payments set received_final = received_final - 1 where id = '$payment'"],
  ['money that is called on time', "update payments set on_time = on_time - 1 where id = '$payment'"],
  ['money that is called dust', "update payments set dust = dust + 1, dust_on_chain = 1 where id = '$payment'"],
  ['a transfer that is called dust', "update transfers set dust = 1 where payment_id = '$payment'"],
  ['a refund that is counted twice', "update payments set refunded = 2 * refunded where id = '$payment'"],
  ['a refund of more than came', "update refunds set amount = 3 * amount, status = 'pending' where id = '$refund'"],
])('%s is found, and named by its payment', async (_, change) => {
  const { shop, payment, refund } = await openBooks()
  await shop.storage.transact((tx) => run(tx, change.replace('$payment', payment.id).replace('$refund', refund.id)))
  expect(await look(shop)).toMatchObject({ wrong: expect.arrayContaining([payment.id]) })
})

test.each([
  ['states more than was received', 'update settlements set amount = amount + 20000000'],
  ['counts another number of payments', 'update settlements set payment_count = payment_count + 1'],
])('a settlement that %s is found', async (_, change) => {
  const { shop } = await openBooks()
  await shop.storage.transact((tx) => run(tx, change))
  const [settlement] = (await shop.checkout.sandbox.settlements.list()).data
  expect(await look(shop)).toMatchObject({ imbalance: 1, wrong: [settlement?.id] })
})

test('unattributed transfers of which one is not counted are found', async () => {
  const { shop } = await openBooks()
  await shop.storage.transact((tx) => run(tx, 'update transfer_tallies set transfers = 0 where attributed = 0'))
  expect(await look(shop)).toMatchObject({ imbalance: 1, wrong: [expect.stringMatching(/^the unattributed/)] })
})

test('open payments of which one is not counted are found', async () => {
  const { shop } = await openBooks()
  await shop.storage.transact((tx) => run(tx, 'update payment_usage set open_payments = open_payments - 1'))
  expect(await look(shop)).toMatchObject({ imbalance: 1, wrong: [expect.stringMatching(/^the open payments of mer_/)] })
})

test('unattributed dust that is not what is summed is found', async () => {
  const { shop, payment } = await openBooks()
  shop.mine([{ ...createTransferFor(payment, 7n), to: TEST_WALLET }])
  await mineFinal(shop)
  expect((await look(shop)).imbalance).toBe(0)
  await shop.storage.transact((tx) => run(tx, 'update stray_dust set amount = amount - 1'))
  const wallet = `the unattributed dust of ${(await shop.checkout.context.db.selectFrom('merchants').select('id').executeTakeFirstOrThrow()).id} on ${TEST_WALLET.toLowerCase()}`
  expect(await look(shop)).toMatchObject({ imbalance: 1, wrong: [wallet] })
})

test('a deposit that was swept of more than it received is found', async () => {
  const sweeping = await openReady()
  const [payment] = await sweeping.paid([10_000_000n])
  await sweeping.close()
  await sweeping.finish()
  expect((await look(sweeping.shop)).imbalance).toBe(0)
  await sweeping.shop.storage.transact((tx) => run(tx, 'update deposit_balances set swept = swept + 1'))
  expect(await look(sweeping.shop)).toMatchObject({ imbalance: 1, wrong: [payment?.id] })
})

test.each([
  ['one transfer', [10n ** 18n]],
  // The parts below a millionth of a coin make 2 millionths.
  ['transfers that are each rounded down', Array.from({ length: 3 }, () => 10n ** 18n + 9n * 10n ** 11n)],
])('a deposit adds up that got %s before its coin was chosen, and then was swept', async (_, rawAmounts) => {
  const sweeping = await openReadyForTwoCoins()
  const { shop } = sweeping
  const inDai = { cryptocurrency: 'DAI', network: 'ethereum' } as const
  const payment = await shop.create({ alternatives: [inDai] })
  shop.mine(rawAmounts.map((rawAmount) => ({ ...createTransferFor(payment), token: DAI, rawAmount })))
  await sweeping.arrive([])
  expect(await shop.checkout.sandbox.payments.choose(payment.id, inDai)).toMatchObject({ transactions: [] })
  await sweeping.close()
  await sweeping.finish()
  expect(sweeping.held(DAI, payment.address)).toBe(0n)
  expect(await look(shop)).toMatchObject({ imbalance: 0 })
  const left = rawAmounts.reduce((sum, rawAmount) => sum + rawAmount, 0n) / 10n ** 12n
  await shop.storage.transact((tx) => run(tx, `update deposit_balances set swept = ${left + 1n}`))
  expect(await look(shop)).toMatchObject({ imbalance: 1, wrong: [payment.id] })
})

test.each([
  ['seen', ['final', 'seen']],
  ['never read', ['final']],
])(
  'a deposit adds up whose last arrival was %s, and swept in blocks that are still to be reread',
  async (_, statuses) => {
    const sweeping = await openReady()
    const { shop } = sweeping
    const [payment] = await sweeping.paid([10_000_000n])
    if (!payment) throw new Error('no payment')
    shop.mine([createTransferFor(payment, 10_000_000n)])
    if (statuses.includes('seen')) await shop.watch()
    await sweeping.close()
    await sweeping.send()
    // The final block moves ahead of the last block read.
    for (let block = 0; block < 40; block++) shop.mine()
    await shop.watch()
    await sweeping.send()
    const { transactions } = await shop.retrieve(payment)
    expect(transactions.map(({ status }) => status)).toEqual(statuses)
    expect(sweeping.held(TEST_TOKEN, payment.address)).toBe(0n)
    expect(await look(shop)).toMatchObject({ imbalance: 0 })
    await shop.settle()
    expect(await look(shop)).toMatchObject({ imbalance: 0 })
  },
)

test('what is found is told until a whole look finds nothing', async () => {
  const { shop, payment } = await openBooks()
  const lines: string[] = []
  const restored = createReconciliation(shop.checkout.context)
  const job = createReconcileJob(restored, shop.clock.elapsed, (line) => lines.push(line))
  const lookAgain = async () => {
    for (let passes = 0; passes < 6; passes += 1) await job.run()
  }
  const set = (received: number) =>
    shop.storage.transact((tx) => run(tx, `update payments set received = ${received} where id = '${payment.id}'`))
  const due = Number(payment.amountReceived.replace('.', ''))
  await set(1)
  await lookAgain()
  expect(restored.state().imbalance).toBe(1)
  await set(due)
  await job.run()
  expect(restored.state().imbalance).toBe(1)
  await lookAgain()
  expect(restored.state().imbalance).toBe(0)
  expect(lines).toEqual([
    expect.stringContaining(`books: 1 do not add up, among them ${payment.id}`),
    expect.any(String),
  ])
})

test('however many payments there are, a look takes the next few of them by an index', async () => {
  const { shop } = await openBooks()
  const queries = await explainQueries(shop.checkout.context, async (ctx) => {
    const { checkSome } = createReconciliation(ctx)
    while (await checkSome());
  })
  expect(queries.filter(({ sql }) => sql.includes('from "payments"')).length).toBeGreaterThan(0)
  const scans = queries.flatMap(({ steps }) => steps.filter((step) => /^SCAN|TEMP B-TREE|\(chain=\?\)$/.test(step)))
  // One row for each network, of payments and of methods, for each merchant on it, and for each merchant.
  expect(scans).toEqual(['SCAN audits', 'SCAN audits', 'SCAN transfer_tallies', 'SCAN payment_usage'])
})
