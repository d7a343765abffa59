import { describe, expect, test } from 'vitest'
import { createTransferFor, paymentInput, TEST_PAYER, testCheckout } from '../testing/index.ts'
import { countRows, fillShop, openShop, readProblem } from '../testing/shop.ts'
import { testStorage } from '../testing/storage.ts'
import { createPruneJob } from '../workers/prune.ts'

const PAYMENTS = '/sandbox/v1/payments'
const DAY_MS = 24 * 3_600_000
const keyed = (key: string) => ({ 'idempotency-key': key })

type Shop = Awaited<ReturnType<typeof openShop>>

async function countPayments(shop: Shop): Promise<number> {
  return (await shop.checkout.sandbox.payments.list()).totalCount
}

describe('a repeated request with the same Idempotency-Key', () => {
  test('is answered as the first one was, to the byte, and says so', async () => {
    const shop = await openShop()
    const call = { body: paymentInput, headers: keyed('order 1 ~!') }
    const first = await shop.request('POST', PAYMENTS, call)
    expect([first.status, first.headers['idempotent-replayed']]).toEqual([201, undefined])
    await shop.checkout.sandbox.payments.cancel(first.body.id)
    const again = await shop.request('POST', PAYMENTS, call)
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([201, 'true'])
    expect(again.body).toEqual(first.body)
    expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
    expect(await countPayments(shop)).toBe(1)
  })

  test('is refused with another body or path, and leaves the first answer as it was', async () => {
    const shop = await openShop()
    const first = await shop.request('POST', PAYMENTS, { body: paymentInput, headers: keyed('k') })
    const other = { ...paymentInput, amount: 11 }
    const mismatch = { status: 400, code: 'idempotency_mismatch', param: 'Idempotency-Key' }
    expect(readProblem(await shop.request('POST', PAYMENTS, { body: other, headers: keyed('k') }))).toMatchObject(
      mismatch,
    )
    const spaced = JSON.stringify(paymentInput, null, 1)
    expect(readProblem(await shop.request('POST', PAYMENTS, { body: spaced, headers: keyed('k') }))).toMatchObject(
      mismatch,
    )
    const cancel = await shop.request('POST', `${PAYMENTS}/${first.body.id}/cancel`, { headers: keyed('k') })
    expect(readProblem(cancel)).toMatchObject(mismatch)
    const again = await shop.request('POST', PAYMENTS, { body: paymentInput, headers: keyed('k') })
    expect(again.body).toEqual(first.body)
    expect(await shop.retrieve(first.body)).toMatchObject({ status: 'created' })
  })

  test('that is still being worked on is refused; later it is answered', async () => {
    const shop = await openShop()
    const call = { body: paymentInput, headers: keyed('k') }
    const answers = await Promise.all(Array.from({ length: 5 }, () => shop.request('POST', PAYMENTS, call)))
    // A late one gets the response of the first.
    const isFirst = ({ status, headers }: (typeof answers)[number]) =>
      status === 201 && headers['idempotent-replayed'] === undefined
    const created = answers.filter(isFirst)
    const refused = answers.filter((answer) => answer.status !== 201).map(readProblem)
    expect(created).toHaveLength(1)
    for (const problem of refused)
      expect(problem).toMatchObject({ status: 400, code: 'idempotency_in_progress', param: 'Idempotency-Key' })
    expect((await shop.request('POST', PAYMENTS, call)).body).toEqual(created[0]?.body)
    expect(await countPayments(shop)).toBe(1)
  })

  test('on two servers with one database at once makes one payment, and both say the same', async () => {
    const storage = await testStorage()
    const one = await testCheckout({}, { storage })
    const two = await testCheckout({}, { storage })
    const call = { body: paymentInput, headers: keyed('k'), key: one.key }
    const answers = await Promise.all([one.request('POST', PAYMENTS, call), two.request('POST', PAYMENTS, call)])
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(answers[1]?.body).toEqual(answers[0]?.body)
    expect(answers.map(({ headers }) => headers['idempotent-replayed']).sort()).toEqual(['true', undefined])
    expect((await one.checkout.sandbox.payments.list()).totalCount).toBe(1)
  })

  test('is not refused because another server has just done what it asks for', async () => {
    const storage = await testStorage()
    let held: Promise<void> = Promise.resolve()
    const slow: typeof storage = {
      ...storage,
      transact: async (work) => {
        await held
        return storage.transact(work)
      },
    }
    const one = await testCheckout({}, { storage })
    const two = await testCheckout({}, { storage: slow, clock: one.clock, node: one.node })
    const payment = await one.create()
    one.mine([createTransferFor(payment)])
    one.mine()
    for (let blocks = 0; blocks < 3; blocks++) one.mine()
    await one.settle()
    const { promise, resolve: goOn } = Promise.withResolvers<void>()
    held = promise
    const refund = { body: { paymentId: payment.id, destination: TEST_PAYER }, headers: keyed('r'), key: one.key }
    const waiting = two.request('POST', '/sandbox/v1/refunds', refund)
    const first = await one.request('POST', '/sandbox/v1/refunds', refund)
    goOn()
    const second = await waiting
    expect([first.status, second.status, second.headers['idempotent-replayed']]).toEqual([201, 201, 'true'])
    expect(second.body).toEqual(first.body)
  })

  test('is another request after 24 hours', async () => {
    const shop = await openShop()
    const call = { body: paymentInput, headers: keyed('k') }
    const first = await shop.request('POST', PAYMENTS, call)
    shop.clock.advance(DAY_MS - 1)
    expect((await shop.request('POST', PAYMENTS, call)).body.id).toBe(first.body.id)
    shop.clock.advance(1)
    const second = await shop.request('POST', PAYMENTS, call)
    expect(second.body.id).not.toBe(first.body.id)
    expect(second.headers['idempotent-replayed']).toBeUndefined()
    expect((await shop.request('POST', PAYMENTS, call)).body.id).toBe(second.body.id)
    const other = { ...call, body: { ...paymentInput, amount: 11 } }
    expect(readProblem(await shop.request('POST', PAYMENTS, other)).code).toBe('idempotency_mismatch')
  })

  test('survives a restart', async () => {
    const shop = await openShop()
    const call = { body: paymentInput, headers: keyed('k') }
    const first = await shop.request('POST', PAYMENTS, call)
    shop.restart()
    expect((await shop.request('POST', PAYMENTS, call)).body).toEqual(first.body)
  })
})

