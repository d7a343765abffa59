import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_SUFFIX } from '../domain/attribution.ts'
import { paymentInput, TEST_WALLET, type TestCheckout, testCheckout } from '../testing/index.ts'
import { addMerchant, openShop } from '../testing/shop.ts'

const post = (shop: TestCheckout, body: object = {}, call: object = {}) =>
  shop.request('POST', '/sandbox/v1/payments', { body: { ...paymentInput, ...body }, ...call })

const postAll = (shop: TestCheckout, bodies: readonly object[]) => Promise.all(bodies.map((body) => post(shop, body)))

const times = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one)

const codes = (answers: readonly Awaited<ReturnType<typeof post>>[]) =>
  answers.map(({ status, body }) => (status === 201 ? 'created' : body.error.code))

/** Everything that is kept of payments adds up. */
async function expectBooks({ checkout: { context } }: TestCheckout): Promise<void> {
  const { db } = context
  const payments = await db.selectFrom('payments').selectAll().orderBy('seq').execute()
  const held = await db.selectFrom('reservations').selectAll().where('current', '=', 1).execute()
  expect(new Set(held.map((row) => `${row.address} ${row.amount} ${row.payment_id}`))).toEqual(
    new Set(payments.map((row) => `${row.address.toLowerCase()} ${row.due} ${row.id}`)),
  )
  expect(new Set(held.map((row) => `${row.address} ${row.amount}`)).size).toBe(payments.length)
  for (const merchant of await db.selectFrom('merchants').select('id').execute()) {
    const own = payments.filter((row) => row.merchant_id === merchant.id)
    const events = await db
      .selectFrom('events')
      .selectAll()
      .where('merchant_id', '=', merchant.id)
      .where('livemode', '=', false)
      .orderBy('sequence')
      .execute()
    expect(events.map(({ sequence }) => Number(sequence))).toEqual(events.map((_, index) => index + 1))
    const created = events.filter(({ type }) => type === 'payment.created')
    expect(created.map(({ payment_id }) => payment_id)).toEqual(own.map(({ id }) => id))
    const usage = await db.selectFrom('payment_usage').selectAll().where('merchant_id', '=', merchant.id).execute()
    const bytes = own.reduce((sum, row) => sum + Buffer.byteLength(row.metadata), 0)
    expect(usage.map((row) => [Number(row.open_payments), Number(row.text_bytes)])).toEqual(
      own.length === 0 ? usage.map(() => [0, 0]) : [[own.length, bytes]],
    )
    const { total } = await db
      .selectFrom('tallies')
      .select((eb) => eb.fn.sum<number>('payments').as('total'))
      .where('merchant_id', '=', merchant.id)
      .where('start', '=', 0)
      .executeTakeFirstOrThrow()
    expect(Number(total)).toBe(own.length)
  }
}

test('payments of many requests at once are created as if one came after the other', async () => {
  const shop = await openShop()
  const wallets = ['1', '2', '3'].map((digit) => `0x${digit.repeat(40)}`)
  const bodies = Array.from({ length: 150 }, (_, n) => ({
    amount: 10 + (n % 4),
    merchantWallet: wallets[n % 3],
    metadata: { order: `${n}` },
  }))
  const answers = await postAll(shop, bodies)
  expect(new Set(codes(answers))).toEqual(new Set(['created']))
  expect(answers.map(({ body }) => body.metadata)).toEqual(bodies.map(({ metadata }) => metadata))
  for (const { body } of answers) {
    expect((await shop.request('GET', `/sandbox/v1/payments/${body.id}`)).body).toEqual(body)
  }
  const found = await shop.request('GET', '/sandbox/v1/payments?q=149')
  expect(found.body.data.map(({ metadata }: { metadata: object }) => metadata)).toEqual([{ order: '149' }])
  await expectBooks(shop)
})

test('requests at once share a few transactions, also those that are refused', async () => {
  const shop = await testCheckout({ plans: { sandbox: { openPayments: 50 } } })
  await post(shop)
  const { storage } = shop
  const { transact } = storage
  let begun = 0
  Object.assign(storage, {
    transact: (...args: Parameters<typeof transact>) => {
      begun += 1
      return transact(...args)
    },
  })
  const answers = await Promise.all(
    times(60, 0).map((_, n) =>
      post(shop, { amount: 20 + n }, n % 2 ? {} : { headers: { 'idempotency-key': `key ${n}` } }),
    ),
  )
  expect(Object.groupBy(codes(answers), (one) => one)).toEqual({
    created: times(49, 'created'),
    quota_exceeded: times(11, 'quota_exceeded'),
  })
  expect(begun).toBeLessThan(5)
})

