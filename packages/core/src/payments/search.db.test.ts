import type { Payment } from '@crypto-checkout/api-types'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { giveWallet, shareWallet } from '../merchants/wallets/share.ts'
import { createTransferFor, paymentInput, TEST_PAYER, TEST_WALLET } from '../testing/index.ts'
import { openMethodsShop, STELLAR_WALLET } from '../testing/methods.ts'
import { createCompletedPayment, openRefunding, REFUND_TO, refundTransfer } from '../testing/refunding.ts'
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
    for (const amount of [11, 12.34, 13, 4_049.9]) await shop.create({ amount })
    payment = await shop.create({
      ...{ amount: 12.34, reference: 'Order 4711', description: 'Three jars of honey' },
      metadata: {
        ...{ order: 'A-17', number: 90_210, price: '10.50', name: 'Erika Mustermann' },
        ...{ nested: { deep: 'x' }, yes: true, none: null },
      },
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
    expect(all).toHaveLength(5)
    expect(await list(shop, { q: TEST_WALLET })).toEqual(all)
    for (const limit of [1, 3]) expect(await readPages(shop, { q: TEST_WALLET }, limit)).toEqual(all)
  })

  test('by an amount as people write it, with its sign or coin', async () => {
    const coin = `${payment.cryptoAmount} USDC`
    const price = ['12,34', '€12.34', '12,34 €', 'EUR 12.34', '12.34 usd', '$12.34', 'CA$12.34']
    for (const q of [coin, coin.replace('.', ','), `USDC ${payment.cryptoAmount}`])
      expect([q, await list(shop, { q })]).toEqual([q, [payment.id]])
    for (const q of price) expect([q, await list(shop, { q })]).toHaveProperty('1.length', 2)
    const large = ['4.049,90 €', '4,049.90', '4 049,90', '4\u202f049,90\u00a0€', "4'049.90", '€4,049.9', '4049.90 USD']
    for (const q of large) expect([q, await list(shop, { q })]).toHaveProperty('1.length', 1)
  })

  test('by links to it, and to its transaction', async () => {
    for (const q of [payment.url, `${payment.url}?from=mail`, `https://shop.example.com/dashboard/${payment.id}`])
      expect([q, await list(shop, { q })]).toEqual([q, [payment.id]])
    expect(await list(shop, { q: `https://explorer.example.com/tx/${hash}#logs` })).toEqual([payment.id])
    const unknown = payment.url.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
    for (const q of [unknown, 'https://shop.example.com/jars/honey', 'https://shop.example.com/'])
      expect([q, await list(shop, { q })]).toEqual([q, []])
  })

  test('by a beginning of a value or of its words, and by what is shown of a hash', async () => {
    const words = ['order', '4711', 'A-1', 'mustermann', 'erika muster', 'Muster Erika', 'honey', 'jars three']
    const hashes = [hash.slice(0, 10), hash.slice(2, 9), `${hash.slice(0, 10)}…${hash.slice(-8)}`]
    const cut = [...hashes, `${TEST_PAYER.slice(0, 10)}…${TEST_PAYER.slice(-8)}`, `${TEST_PAYER.slice(0, 8)}...`]
    for (const q of [...words, ...cut]) expect([q, await list(shop, { q })]).toEqual([q, [payment.id]])
    expect(await list(shop, { q: 'honey', status: 'created' })).toEqual([])
    expect(await list(shop, { q: 'honey', created_lt: payment.createdAt })).toEqual([])
  })

  test('not by what is no part of a value', async () => {
    const wrong = `${hash.slice(0, 10)}…${hash.slice(-8, -1)}`
    const unlike = ['x', 'true', 'null', 'oney', 'honey 4712', '%', '12,3', '€', '4711 honeys', 'USDC 4711.1']
    for (const q of [...unlike, wrong, 'jars '.repeat(90).concat('4712')])
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
  const { id } = await shop.create({ description: 'Jars of web honey', metadata: { channel: 'web' } })
  const { context } = shop.checkout
  const { seq, merchant_id, created_at } = await context.db.selectFrom('payments').selectAll().executeTakeFirstOrThrow()
  const copies = Array.from({ length: 10_000 }, (_, index) => ({
    ...({ merchant_id, livemode: false, term: 'web' } as const),
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
  // One word of few payments is enough, in whatever order the words are tried.
  for (const q of ['honey web jars', 'web of', 'jar we']) expect([q, await list(shop, { q })]).toEqual([q, [id]])
  expect(await list(shop, { q: 'web jars', status: 'created' })).toEqual([id])
  expect(await list(shop, { q: 'web bees' })).toEqual([])
  expect(readProblem(await shop.request('GET', `${API}?q=we`))).toMatchObject({ status: 400, param: 'q' })
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
          const whole = findByHand(own, q)
          // Without a whole value, parts of values are found: of this caller's payments too.
          const ids = new Set(own.map(({ id }) => id))
          expect([q, index, whole.length > 0 ? found : found.filter((id) => !ids.has(id))]).toEqual([q, index, whole])
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
    const words = [reference ?? '', ...values].map((text) =>
      String(text)
        .split(/[ _#-]+|(?<![0-9])[.]|[.](?![0-9])/)
        .filter((one) => one.length > 1),
    )
    const longer = words.filter(({ length }) => length > 1).flat()
    return [id, reference ?? '', address, cryptoAmount, amount, ...values, ...longer].some(
      (one) => toSearchTerm(String(one)) === term,
    )
  }
  return payments
    .filter(isFound)
    .map(({ id }) => id)
    .toReversed()
}

test('a payment is found by the id and the transaction of its refund', async () => {
  const shop = await openRefunding()
  const payment = await createCompletedPayment(shop)
  await createCompletedPayment(shop, { amount: 20 })
  const refund = await shop.checkout.sandbox.refunds.create({ paymentId: payment.id, destination: REFUND_TO })
  const [hash = ''] = shop.mine([refundTransfer(refund)])
  const other = await addMerchant(shop)
  await shop.settle()
  for (const q of [refund.id, refund.id.toUpperCase(), hash, hash.slice(2)]) {
    expect([q, await list(shop, { q })]).toEqual([q, [payment.id]])
    expect([q, await list(shop, { q, status: 'created' })]).toEqual([q, []])
    expect([q, await list(shop, { q }, { key: other.sandbox, api: API })]).toEqual([q, []])
  }
})

test('a search finds what the filters allow, whatever other payments are found by', async () => {
  const shop = await openShop()
  await shop.settle()
  const payment = await shop.create({ amount: 10, reference: 'Honey' })
  await shop.checkout.sandbox.payments.cancel(payment.id)
  shop.clock.advance(1_000)
  const other = await shop.create({ amount: 11, reference: 'Hon' })
  expect(await list(shop, { q: 'hon' })).toEqual([other.id])
  expect(await list(shop, { q: 'hon', status: 'cancelled' })).toEqual([payment.id])
  expect(await list(shop, { q: 'hon', created_lt: other.createdAt })).toEqual([payment.id])
})
