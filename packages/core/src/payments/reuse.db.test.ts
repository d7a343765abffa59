import type { Payment } from '@crypto-checkout/api-types'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openStorage } from '../storage/open.ts'
import { createDeadline, Ended } from '../testing/deadline.ts'
import { createTransferFor, paymentInput, TEST_PAYER, testCheckout } from '../testing/index.ts'
import { pickRuns } from '../testing/runs.ts'
import { addMerchant, countRows, openShop, readProblem } from '../testing/shop.ts'
import { testDatabase, testStorage } from '../testing/storage.ts'
import { recomputeAll } from './recompute.ts'
import { findAnyPayment } from './store.ts'

const open = async (options: Parameters<typeof openShop>[0] = {}) => {
  const shop = await openShop(options, { storage: await testStorage() })
  await shop.settle()
  return shop
}
type Shop = Awaited<ReturnType<typeof open>>

const order = { reference: 'A-1', reuse: true }
const post = (shop: Pick<Shop, 'request'>, body: object = {}, call: object = {}) =>
  shop.request('POST', '/sandbox/v1/payments', { body: { ...paymentInput, ...order, ...body }, ...call })
const ask = async (shop: Pick<Shop, 'request'>, body: object = {}): Promise<Payment> => {
  const answer = await post(shop, body)
  expect(answer.status).toBe(201)
  return answer.body
}
/** Lets the deadline pass and the chain be read past it. */
const pass = async (shop: Shop, { expiresAt }: Payment) => {
  shop.clock.advance(Date.parse(expiresAt) - shop.clock.now())
  shop.mine()
  await shop.settle()
}

/** Sends three coins, which a transfer of another amount needs to be assigned. */
const payPart = async (shop: Shop, payment: Payment) => {
  shop.mine([createTransferFor(payment, 3_000_000n)])
  await shop.watch()
  const { transfers } = shop.checkout.sandbox
  const [newest] = (await transfers.list({ status: 'unattributed' })).data
  await transfers.assign(newest?.id ?? '', { paymentId: payment.id })
}

