import { expect, onTestFinished, test } from 'vitest'
import { openStorage } from '../storage/open.ts'
import { testCheckout } from '../testing/index.ts'
import { createCompletedPayment, mineFinal, openRefunding, REFUND_TO, refundTransfer } from '../testing/refunding.ts'
import { addMerchant, countRows, readProblem, shareTestWallet } from '../testing/shop.ts'
import { testDatabase, testStorage } from '../testing/storage.ts'

async function open() {
  const shop = await openRefunding({}, { storage: await testStorage() })
  const refund = (body: object, call: object = {}) =>
    shop.request('POST', '/sandbox/v1/refunds', { body: { destination: REFUND_TO, ...body }, ...call })
  const payment = await createCompletedPayment(shop)
  return { shop, refund, payment, refunds: shop.checkout.sandbox.refunds }
}

test('a refund that is asked for again with its reference is the same, from its beginning to its end', async () => {
  const { shop, refund, payment, refunds } = await open()
  const asked = { paymentId: payment.id, amount: 4, reference: 'R-57' }
  const first = await refund(asked)
  expect([first.status, first.body.reference]).toEqual([201, 'R-57'])
  const before = await countRows(shop)
  const others = [asked, { ...asked, amount: '4.00' }, { paymentId: payment.id, reference: 'R-57', reason: 'again' }]
  for (const body of others) expect(await refund(body)).toMatchObject({ status: 201, body: first.body })
  expect(await countRows(shop)).toEqual(before)
  shop.mine([refundTransfer(first.body)])
  await mineFinal(shop)
  const done = await refund(asked)
  expect(done.body).toMatchObject({ id: first.body.id, status: 'completed', reference: 'R-57' })
  expect(await refunds.list({ reference: 'R-57' })).toMatchObject({ data: [done.body], totalCount: 1 })
  expect(await refunds.list({ reference: 'R-5' })).toMatchObject({ data: [], totalCount: 0 })
  const { data } = await shop.checkout.sandbox.events.list({ type: 'refund.completed' })
  expect(data[0]?.data.object).toMatchObject({ reference: 'R-57' })
})

test('a reference belongs to one refund: another payment or amount is a conflict, and nothing goes back', async () => {
  const { shop, refund, payment } = await open()
  const other = await createCompletedPayment(shop)
  const { body } = await refund({ paymentId: payment.id, amount: 4, reference: 'R-57' })
  const before = await countRows(shop)
  for (const asked of [{ amount: 5 }, { amount: 4, paymentId: other.id }, { paymentId: other.id }]) {
    const answer = await refund({ paymentId: payment.id, reference: 'R-57', ...asked })
    expect(readProblem(answer)).toMatchObject({ status: 409, code: 'reference_conflict', param: 'reference' })
    expect(answer.body.error.message).toBe(
      `reference is that of refund ${body.id}, of 4.00 USD of ${payment.id}: each refund needs a reference of its own.`,
    )
  }
  expect(await countRows(shop)).toEqual(before)
  const next = await refund({ paymentId: payment.id, amount: 4, reference: 'R-58' })
  expect([next.status, next.body.id === body.id]).toEqual([201, false])
})

test('one that was cancelled keeps its reference', async () => {
  const { refund, payment, refunds } = await open()
  const asked = { paymentId: payment.id, reference: 'R-57' }
  const { id } = (await refund(asked)).body
  await refunds.cancel(id)
  expect((await refund(asked)).body).toMatchObject({ id, status: 'cancelled' })
})

test('each merchant has references of its own, in each environment', async () => {
  const { shop, refund, payment } = await open()
  const other = await addMerchant(shop)
  await shareTestWallet(shop, other.id)
  const first = await refund({ paymentId: payment.id, reference: 'R-57' })
  const theirs = await refund({ paymentId: payment.id, reference: 'R-57' }, { key: other.sandbox })
  expect(readProblem(theirs).code).toBe('resource_missing')
  expect(first.status).toBe(201)
})

test('the page of a payer is in the first answer only, and in one that an Idempotency-Key repeats', async () => {
  const { refund, payment } = await open()
  const asked = { paymentId: payment.id, destination: undefined, reference: 'R-57' }
  const call = { headers: { 'idempotency-key': 'R-57' } }
  const first = await refund(asked, call)
  expect(first.body.nextAction).toEqual({ type: 'collect_destination', url: expect.stringContaining('/refund/') })
  expect((await refund(asked)).body).toEqual({ ...first.body, nextAction: { type: 'collect_destination', url: null } })
  expect((await refund(asked, call)).body).toEqual(first.body)
})

test('sixteen requests of two servers for two refunds make two', async () => {
  const { url, remove } = await testDatabase()
  const one = await testCheckout({}, { storage: openStorage(url, 'run') })
  const other = await testCheckout({}, { clock: one.clock, node: one.node, storage: openStorage(url, 'run') })
  onTestFinished(async () => {
    for (const close of [one.stop, other.stop, remove]) await close()
  })
  await one.settle()
  const { id: paymentId } = await createCompletedPayment(one)
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, index) => {
      const body = { paymentId, amount: 2, destination: REFUND_TO, reference: `R-${index % 2}` }
      return (index % 4 < 2 ? one : other).request('POST', '/sandbox/v1/refunds', { body, key: one.key })
    }),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(2)
  for (const [index, { body }] of answers.entries()) expect(body.reference).toBe(`R-${index % 2}`)
  expect((await one.checkout.sandbox.refunds.list()).totalCount).toBe(2)
})