test('of those whose random amounts are the same, the first has it and others get another one', async () => {
  const shop = await openShop()
  const { context } = shop.checkout
  const { random } = context
  let drawn = 0
  Object.assign(context, { random: (below: number) => (drawn++ < 8 ? 7 : random(below)) })
  const answers = await postAll(shop, times(8, {}))
  expect(new Set(codes(answers))).toEqual(new Set(['created']))
  expect(new Set(answers.map(({ body }) => body.cryptoAmount)).size).toBe(8)
  await expectBooks(shop)
})

test.each([
  ['open payments', { openPayments: 10 }, 'quota_exceeded'],
  ['stored text', { textMegabytes: 0.000_02 }, 'quota_exceeded'],
  ['open payments of a price', { openPaymentsPerPrice: 10 }, 'wallet_capacity_exceeded'],
])('of requests at once, as many are refused as are over the %s', async (_, sandbox, code) => {
  const shop = await testCheckout({ plans: { sandbox } })
  await post(shop)
  const answers = await postAll(shop, times(25, {}))
  expect(Object.groupBy(codes(answers), (one) => one)).toEqual({
    created: times(9, 'created'),
    [code]: times(16, code),
  })
  await expectBooks(shop)
})

test('of requests at once with close prices, as many are refused as if they came one after the other', async () => {
  // A yen is less than the range of a price's amounts, so those of close prices overlap.
  const shop = await testCheckout({ plans: { sandbox: { openPaymentsPerPrice: 10 } }, rates: { JPY: 0.0067 } })
  let drawn = 0
  Object.assign(shop.checkout.context, { random: () => drawn++ })
  const prices = times(20, 0).map((_, n) => ({ currency: 'JPY', amount: 1_500 + (n % 2) }))
  expect(codes(await postAll(shop, prices))).toContain('wallet_capacity_exceeded')
  const rows = await shop.checkout.context.db.selectFrom('payments').select(['price', 'due']).orderBy('seq').execute()
  const amounts = rows.map(({ price, due }) => ({ price: price ?? 0n, due }))
  for (const [index, { price }] of amounts.entries()) {
    const earlier = amounts.slice(0, index).filter(({ due }) => due > price && due <= price + MAX_SUFFIX)
    expect(earlier.length).toBeLessThan(10)
  }
  await expectBooks(shop)
})

test('of merchants that name a new wallet at once, one gets it', async () => {
  const shop = await openShop()
  const other = await addMerchant(shop)
  const merchantWallet = `0x${'7'.repeat(40)}`
  const answers = await Promise.all(
    times(12, 0).map((_, n) => post(shop, { merchantWallet, amount: 10 + n }, n % 2 ? { key: other.sandbox } : {})),
  )
  const [own, others] = [0, 1].map((rest) => codes(answers.filter((_, n) => n % 2 === rest)))
  expect(new Set([...(own ?? []), ...(others ?? [])])).toEqual(new Set(['created', 'invalid_wallet_address']))
  expect([new Set(own).size, new Set(others).size]).toEqual([1, 1])
  await expectBooks(shop)
})

test('each answer is kept for its Idempotency-Key, and a key that is used twice makes one payment', async () => {
  const shop = await openShop()
  const call = (n: number) => ({ headers: { 'idempotency-key': `order ${n % 20}` } })
  const amountOf = (n: number) => ({ amount: 10 + (n % 20) })
  const answers = await Promise.all(times(40, 0).map((_, n) => post(shop, amountOf(n), call(n))))
  const created = answers.flatMap(({ status, body }, n) => (status === 201 ? [[n % 20, body.id] as const] : []))
  expect(new Map(created).size).toBe(20)
  expect(new Set(codes(answers))).toEqual(new Set(['created', 'idempotency_in_progress']))
  for (let n = 0; n < 20; n++) {
    const again = await post(shop, amountOf(n), call(n))
    expect(again).toMatchObject({ status: 201, headers: { 'idempotent-replayed': 'true' } })
    expect([...new Set(created.filter(([key]) => key === n).map(([, id]) => id))]).toEqual([again.body.id])
  }
  await expectBooks(shop)
})