describe('an order that is asked for again', () => {
  test('gets its open payment, unchanged, whatever else the request says', async () => {
    const shop = await open()
    const first = await ask(shop, { redirectUrl: 'https://shop.example.com/thanks?try=1', metadata: { try: 1 } })
    const before = await countRows(shop)
    const cases = [{}, { amount: '10.00' }, { currency: 'usd' }, { expiresIn: 60, description: 'Beans' }]
    for (const body of [...cases, { metadata: { try: 2 }, merchantWallet: TEST_PAYER, network: 'ethereum' }])
      expect(await ask(shop, body)).toEqual(first)
    expect(await shop.create({ ...order })).toEqual(first)
    expect(await countRows(shop)).toEqual(before)
  })

  test('is one of a merchant, an environment, a reference and a price, made with reuse', async () => {
    const shop = await open()
    const first = await ask(shop)
    const other = await addMerchant(shop)
    const others = [
      await ask(shop, { reference: 'A-2' }),
      await ask(shop, { amount: 10.01 }),
      await ask(shop, { currency: 'EUR', cryptocurrency: 'USDC' }).catch(() => null),
      await shop.create({ reference: 'A-1' }),
      await shop.create({ reference: 'A-1', reuse: false }),
      await shop.checkout.payments.create({ ...paymentInput, ...order }),
      (await post(shop, { merchantWallet: TEST_PAYER }, { key: other.sandbox })).body,
    ]
    const ids = others.flatMap((one) => (one ? [one.id] : []))
    expect(new Set([first.id, ...ids]).size).toBe(1 + ids.length)
    expect((await ask(shop)).id).toBe(first.id)
  })

  test('gets another one once that has ended, and the same while money of it is on its way', async () => {
    const shop = await open()
    const first = await ask(shop)
    await payPart(shop, first)
    expect(await ask(shop)).toMatchObject({ id: first.id, status: 'partially_paid' })
    shop.mine([createTransferFor(await shop.retrieve(first))])
    await shop.watch()
    expect(await ask(shop)).toMatchObject({ id: first.id, status: 'processing' })
    for (let block = 0; block < 3; block++) shop.mine()
    await shop.settle()
    expect((await shop.retrieve(first)).status).toBe('completed')
    const second = await ask(shop)
    await shop.checkout.sandbox.payments.cancel(second.id)
    const third = await ask(shop, { expiresIn: 60 })
    await pass(shop, third)
    expect((await shop.retrieve(third)).status).toBe('expired')
    const fourth = await ask(shop)
    expect(new Set([first, second, third, fourth].map(({ id }) => id)).size).toBe(4)
  })

  test('gets another one after the deadline, before the chain is known to have passed it', async () => {
    const shop = await open()
    const [first, paid] = [await ask(shop, { expiresIn: 60 }), await ask(shop, { reference: 'A-2', expiresIn: 60 })]
    shop.mine([createTransferFor(paid)])
    await shop.watch()
    shop.clock.advance(60_000)
    const second = await ask(shop)
    expect(second.id).not.toBe(first.id)
    expect((await ask(shop)).id).toBe(second.id)
    expect((await shop.retrieve(first)).status).toBe('created')
    expect(await ask(shop, { reference: 'A-2' })).toMatchObject({ id: paid.id, status: 'processing' })
  })

  test('must have a reference', async () => {
    const shop = await open()
    const { reference: _, ...without } = order
    const answer = await shop.request('POST', '/sandbox/v1/payments', { body: { ...paymentInput, ...without } })
    expect(readProblem(answer)).toMatchObject({
      ...{ status: 400, code: 'missing_parameter', param: 'reference', message: 'reference is required with reuse.' },
    })
    expect(await shop.create({ reuse: false })).toMatchObject({ reference: null })
  })

  test('shows a payment of others: that needs a right to read', async () => {
    const shop = await open()
    const creator = await shop.makeKey('sandbox', ['payments:create'])
    const reader = await shop.makeKey('sandbox', ['payments:create', 'payments:read'])
    const { id } = await ask(shop)
    expect(readProblem(await post(shop, {}, { key: creator }))).toMatchObject({
      ...{ status: 403, code: 'insufficient_scope', param: 'reuse', scope: 'payments:read' },
    })
    expect((await post(shop, {}, { key: reader })).body.id).toBe(id)
  })

  test('gets its payment although another one would be refused', async () => {
    const shop = await open({ plans: { sandbox: { requestsPerMinute: 1_000, openPayments: 1 } } })
    const first = await ask(shop)
    expect(readProblem(await post(shop, { reference: 'A-2' })).code).toBe('quota_exceeded')
    expect((await ask(shop)).id).toBe(first.id)
    expect((await ask(shop)).id).toBe(first.id)
  })

  test('keeps its answer for an Idempotency-Key, which knows nothing of orders', async () => {
    const shop = await open()
    const call = (key: string) => ({ headers: { 'idempotency-key': key } })
    const first = await post(shop, {}, call('one'))
    const second = await post(shop, {}, call('two'))
    expect(second.body).toEqual(first.body)
    await shop.checkout.sandbox.payments.cancel(first.body.id)
    for (const key of ['one', 'two']) expect((await post(shop, {}, call(key))).body).toEqual(first.body)
    expect(readProblem(await post(shop, { amount: 11 }, call('two'))).code).toBe('idempotency_mismatch')
    expect((await post(shop, {}, call('three'))).body.id).not.toBe(first.body.id)
  })
})

describe('an order whose cart changes', () => {
  test('is replaced once, and asked again it is the same', async () => {
    const shop = await open()
    const first = await ask(shop)
    const body = { amount: 12, supersedes: first.id }
    const second = await ask(shop, body)
    expect(second).toMatchObject({ supersedes: first.id, status: 'created' })
    expect(await ask(shop, body)).toEqual(second)
    expect(await shop.retrieve(first)).toMatchObject({ status: 'cancelled', supersededBy: second.id })
    // The price of before again.
    const third = await ask(shop, { supersedes: second.id })
    expect(new Set([first.id, second.id, third.id]).size).toBe(3)
    expect((await ask(shop)).id).toBe(third.id)
    expect(readProblem(await post(shop, { amount: 13, supersedes: first.id })).code).toBe('invalid_state')
  })

  test('frees the place of one with the same price in the same transaction', async () => {
    const shop = await open()
    const first = await ask(shop)
    const second = await ask(shop, { supersedes: first.id })
    expect(second.id).not.toBe(first.id)
    expect(await ask(shop, { supersedes: first.id })).toEqual(second)
    expect((await ask(shop)).id).toBe(second.id)
  })

  test('leads from the one that it replaces to the one that is open already', async () => {
    const shop = await open()
    const [first, second] = [await ask(shop), await ask(shop, { amount: 12 })]
    expect((await ask(shop, { amount: 12, supersedes: first.id })).id).toBe(second.id)
    expect(await shop.retrieve(first)).toMatchObject({ status: 'cancelled', supersededBy: second.id })
  })

  test('keeps both as they were if the new one is refused', async () => {
    const shop = await open()
    const first = await ask(shop)
    const refused = await post(shop, { supersedes: first.id, merchantWallet: '0x0' })
    expect(readProblem(refused).code).toBe('invalid_wallet_address')
    expect((await ask(shop)).id).toBe(first.id)
  })
})

