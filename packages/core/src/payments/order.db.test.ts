import type { Event, Payment } from '@crypto-checkout/api-types'
import { describe, expect, test } from 'vitest'
import { shapes } from '../http/shapes.ts'
import { createTransferFor, paymentInput, TEST_PAYER } from '../testing/index.ts'
import { addMerchant, countRows, fetchText, openShop, readProblem } from '../testing/shop.ts'
import { testStorage } from '../testing/storage.ts'

const open = async () => openShop({}, { storage: await testStorage() })
type Shop = Awaited<ReturnType<typeof open>>

const order = {
  amount: 49.9,
  description: 'Two bags of beans, “Äthiopien”, \u0639\u0631\u0628\u064a',
  reference: 'A-1001/7 ü',
  lineItems: [
    { name: 'Beans, 1 kg', quantity: 2, unitAmount: 24.95, imageUrl: 'https://shop.example.com/beans.webp' },
    { name: 'Shipping', quantity: 1, unitAmount: 4.9 },
    { name: 'Voucher', quantity: 1, unitAmount: -4.9 },
  ],
  cancelUrl: 'https://shop.example.com/cart?id=7',
}
const asShown = {
  ...order,
  lineItems: order.lineItems.map((item) => ({ imageUrl: null, ...item })),
  supersedes: null,
  supersededBy: null,
}
const nothing = {
  ...{ description: null, reference: null, lineItems: [], cancelUrl: null },
  ...{ supersedes: null, supersededBy: null },
}

const readPublic = async (shop: Shop, { id }: Pick<Payment, 'id'>) =>
  (await shop.request('GET', `/pay/${id}/status`, { key: null })).body
const post = (shop: Shop, body: object, call: object = {}) =>
  shop.request('POST', '/sandbox/v1/payments', { body: { ...paymentInput, ...body }, ...call })
const listTypes = async (shop: Shop) =>
  ((await shop.checkout.sandbox.events.list({ after: 0, limit: 100 })).data as Event<Payment>[]).map(
    ({ type, data }) => [type, data.object.id] as const,
  )

describe('an order', () => {
  test('comes back in every answer and event, and a payment without one has none', async () => {
    const shop = await open()
    const made = (await post(shop, order)).body
    expect(made).toMatchObject(asShown)
    expect(shapes.Payment.safeParse(made).success).toBe(true)
    expect(await shop.retrieve(made)).toEqual(made)
    const { data } = await shop.checkout.sandbox.events.list()
    expect(data[0]).toMatchObject({ type: 'payment.created', data: { object: asShown } })
    expect(await shop.create()).toMatchObject(nothing)
  })

  test('has prices with two decimals wherever it is printed', async () => {
    const shop = await open()
    const { id } = (await post(shop, order)).body
    for (const target of [
      `/sandbox/v1/payments/${id}`,
      '/sandbox/v1/payments',
      '/sandbox/v1/events',
      `/pay/${id}/status`,
    ])
      expect(await fetchText(shop, target)).toMatch(/"unitAmount":24\.95,.*"unitAmount":4\.90,.*"unitAmount":-4\.90,/)
  })

  test('is seen by its payer; cancelUrl is not, once the full amount is there', async () => {
    const shop = await open()
    await shop.settle()
    const payment = await shop.create(order)
    const { description, reference, lineItems } = asShown
    const seen = { description, reference, lineItems, supersededByUrl: null }
    expect(await readPublic(shop, payment)).toMatchObject({ ...seen, cancelUrl: order.cancelUrl })
    shop.mine([createTransferFor(payment)])
    await shop.settle()
    expect(await readPublic(shop, payment)).toMatchObject({ ...seen, status: 'processing', cancelUrl: null })
    const cancelled = await shop.create(order)
    await shop.checkout.sandbox.payments.cancel(cancelled.id)
    expect(await readPublic(shop, cancelled)).toMatchObject({ status: 'cancelled', cancelUrl: order.cancelUrl })
    expect(await readPublic(shop, await shop.create())).toMatchObject({
      description: null,
      lineItems: [],
      cancelUrl: null,
    })
  })

  test('that does not add up is refused, and says by how much', async () => {
    const shop = await open()
    const lineItems = [...order.lineItems, { name: 'Gift wrap', quantity: 3, unitAmount: 0.1 }]
    expect(readProblem(await post(shop, { ...order, lineItems }))).toMatchObject({
      code: 'invalid_parameter',
      param: 'lineItems',
      message: 'lineItems must add up to the amount, 49.90: their sum is 50.20.',
    })
    expect((await post(shop, { ...order, amount: 50.2, lineItems })).status).toBe(201)
    expect((await post(shop, { ...order, lineItems: [] })).body.lineItems).toEqual([])
  })

  test('is found by its reference: one merchant, one environment, from page to page', async () => {
    const shop = await open()
    const made: Payment[] = []
    for (let n = 0; n < 3; n++) made.unshift(await shop.create({ reference: 'A-1', amount: n + 1 }))
    await shop.create({ reference: 'A-10' })
    await shop.create()
    const other = await addMerchant(shop)
    await post(shop, { reference: 'A-1', merchantWallet: TEST_PAYER }, { key: other.sandbox })
    const { payments } = shop.checkout.sandbox
    expect(await payments.list({ reference: 'A-1' })).toMatchObject({
      data: made.map(({ id }) => ({ id })),
      totalCount: 3,
    })
    const rest = await payments.list({ reference: 'A-1', limit: 1, starting_after: made[1]?.id })
    expect(rest).toMatchObject({ data: [{ id: made[2]?.id }], hasMore: false, totalCount: 3 })
    await payments.cancel(made[1]?.id ?? '')
    expect(await payments.list({ reference: 'A-1', status: 'cancelled' })).toMatchObject({ totalCount: 1 })
    expect(await payments.list({ reference: 'a-1' })).toMatchObject({ data: [], totalCount: 0 })
    expect(await shop.checkout.payments.list({ reference: 'A-1' })).toMatchObject({ totalCount: 0 })
  })

  test('is part of what an Idempotency-Key compares', async () => {
    const shop = await open()
    const headers = { 'idempotency-key': 'order-1' }
    const first = await post(shop, order, { headers })
    expect((await post(shop, order, { headers })).body).toEqual(first.body)
    expect(readProblem(await post(shop, { ...order, reference: 'A-2' }, { headers })).code).toBe('idempotency_mismatch')
  })
})