test('a key that another server has just used undoes its payment, and no other', async () => {
  const shop = await openShop()
  const { context } = shop.checkout
  const used = { headers: { 'idempotency-key': 'used' } }
  const first = await post(shop, {}, used)
  const [row] = await context.db.selectFrom('idempotency').selectAll().execute()
  await context.transact((tx) => tx.deleteFrom('idempotency').execute())
  // The other server commits after this one has looked for the answer.
  const { transact } = shop.storage
  let others = row ? [row] : []
  Object.assign(shop.storage, {
    transact: async (...args: Parameters<typeof transact>) => {
      const theirs = others
      others = []
      for (const one of theirs) await transact((tx) => tx.insertInto('idempotency').values(one).execute())
      return transact(...args)
    },
  })
  const answers = await Promise.all([post(shop, {}, used), post(shop, { amount: 11 })])
  expect(answers.map(({ status }) => status)).toEqual([201, 201])
  expect(answers[0]?.body).toEqual(first.body)
  expect(await context.db.selectFrom('payments').select('amount_cents').execute()).toHaveLength(2)
  await expectBooks(shop)
})

test('payments whose commit was done without a word are answered, and made once', async () => {
  const shop = await openShop()
  const { transact } = shop.storage
  let left = 1
  Object.assign(shop.storage, {
    transact: async (...args: Parameters<typeof transact>) => {
      const value = await transact(...args)
      if (left-- > 0) throw new Error('what became of it is not known')
      return value
    },
  })
  const answers = await Promise.all(
    times(6, 0).map((_, n) =>
      post(shop, { amount: 20 + n }, n % 2 ? {} : { headers: { 'idempotency-key': `key ${n}` } }),
    ),
  )
  expect(new Set(codes(answers))).toEqual(new Set(['created']))
  const payments = await shop.checkout.context.db.selectFrom('payments').select('id').execute()
  expect(new Set(payments.map(({ id }) => id))).toEqual(new Set(answers.map(({ body }) => body.id)))
  expect(payments).toHaveLength(6)
  await expectBooks(shop)
})

test('a payment that had to wait to be written has its whole time to be paid', async () => {
  const shop = await openShop()
  const { transact } = shop.storage
  let waitMs = 80_000
  Object.assign(shop.storage, {
    transact: (...args: Parameters<typeof transact>) => {
      shop.clock.advance(waitMs)
      waitMs = 0
      return transact(...args)
    },
  })
  const { status, body } = await post(shop, { expiresIn: 60 })
  expect(status).toBe(201)
  expect(Date.parse(body.expiresAt)).toBe(shop.clock.now() + 60_000)
})

test('any requests at once leave books that add up, and are refused only if a limit is reached', async () => {
  const call = fc.record({
    amount: fc.integer({ min: 10, max: 12 }),
    wallet: fc.integer({ min: 0, max: 2 }),
    other: fc.boolean(),
    note: fc.option(fc.string({ maxLength: 20 }), { nil: undefined }),
    keyed: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(call, { maxLength: 40 }), { maxLength: 3 }), async (rounds) => {
      const shop = await testCheckout({ plans: { sandbox: { openPayments: 30, openPaymentsPerPrice: 12 } } })
      const other = await addMerchant(shop)
      const wallets = [TEST_WALLET, `0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`]
      let keys = 0
      for (const round of rounds) {
        const answers = await Promise.all(
          round.map(({ amount, wallet, other: isOther, note, keyed }) =>
            post(
              shop,
              { amount, merchantWallet: wallets[wallet], metadata: note === undefined ? {} : { note } },
              { ...(isOther ? { key: other.sandbox } : {}), headers: keyed ? { 'idempotency-key': `${keys++}` } : {} },
            ),
          ),
        )
        for (const code of codes(answers))
          expect(['created', 'quota_exceeded', 'wallet_capacity_exceeded', 'invalid_wallet_address']).toContain(code)
        await expectBooks(shop)
      }
      await shop.checkout.stop()
    }),
    { numRuns: 20 },
  )
})