describe('at once', () => {
  test('sixteen requests of two servers make one payment, and all get it', async () => {
    const { url, remove } = await testDatabase()
    const one = await testCheckout({}, { storage: openStorage(url, 'run') })
    const other = await testCheckout({}, { clock: one.clock, node: one.node, storage: openStorage(url, 'run') })
    onTestFinished(async () => {
      for (const close of [one.stop, other.stop, remove]) await close()
    })
    for (const body of [{}, { reference: 'A-2' }, { reference: 'A-3', amount: 11 }]) {
      const answers = await Promise.all(
        Array.from({ length: 16 }, (_, index) => {
          const headers = index % 4 === 0 ? { 'idempotency-key': `${JSON.stringify(body)} ${index}` } : {}
          return post(index % 2 === 0 ? one : other, body, { key: one.key, headers })
        }),
      )
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
      expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1)
    }
    expect((await one.checkout.sandbox.payments.list()).totalCount).toBe(3)
  })

  test('many that replace the same one, and ask for the same, get the same', async () => {
    const shop = await open()
    const first = await ask(shop)
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(shop, { amount: 12, supersedes: first.id })))
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  })
})

test('a payment that reopens takes its place again, unless another one has it', async () => {
  const shop = await open({ latePayments: 'accept' })
  const [free, taken] = [await ask(shop, { expiresIn: 60 }), await ask(shop, { reference: 'A-2', expiresIn: 60 })]
  await pass(shop, free)
  const newer = await ask(shop, { reference: 'A-2' })
  shop.mine([createTransferFor(free), createTransferFor(taken)])
  await shop.watch()
  for (const payment of [free, taken]) expect((await shop.retrieve(payment)).status).toBe('processing')
  expect((await ask(shop)).id).toBe(free.id)
  expect((await ask(shop, { reference: 'A-2' })).id).toBe(newer.id)
  for (let block = 0; block < 3; block++) shop.mine()
  await shop.settle()
  for (const payment of [free, taken])
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed', amountReceived: payment.cryptoAmount })
  expect((await ask(shop)).id).not.toBe(free.id)
})

test('two payments of an order that reopen at once leave it one', async () => {
  const shop = await open({ latePayments: 'accept' })
  const first = await ask(shop, { expiresIn: 60 })
  await pass(shop, first)
  const second = await ask(shop, { expiresIn: 60 })
  await pass(shop, second)
  shop.mine([createTransferFor(first), createTransferFor(second)])
  await shop.watch()
  for (const payment of [first, second]) expect((await shop.retrieve(payment)).status).toBe('processing')
  const held = await ask(shop)
  expect([first.id, second.id]).toContain(held.id)
})

test('one reopens while the one that has its place ends in the same step, and takes it', async () => {
  const shop = await open()
  const first = await ask(shop, { expiresIn: 60 })
  await pass(shop, first)
  const second = await ask(shop)
  const { context } = shop.checkout
  const now = context.now()
  await context.transact(async (tx) => {
    const [expired, created] = [await findAnyPayment(tx, first.id), await findAnyPayment(tx, second.id)]
    if (!expired || !created) throw new Error('a payment is missing')
    const reopened = { before: expired, marks: { past_deadline_at: null, expires_at: now + 60_000 } }
    await recomputeAll(context, tx, [reopened, { before: created, marks: { cancelled_at: now } }])
  })
  expect((await shop.retrieve(second)).status).toBe('cancelled')
  expect(await ask(shop)).toMatchObject({ id: first.id, status: 'created' })
})

const references = ['A-1', 'A-2']
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('ask' as const), of: fc.nat(1), dear: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('replace' as const), of: fc.nat(9), dear: fc.boolean() }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('pay' as const), of: fc.nat(9), part: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), of: fc.nat(9) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('read' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('drop' as const) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('wait' as const) }) },
)