test('what was refused is not kept: the corrected request may use the key', async () => {
  const shop = await openShop()
  const headers = keyed('k')
  for (const body of ['{', { ...paymentInput, amount: -1 }, { ...paymentInput, currency: 'XXX' }]) {
    expect((await shop.request('POST', PAYMENTS, { body, headers })).status).toBe(400)
  }
  expect((await countRows(shop)).idempotency).toBe(0)
  expect((await shop.request('POST', PAYMENTS, { body: paymentInput, headers })).status).toBe(201)
  expect((await countRows(shop)).idempotency).toBe(1)
})

test('an answer is not given to a key that may not ask for it', async () => {
  const shop = await openShop()
  const call = { body: paymentInput, headers: keyed('k') }
  await shop.request('POST', PAYMENTS, call)
  const reader = await shop.makeKey('sandbox', ['payments:read'])
  expect((await shop.request('POST', PAYMENTS, { ...call, key: reader })).status).toBe(403)
  const writer = await shop.makeKey('sandbox', ['payments:write'])
  expect((await shop.request('POST', PAYMENTS, { ...call, key: writer })).headers['idempotent-replayed']).toBe('true')
})

test.each([
  ['making a webhook', '/sandbox/v1/webhooks', { url: 'https://shop.example.com/hook' }, 'webhooks:write'],
  ['a new default secret', '/sandbox/v1/merchant/webhook_secret/rotate', undefined, 'merchant:write'],
] as const)('%s is repeated with its secret, to who may make one, for a day', async (_name, path, body, scope) => {
  const shop = await openShop()
  const { db } = shop.checkout.context
  const call = { ...(body ? { body } : {}), headers: keyed('k') }
  const first = await shop.request('POST', path, call)
  expect(first.body.secret).toMatch(/^whsec_/)
  const writer = await shop.makeKey('sandbox', [scope])
  const again = await shop.request('POST', path, { ...call, key: writer })
  expect([again.headers['idempotent-replayed'], again.body]).toEqual(['true', first.body])
  expect((await countRows(shop)).webhook_secrets).toBe(1)
  const reader = await shop.makeKey('sandbox', ['webhooks:read', 'merchant:read'])
  expect((await shop.request('POST', path, { ...call, key: reader })).status).toBe(403)
  shop.clock.advance(DAY_MS)
  await createPruneJob(shop.checkout.context).run()
  expect(await db.selectFrom('idempotency').select('body').execute()).toEqual([])
})

