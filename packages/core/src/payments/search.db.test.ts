import type { Payment } from '@crypto-checkout/api-types'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { giveWallet, shareWallet } from '../merchants/wallets/share.ts'
import { createTransferFor, paymentInput, TEST_PAYER, TEST_WALLET } from '../testing/index.ts'
import { openMethodsShop, STELLAR_WALLET } from '../testing/methods.ts'
import { pickRuns } from '../testing/runs.ts'
import { addMerchant, openShop, readProblem } from '../testing/shop.ts'
import { toSearchTerm } from './search-terms.ts'

type Shop = Awaited<ReturnType<typeof openShop>>
type Query = Readonly<Record<string, string>>

const API = '/sandbox/v1/payments'

async function list(shop: Shop, query: Query, { key = shop.key, api = API } = {}) {
  const { status, body } = await shop.request('GET', `${api}?${new URLSearchParams({ limit: '100', ...query })}`, {
    key,
  })
  expect([query, status]).toEqual([query, 200])
  const ids: string[] = body.data.map(({ id }: Payment) => id)
  expect([query, body.totalCount]).toEqual([query, ids.length])
  return ids
}

/** The same list, read page by page. */
async function readPages(shop: Shop, query: Query, limit: number) {
  const ids: string[] = []
  for (;;) {
    const last = ids.at(-1)
    const page = new URLSearchParams({ ...query, limit: String(limit), ...(last && { starting_after: last }) })
    const { body } = await shop.request('GET', `${API}?${page}`)
    ids.push(...body.data.map(({ id }: Payment) => id))
    if (!body.hasMore) return ids
  }
}

describe('a search finds a payment', () => {
  let shop: Shop
  let payment: Payment
  let hash: string

  beforeAll(async () => {
    shop = await openShop()
    await shop.settle()
    for (const amount of [11, 12.34, 13]) await shop.create({ amount })
    payment = await shop.create({
      ...{ amount: 12.34, reference: 'Order 4711', description: 'unsearchable' },
      metadata: { order: 'A-17', number: 90_210, price: '10.50', nested: { deep: 'x' }, yes: true, none: null },
    })
    const [sent = ''] = shop.mine([{ ...createTransferFor(payment), from: TEST_PAYER }])
    await shop.settle()
    payment = await shop.retrieve(payment)
    hash = sent
  })

  test('by its id, with and without the prefix', async () => {
    expect(await list(shop, { q: payment.id })).toEqual([payment.id])
    expect(await list(shop, { q: payment.id.slice(4) })).toEqual([payment.id])
    expect(await list(shop, { q: payment.id.slice(4).toUpperCase() })).toEqual([payment.id])
    expect(await list(shop, { q: payment.id, status: 'expired' })).toEqual([])
    const other = payment.id.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
    expect(await list(shop, { q: other })).toEqual([])
  })

  test('by its reference, values of its metadata, and amounts, whatever their zeros and capitals', async () => {
    const texts = [' order 4711 ', 'A-17', 'a-17', '90210', '10.5', '10.50', payment.cryptoAmount]
    for (const q of texts) expect([q, await list(shop, { q })]).toEqual([q, [payment.id]])
    for (const q of ['12.34', '12.3400']) expect(await list(shop, { q })).toHaveLength(2)
  })

  test('by its transaction and its sender', async () => {
    expect(payment.transactions).toMatchObject([{ hash }])
    for (const q of [hash, hash.slice(2), hash.toUpperCase().replace('0X', '0x'), TEST_PAYER, TEST_PAYER.toLowerCase()])
      expect([q, await list(shop, { q })]).toEqual([q, [payment.id]])
  })

  test('by its wallet, among all that have it', async () => {
    const all = await list(shop, {})
    expect(all).toHaveLength(4)
    expect(await list(shop, { q: TEST_WALLET })).toEqual(all)
    for (const limit of [1, 3]) expect(await readPages(shop, { q: TEST_WALLET }, limit)).toEqual(all)
  })

  test('by whole values only, and not by what is no term', async () => {
    for (const q of ['order', '4711', 'A-1', 'unsearchable', 'x', 'true', 'null', '12', '%', TEST_WALLET.slice(0, 10)])
      expect([q, await list(shop, { q })]).toEqual([q, []])
  })

  test('that the other filters leave in', async () => {
    const at = (ms: number) => new Date(Date.parse(payment.createdAt) + ms).toISOString()
    expect(await list(shop, { q: 'A-17', network: 'ethereum', cryptocurrency: 'usdc' })).toEqual([payment.id])
    expect(await list(shop, { q: 'A-17', status: 'created' })).toEqual([])
    expect(await list(shop, { q: 'A-17', exception: 'late' })).toEqual([])
    expect(await list(shop, { q: 'A-17', created_gte: at(0), created_lt: at(1) })).toEqual([payment.id])
    expect(await list(shop, { q: 'A-17', created_lt: at(0) })).toEqual([])
    expect(await list(shop, { q: TEST_WALLET, created_gte: at(1) })).toEqual([])
    expect(await list(shop, { q: TEST_WALLET, status: 'created' })).toEqual(await list(shop, { status: 'created' }))
  })

  test('once money was assigned to it', async () => {
    const stray = `0x${'7e'.repeat(20)}`
    const [sent = ''] = shop.mine([{ ...createTransferFor(payment, 777_777n), from: stray }])
    await shop.settle()
    const [transfer] = (await shop.checkout.sandbox.transfers.list({ status: 'unattributed' })).data
    for (const q of [sent, stray]) expect(await list(shop, { q })).toEqual([])
    await shop.checkout.sandbox.transfers.assign(transfer?.id ?? '', { paymentId: payment.id })
    for (const q of [sent, stray]) expect(await list(shop, { q })).toEqual([payment.id])
  })
})