test('whatever happens, an order has one payment that is asked for, and all money counts', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      const shop = await open({ latePayments: 'accept' })
      const made = new Map<string, Payment>()
      const pick = (index: number) => [...made.values()].at(index % Math.max(1, made.size))
      for (const one of steps) {
        const chosen = 'of' in one ? pick(one.of) : undefined
        if (one.do === 'ask') {
          const body = { reference: references[one.of], amount: one.dear ? 12 : 10 }
          const holder = await findHolder(shop, body)
          const payment = await ask(shop, { ...body, expiresIn: 30 })
          if (holder) expect(payment.id).toBe(holder)
          expect(['created', 'partially_paid', 'processing']).toContain(payment.status)
          expect((await ask(shop, body)).id).toBe(payment.id)
          made.set(payment.id, payment)
        }
        if (one.do === 'replace' && chosen) {
          const body = { reference: chosen.reference, amount: one.dear ? 12 : 10, supersedes: chosen.id, expiresIn: 30 }
          const { status, body: answer } = await post(shop, body)
          if (status === 201) made.set(answer.id, answer)
          else expect(answer.error.code).toBe('invalid_state')
        }
        if (one.do === 'pay' && chosen)
          await (one.part ? payPart(shop, chosen) : shop.mine([createTransferFor(chosen)]))
        if (one.do === 'cancel' && chosen)
          await shop.checkout.sandbox.payments
            .cancel(chosen.id)
            .catch((error) => expect(error.code).toBe('invalid_state'))
        if (one.do === 'read') await shop.settle()
        if (one.do === 'drop') {
          shop.node.drop(1)
          shop.mine()
        }
        if (one.do === 'wait') {
          shop.clock.advance(20_000)
          shop.mine()
          await shop.settle()
        }
      }
      for (let block = 0; block < 4; block++) shop.mine()
      await shop.settle()
      const sent = shop.node.transfers().reduce((sum, { rawAmount }) => sum + rawAmount, 0n)
      const { data } = await shop.checkout.sandbox.payments.list({ limit: 100 })
      const received = data.reduce((sum, { amountReceived }) => sum + BigInt(amountReceived.replace('.', '')), 0n)
      const { data: stray } = await shop.checkout.sandbox.transfers.list({ status: 'unattributed', limit: 100 })
      const unattributed = stray
        .filter(({ status }) => status !== 'orphaned')
        .reduce((sum, { rawAmount }) => sum + BigInt(rawAmount), 0n)
      expect(received + unattributed).toBe(sent)
      await shop.stop()
    }),
    { numRuns: pickRuns({ full: 100, quick: 15 }) },
  )
}, 240_000)

/** The id of the payment that has an order's place and can still be paid. */
async function findHolder(shop: Shop, { reference, amount }: { reference: string | undefined; amount: number }) {
  const rows = await shop.checkout.context.db
    .selectFrom('payments')
    .select(['id', 'status', 'expires_at'])
    .where('reference', '=', reference ?? '')
    .where('amount_cents', '=', amount * 100)
    .where('reuse', '=', 1)
    .where('status', 'in', ['created', 'partially_paid', 'processing'])
    .execute()
  expect(rows.length).toBeLessThan(2)
  return rows.find(({ status, expires_at }) => status === 'processing' || expires_at > shop.clock.now())?.id
}

test('a crash before or after any commit makes one payment for an order', async () => {
  let calls = 0
  for (let goesOn = true; goesOn; calls += 1) {
    const line = createDeadline()
    const shop = await openShop({}, { storage: await line.storage() })
    await shop.settle()
    const first = await ask(shop)
    line.watch(shop.node)
    line.begin(calls)
    goesOn = false
    for (const body of [{ reference: 'A-2' }, { amount: 12, supersedes: first.id }]) {
      const work = async () => {
        if ((await post(shop, body)).status >= 500) throw new Ended('nobody answers')
      }
      await line.while(work).catch(async (error: unknown) => {
        if (!line.isOver()) throw error
        goesOn = true
        line.begin(Number.POSITIVE_INFINITY)
        shop.restart()
        await shop.watch()
        await work()
      })
    }
    expect((await shop.checkout.sandbox.payments.list()).totalCount).toBe(3)
    expect(await shop.retrieve(first)).toMatchObject({ status: 'cancelled' })
    await shop.stop()
  }
  expect(calls).toBeGreaterThan(4)
})