test.each([
  ['nothing', ''],
  ['256 characters', 'x'.repeat(256)],
  ['a control character', 'a\u0007'],
  ['what is not ASCII', 'schlüssel'],
])('an Idempotency-Key of %s is refused', async (_name, key) => {
  const shop = await openShop()
  const before = await countRows(shop)
  const answer = await shop.request('POST', PAYMENTS, { body: paymentInput, headers: keyed(key) })
  expect(readProblem(answer)).toMatchObject({ status: 400, code: 'invalid_parameter', param: 'Idempotency-Key' })
  expect(await countRows(shop)).toEqual(before)
})

test('255 characters are a key; a GET takes none and keeps nothing', async () => {
  const shop = await openShop()
  const headers = keyed('x'.repeat(255))
  expect((await shop.request('POST', PAYMENTS, { body: paymentInput, headers })).status).toBe(201)
  const read = () => shop.request('GET', PAYMENTS, { headers: keyed('k') })
  expect((await read()).body.totalCount).toBe(1)
  await shop.create()
  expect((await read()).body.totalCount).toBe(2)
  expect((await countRows(shop)).idempotency).toBe(1)
})

test('when the transaction fails neither the payment nor the key is kept', async () => {
  const shop = await openShop()
  const { db } = shop.checkout.context
  const call = { body: paymentInput, headers: keyed('k') }
  for (const table of ['events', 'idempotency'] as const) {
    const before = await countRows(shop)
    await db.schema.alterTable(table).renameTo('hidden').execute()
    expect(readProblem(await shop.request('POST', PAYMENTS, call)).code).toBe('internal_error')
    await db.schema.alterTable('hidden').renameTo(table).execute()
    expect(await countRows(shop)).toEqual(before)
  }
  expect((await shop.request('POST', PAYMENTS, call)).status).toBe(201)
})

test('cancelling, accepting and assigning are repeated with the first answer too', async () => {
  const shop = await openShop()
  const filled = await fillShop(shop)
  const steps: [string, object | undefined][] = [
    [`${PAYMENTS}/${filled.created.id}/cancel`, undefined],
    [`/sandbox/v1/transfers/${filled.unattributed.id}/assign`, { paymentId: filled.partlyPaid.id }],
    [`${PAYMENTS}/${filled.partlyPaid.id}/accept`, undefined],
    [`/sandbox/v1/test_helpers/payments/${filled.processing.id}/pay`, {}],
  ]
  for (const [index, [target, body]] of steps.entries()) {
    const call = { headers: keyed(`step ${index}`), ...(body ? { body } : {}) }
    const first = await shop.request('POST', target, call)
    expect([target, first.status]).toEqual([target, 200])
    const before = await countRows(shop)
    const again = await shop.request('POST', target, call)
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(again.body).toEqual(first.body)
    expect(await countRows(shop)).toEqual(before)
  }
  expect(shop.sent).toHaveLength(1)
})

test('cancelling twice with different keys is answered twice, and happened once', async () => {
  const shop = await openShop()
  const { id } = await shop.create()
  const cancel = (key: string) => shop.request('POST', `${PAYMENTS}/${id}/cancel`, { headers: keyed(key) })
  const first = await cancel('a')
  shop.clock.advance(1_000)
  const second = await cancel('b')
  expect(second.body).toEqual(first.body)
  expect(second.headers['idempotent-replayed']).toBeUndefined()
  expect((await shop.checkout.sandbox.events.list({ type: 'payment.cancelled' })).totalCount).toBe(1)
})
