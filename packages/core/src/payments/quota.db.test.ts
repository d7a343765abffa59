import { expect, test } from 'vitest'
import type { Context } from '../context/context.ts'
import { createTransferFor, paymentInput, type TestCheckout, testCheckout } from '../testing/index.ts'
import { addMerchant, fillShop, openShop, readProblem } from '../testing/shop.ts'

type Shop = TestCheckout

/** The error in an API answer. */
async function refusedCreation(shop: Shop, body: object = {}) {
  return readProblem(await shop.request('POST', '/sandbox/v1/payments', { body: { ...paymentInput, ...body } }))
}

const exceeded = (message: RegExp, param: string | null = null) => ({
  ...{ status: 400, type: 'invalid_request_error', code: 'quota_exceeded', param },
  message: expect.stringMatching(message),
})

async function withPlan(sandbox: object) {
  const shop = await testCheckout({ plans: { sandbox } })
  await shop.settle()
  return shop
}

/** Counts the transactions that `work` begins. */
async function countWrites(shop: Shop, work: () => Promise<unknown>): Promise<number> {
  const { storage } = shop
  const transact = storage.transact
  let writes = 0
  Object.assign(storage, {
    transact: (...args: Parameters<typeof transact>) => {
      writes += 1
      return transact(...args)
    },
  })
  await work()
  Object.assign(storage, { transact })
  return writes
}

/** The stored usage of each merchant and environment, and the same counted from the payments and links. */
async function readUsage({ db }: Context) {
  const stored = await db.selectFrom('payment_usage').selectAll().execute()
  const rows = await db.selectFrom('payments').selectAll().execute()
  const links = Map.groupBy(
    await db.selectFrom('payment_links').selectAll().execute(),
    (row) => `${row.merchant_id} ${row.livemode}`,
  )
  const counted = Map.groupBy(rows, (row) => `${row.merchant_id} ${row.livemode}`)
  const open = ['created', 'partially_paid', 'processing']
  return {
    kept: new Map(
      stored.map((one) => [
        `${one.merchant_id} ${one.livemode}`,
        { open: Number(one.open_payments), bytes: Number(one.text_bytes) },
      ]),
    ),
    counted: new Map(
      [...counted].map(([key, of]) => {
        // Payments of links show the texts of their links.
        const own = of.filter(({ payment_link }) => payment_link === null)
        const texts = own.flatMap((row) => [
          ...[row.metadata, row.redirect_url ?? '', row.webhook_url ?? '', row.cancel_url ?? ''],
          ...[row.description ?? '', row.reference ?? '', row.line_items ?? ''],
        ])
        const ofLinks = (links.get(key) ?? []).flatMap((row) => [
          ...[row.title, row.metadata, row.description ?? '', row.line_items ?? ''],
          ...[row.redirect_url ?? '', row.alternatives ?? ''],
        ])
        const bytes = [...texts, ...ofLinks].reduce((sum, text) => sum + Buffer.byteLength(text), 0)
        return [key, { open: of.filter(({ status }) => open.includes(status)).length, bytes }]
      }),
    ),
  }
}

async function expectExact(shop: Shop) {
  const { kept, counted } = await readUsage(shop.checkout.context)
  expect(kept.size).toBeGreaterThan(0)
  expect(kept).toEqual(counted)
}

test('a merchant holds as many open payments as its plan allows, whatever their prices, and one more once one ended', async () => {
  const shop = await withPlan({ openPayments: 3 })
  const first = await shop.create()
  await shop.create({ amount: 11 })
  const paid = await shop.create({ amount: 12 })
  expect(await refusedCreation(shop, { amount: 13 })).toEqual(exceeded(/3 open payments.*plan/))
  await shop.checkout.sandbox.payments.cancel(first.id)
  expect((await shop.create({ amount: 13 })).status).toBe('created')
  expect(await refusedCreation(shop)).toEqual(exceeded(/3 open payments/))
  shop.mine([createTransferFor(paid)])
  await shop.settle()
  expect(await refusedCreation(shop)).toMatchObject({ code: 'quota_exceeded' })
  for (let block = 0; block < 40; block++) shop.mine()
  await shop.settle()
  expect((await shop.create({ amount: 14 })).status).toBe('created')
})

test('the metadata and URLs of all payments together are at most as many bytes as the plan allows, in UTF-8', async () => {
  const shop = await withPlan({ textMegabytes: 0.0002 })
  const note = 'é'.repeat(40)
  await shop.create({ metadata: { note } })
  const most = 200 - Buffer.byteLength(JSON.stringify({ note }))
  const url = (length: number) => `https://shop.example.com/${'x'.repeat(length)}`.slice(0, length)
  const over = { redirectUrl: url(most - 2 + 1) }
  expect(await refusedCreation(shop, over)).toEqual(exceeded(/200 bytes.*plan/, 'metadata'))
  expect((await shop.create({ redirectUrl: url(most - 2) })).status).toBe('created')
  // An empty object is two bytes.
  expect(await refusedCreation(shop)).toEqual(exceeded(/200 bytes/, 'metadata'))
  await expectExact(shop)
})

test('another merchant and the other environment have quotas of their own', async () => {
  const shop = await withPlan({ openPayments: 1, requestsPerMinute: 1_000 })
  const other = await addMerchant(shop)
  await shop.create()
  expect(await refusedCreation(shop)).toMatchObject({ code: 'quota_exceeded' })
  const body = { ...paymentInput, merchantWallet: `0x${'1'.repeat(40)}` }
  const createForOther = () => shop.request('POST', '/sandbox/v1/payments', { key: other.sandbox, body })
  expect((await createForOther()).status).toBe(201)
  expect(await createForOther()).toMatchObject({ status: 400, body: { error: { code: 'quota_exceeded' } } })
})

test.each([
  ['open payments', { openPayments: 1 }],
  ['stored text', { textMegabytes: 0.000_003 }],
])('a merchant that is over its %s is refused without the writer, and goes on when it may', async (_, plan) => {
  const shop = await withPlan(plan)
  const first = await shop.create()
  expect(await countWrites(shop, () => refusedCreation(shop))).toBe(1)
  expect(await countWrites(shop, () => refusedCreation(shop))).toBe(0)
  if (!('openPayments' in plan)) return
  await shop.checkout.sandbox.payments.cancel(first.id)
  expect((await shop.create()).status).toBe('created')
})

test('what is refused is not counted', async () => {
  const shop = await withPlan({ openPayments: 2 })
  await shop.create()
  await shop.create({ amount: 11, metadata: { order: '1' } })
  for (let n = 0; n < 3; n++) expect(await refusedCreation(shop)).toMatchObject({ code: 'quota_exceeded' })
  await expectExact(shop)
})

test('what is kept is what the payments come to, in every state and through a reorganisation', async () => {
  const shop = await openShop()
  await fillShop(shop)
  await expectExact(shop)
  const payment = await shop.create({ amount: 7, expiresIn: 60, metadata: { ключ: '支払い' } })
  shop.mine([createTransferFor(payment)])
  await shop.settle()
  await expectExact(shop)
  shop.node.drop(1)
  shop.clock.advance(3_600_000)
  for (let block = 0; block < 40; block++) shop.mine()
  await shop.settle()
  await expectExact(shop)
})