test('a payment is found by the address, the memo and the amount of each method that was opened', async () => {
  const shop = await openMethodsShop()
  const { payments } = shop.checkout.sandbox
  const stellar = { cryptocurrency: 'USDC', network: 'stellar' } as const
  const { id } = await payments.create({ ...paymentInput, alternatives: [stellar] })
  const find = async (q: string) => (await payments.list({ q })).data.map((payment) => payment.id)
  expect(await find(STELLAR_WALLET)).toEqual([])
  const chosen = await payments.choose(id, stellar)
  for (const q of [STELLAR_WALLET, chosen.memo ?? '', chosen.cryptoAmount, TEST_WALLET])
    expect(await find(q)).toEqual([id])
  expect((await payments.list({ network: 'stellar' })).totalCount).toBe(1)
  expect((await payments.list({ network: 'ethereum' })).data).toEqual([])
})

test('a term that many payments have is counted as they are listed', async () => {
  const shop = await openShop()
  const { context } = shop.checkout
  const ids: string[] = []
  for (let index = 0; index < 104; index++) {
    const { id } = await shop.create({
      amount: 1 + index,
      metadata: { channel: 'web', half: index % 2 ? 'odd' : 'even' },
    })
    ids.unshift(id)
    if (index < 98) continue
    const { totalCount, data } = await shop.checkout.sandbox.payments.list({ q: 'web', limit: 100 })
    expect([totalCount, data.map((one) => one.id)]).toEqual([index + 1, ids.slice(0, 100)])
  }
  const tallied = await context.db.selectFrom('search_tallies').select(['term', 'payments']).orderBy('term').execute()
  expect(tallied).toEqual([
    { term: TEST_WALLET.toLowerCase(), payments: 104 },
    { term: 'web', payments: 104 },
  ])
  expect(await readPages(shop, { q: 'web' }, 7)).toEqual(ids)
  expect((await shop.checkout.sandbox.payments.list({ q: 'odd' })).totalCount).toBe(52)
})

test('a sender who pays many payments at once is counted once for each', async () => {
  const shop = await openShop()
  await shop.settle()
  const payments: Payment[] = []
  for (let index = 0; index < 102; index++) payments.push(await shop.create({ amount: 1 + index }))
  // The first payment gets two transfers.
  shop.mine([...payments.map((payment) => createTransferFor(payment)), createTransferFor(payments[0] as Payment)])
  await shop.settle()
  const { data, totalCount } = await shop.checkout.sandbox.payments.list({ q: TEST_PAYER, limit: 100 })
  expect([data.length, totalCount]).toEqual([100, 102])
  expect((await readPages(shop, { q: TEST_PAYER }, 50)).toSorted()).toEqual(payments.map(({ id }) => id).toSorted())
})