describe('a payment that supersedes another', () => {
  test('cancels it in the same transaction, and its page leads to the new one', async () => {
    const shop = await open()
    const old = await shop.create({ reference: 'A-1' })
    const made = await shop.create({ reference: 'A-1', amount: 12, supersedes: old.id })
    expect(made).toMatchObject({ status: 'created', supersedes: old.id, supersededBy: null })
    const ended = await shop.retrieve(old)
    expect(ended).toMatchObject({ status: 'cancelled', supersedes: null, supersededBy: made.id })
    expect(await readPublic(shop, old)).toMatchObject({ status: 'cancelled', supersededByUrl: made.url })
    expect((await readPublic(shop, made)).supersededByUrl).toBeNull()
    expect(await listTypes(shop)).toEqual([
      ['payment.created', old.id],
      ['payment.cancelled', old.id],
      ['payment.created', made.id],
    ])
    const { data } = await shop.checkout.sandbox.events.list({ type: 'payment.cancelled' })
    expect(data[0]?.data.object).toMatchObject({ supersededBy: made.id })
    expect(await shop.checkout.sandbox.payments.cancel(old.id)).toEqual(ended)
    const usage = await shop.checkout.context.db.selectFrom('payment_usage').selectAll().execute()
    expect(usage.map((row) => Number(row.open_payments))).toEqual([1])
  })

  test('leaves money that still comes to the old one where it is recorded today', async () => {
    const shop = await open()
    await shop.settle()
    const old = await shop.create({ reference: 'A-1' })
    const made = await shop.create({ reference: 'A-1', supersedes: old.id })
    shop.mine([createTransferFor(old)])
    await shop.settle()
    expect(await shop.retrieve(old)).toMatchObject({
      ...{ status: 'cancelled', exceptions: ['late'], amountReceived: old.cryptoAmount, supersededBy: made.id },
    })
    expect(await shop.retrieve(made)).toMatchObject({ status: 'created', amountReceived: '0.000000' })
  })

  test('must name an open payment of the same order, merchant and environment', async () => {
    const shop = await open()
    await shop.settle()
    const other = await addMerchant(shop)
    const body = { reference: 'A-1', merchantWallet: TEST_PAYER }
    const theirs = (await post(shop, body, { key: other.sandbox })).body
    const production = await shop.checkout.payments.create({ ...paymentInput, reference: 'A-1' })
    const cancelled = await shop.create({ reference: 'A-1' })
    await shop.checkout.sandbox.payments.cancel(cancelled.id)
    const paid = await shop.create({ reference: 'A-1' })
    shop.mine([createTransferFor(paid)])
    await shop.settle()
    const another = await shop.create({ reference: 'A-2' })
    const without = await shop.create()
    const before = await countRows(shop)
    const cases = [
      [theirs.id, 404, 'resource_missing'],
      [production.id, 404, 'resource_missing'],
      ['pay_00000000000000000000000000', 404, 'resource_missing'],
      [another.id, 400, 'invalid_parameter'],
      [without.id, 400, 'invalid_parameter'],
      [cancelled.id, 400, 'invalid_state'],
      [paid.id, 400, 'invalid_state'],
    ] as const
    for (const [supersedes, status, code] of cases) {
      const problem = readProblem(await post(shop, { reference: 'A-1', supersedes }))
      expect([supersedes, problem]).toMatchObject([supersedes, { status, code, param: 'supersedes' }])
    }
    expect(await countRows(shop)).toEqual(before)
    expect((await shop.retrieve(another)).status).toBe('created')
  })

  test('needs the right to cancel it: who may only create payments ends none by that', async () => {
    const shop = await open()
    const old = await shop.create({ reference: 'A-1' })
    const creator = await shop.makeKey('sandbox', ['payments:create', 'payments:read'])
    const before = await countRows(shop)
    const ask = (key = creator) => post(shop, { reference: 'A-1', amount: 1, supersedes: old.id }, { key })
    const refused = { status: 403, code: 'insufficient_scope', param: 'supersedes', scope: 'payments:write' }
    expect(readProblem(await ask())).toMatchObject(refused)
    expect(await countRows(shop)).toEqual(before)
    expect(await shop.retrieve(old)).toMatchObject({ status: 'created', supersededBy: null })
    expect((await post(shop, { reference: 'A-1', amount: 1 }, { key: creator })).status).toBe(201)
    expect((await ask(await shop.makeKey('sandbox', ['payments:write']))).status).toBe(201)
  })

  test('leaves the old one open when it is itself refused in its transaction', async () => {
    const shop = await openShop({ plans: { sandbox: { requestsPerMinute: 1_000, textMegabytes: 0.0002 } } })
    const old = await shop.create({ reference: 'A-1' })
    const description = 'x'.repeat(300)
    for (let n = 0; n < 2; n++) {
      const problem = readProblem(await post(shop, { reference: 'A-1', supersedes: old.id, description }))
      expect(problem.code).toBe('quota_exceeded')
    }
    expect(await shop.retrieve(old)).toMatchObject({ status: 'created', supersededBy: null })
    expect(await listTypes(shop)).toEqual([['payment.created', old.id]])
  })

  test('takes its place where a merchant has as many open payments as the plan allows', async () => {
    const shop = await openShop({ plans: { sandbox: { requestsPerMinute: 1_000, openPayments: 1 } } })
    const old = await shop.create({ reference: 'A-1' })
    expect(readProblem(await post(shop, { reference: 'A-1' })).code).toBe('quota_exceeded')
    expect((await post(shop, { reference: 'A-1', supersedes: old.id })).status).toBe(201)
  })

  test('wins alone: of many creations at once that supersede the same one', async () => {
    const shop = await open()
    const old = await shop.create({ reference: 'A-1' })
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => post(shop, { reference: 'A-1', supersedes: old.id })),
    )
    const made = answers.filter(({ status }) => status === 201)
    expect(made).toHaveLength(1)
    for (const refused of answers.filter(({ status }) => status !== 201))
      expect(readProblem(refused)).toMatchObject({ status: 400, code: 'invalid_state', param: 'supersedes' })
    expect((await shop.retrieve(old)).supersededBy).toBe(made[0]?.body.id)
    expect((await listTypes(shop)).map(([type]) => type)).toEqual([
      'payment.created',
      'payment.cancelled',
      'payment.created',
    ])
  })

  test('is answered again by its Idempotency-Key, and supersedes once', async () => {
    const shop = await open()
    const old = await shop.create({ reference: 'A-1' })
    const headers = { 'idempotency-key': 'again' }
    const first = await post(shop, { reference: 'A-1', supersedes: old.id }, { headers })
    const second = await post(shop, { reference: 'A-1', supersedes: old.id }, { headers })
    expect([second.status, second.body]).toEqual([201, first.body])
    expect((await countRows(shop)).payments).toBe(2)
  })
})