test('a search that finds too many to look at each is refused with other filters, not without', async () => {
  const shop = await openShop()
  const { id } = await shop.create({ metadata: { channel: 'web' } })
  const { context } = shop.checkout
  const { seq, merchant_id, created_at } = await context.db.selectFrom('payments').selectAll().executeTakeFirstOrThrow()
  const copies = Array.from({ length: 10_000 }, (_, index) => ({
    ...({ merchant_id, livemode: 0, term: 'web' } as const),
    created_at: created_at - 1 - index,
    payment_seq: seq + 1 + index,
  }))
  await context.transact(async (tx) => {
    for (let from = 0; from < copies.length; from += 1_000)
      await tx
        .insertInto('search_terms')
        .values(copies.slice(from, from + 1_000))
        .execute()
  })
  expect((await shop.checkout.sandbox.payments.list({ q: 'web', limit: 1 })).data).toMatchObject([{ id }])
  const refused = await shop.request('GET', `${API}?q=web&status=created`)
  expect(readProblem(refused)).toMatchObject({ status: 400, code: 'invalid_parameter', param: 'q' })
  const since = new Date(created_at - 5).toISOString()
  expect((await shop.request('GET', `${API}?q=web&status=created&created_gte=${since}`)).body.data).toMatchObject([
    { id },
  ])
})

test('whatever its metadata is, a payment is created, and found by what a text in it is', async () => {
  const shop = await openShop()
  const odd = [
    '\u0000',
    'a\u0000b',
    '\ud800',
    ' ',
    '',
    'x'.repeat(101),
    '\n',
    "'; drop table payments; --",
    '%',
    '_',
    '\\',
  ]
  const { id } = await shop.create({ metadata: Object.fromEntries(odd.map((text, index) => [`k${index}`, text])) })
  for (const q of ["'; drop table payments; --", '%', '_', '\\']) expect(await list(shop, { q })).toEqual([id])
})

const word = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9 ._#äß-]{0,20}[A-Za-z0-9]$/)
const metadata = fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), fc.oneof(word, fc.integer(), fc.boolean()), {
  maxKeys: 8,
})
const input = fc.record({
  amount: fc.integer({ min: 100, max: 100_000 }).map((cents) => cents / 100),
  reference: fc.option(word, { nil: undefined }),
  metadata,
})

test('a search finds a payment by each of its terms, and nothing of another merchant or environment', async () => {
  const shop = await openShop()
  await shop.settle()
  const other = await addMerchant(shop)
  const { context } = shop.checkout
  const { id: merchantId } = await shop.checkout.merchant.retrieve()
  await giveWallet(context, { address: TEST_WALLET, merchantId })
  await shareWallet(context, { address: TEST_WALLET, merchantId: other.id })
  const callers = [
    { key: shop.key, api: API },
    { key: await shop.makeKey('production'), api: '/v1/payments' },
    { key: other.sandbox, api: API },
  ]
  type Made = { readonly payment: Payment; readonly caller: number }
  const made: Made[] = []
  await fc.assert(
    fc.asyncProperty(input, fc.nat({ max: callers.length - 1 }), async (body, caller) => {
      const { key, api } = callers[caller] as (typeof callers)[number]
      const answer = await shop.request('POST', api, { key, body: { ...paymentInput, ...body } })
      expect(answer.status).toBe(201)
      const payment: Payment = answer.body
      made.push({ payment, caller })
      const values = Object.values(body.metadata).filter((value) => typeof value !== 'boolean')
      const amounts = [payment.cryptoAmount, payment.amount.toFixed(2)]
      const terms = [payment.id, body.reference, payment.address, ...amounts, ...values]
      for (const term of terms.filter((one) => one !== undefined))
        for (const [index, one] of callers.entries()) {
          const q = String(term)
          const found = await list(shop, { q }, one)
          const own = made.filter((other) => other.caller === index).map((other) => other.payment)
          expect([q, index, found]).toEqual([q, index, findByHand(own, q)])
        }
    }),
    { numRuns: pickRuns({ full: 60, quick: 15 }), seed: 24 },
  )
})

/** The payments that a search should find, newest first, from their views alone. */
function findByHand(payments: readonly Payment[], q: string): string[] {
  const term = toSearchTerm(q)
  const isFound = ({ id, reference, address, cryptoAmount, amount, metadata }: Payment) => {
    const values = Object.values(metadata).filter((value) => typeof value !== 'boolean')
    return [id, reference ?? '', address, cryptoAmount, amount, ...values].some(
      (one) => toSearchTerm(String(one)) === term,
    )
  }
  return payments
    .filter(isFound)
    .map(({ id }) => id)
    .toReversed()
}
