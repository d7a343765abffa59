import type { Payment } from '@crypto-checkout/api-types'
import { describe, expect, test } from 'vitest'
import { asBrowser, createTransferFor, TEST_PAYER, type TestCheckout, testCheckout } from '../../testing/index.ts'
import { readProblem } from '../../testing/shop.ts'

const HASH = `0x${'a'.repeat(64)}`
const OTHER_PAYER = `0x${'7'.repeat(40)}`
const hashOf = (number: number) => `0x${number.toString(16).padStart(64, '0')}`

async function openShop() {
  const shop = await testCheckout()
  await shop.settle()
  return shop
}

function name(shop: TestCheckout, { id }: Payment, body: unknown) {
  return shop.request('POST', `/pay/${id}/transactions`, { key: null, body })
}

const claim = async (shop: TestCheckout, payment: Payment, hash: string) => (await name(shop, payment, { hash })).body

const viewOf = async (shop: TestCheckout, { id }: Payment) =>
  (await shop.request('GET', `/pay/${id}/status`, { key: null })).body

async function findStray(shop: TestCheckout) {
  const [stray] = (await shop.checkout.sandbox.transfers.list({ status: 'unattributed' })).data
  if (!stray) throw new Error('there is no unattributed transfer')
  return stray
}

describe('a payer who names a transaction by its hash alone', () => {
  test('is told that it is looked for, for a day', async () => {
    const shop = await openShop()
    const payment = await shop.create()
    const { reported } = await claim(shop, payment, HASH)
    expect(reported).toMatchObject([{ hash: HASH, status: 'claimed' }])
    shop.clock.advance(86_399_000)
    expect((await viewOf(shop, payment)).reported).toEqual(reported)
    shop.clock.advance(1_000)
    expect((await viewOf(shop, payment)).reported).toEqual([])
  })

  test.each([
    ['before it is seen', true],
    ['after it was seen', false],
  ])('is shown what arrived, and the merchant which payment it was meant for, %s', async (_, early) => {
    const shop = await openShop()
    const payment = await shop.create()
    if (early) await claim(shop, payment, HASH)
    shop.mine([{ ...createTransferFor(payment, 3_000_000n), txHash: HASH }])
    await shop.settle()
    if (!early) await claim(shop, payment, HASH)
    expect(await viewOf(shop, payment)).toMatchObject({
      status: 'created',
      amountReceived: '0.000000',
      misdirected: [{ hash: HASH, amount: '3.000000' }],
      reported: [],
    })
    expect(await findStray(shop)).toMatchObject({ payment: null, suggestedPayment: null, namedBy: [payment.id] })
  })

  test('is shown nothing else once the transaction pays the payment', async () => {
    const shop = await openShop()
    const payment = await shop.create()
    await claim(shop, payment, HASH)
    shop.mine([{ ...createTransferFor(payment), txHash: HASH }])
    await shop.settle()
    expect(await viewOf(shop, payment)).toMatchObject({ status: 'processing', misdirected: [], reported: [] })
  })

  test('is told that a transaction belongs to another payment, and takes nothing from it', async () => {
    const shop = await openShop()
    const [paid, open] = [await shop.create(), await shop.create()]
    shop.mine([{ ...createTransferFor(paid), txHash: HASH }])
    await shop.settle()
    const before = await viewOf(shop, paid)
    expect(await claim(shop, open, HASH)).toMatchObject({
      status: 'created',
      misdirected: [],
      reported: [{ hash: HASH, status: 'unrelated' }],
    })
    expect(await viewOf(shop, paid)).toMatchObject({ status: before.status, transactions: before.transactions })
  })

  test('is told that money from before the payment does not belong to it', async () => {
    const shop = await openShop()
    const earlier = await shop.create()
    shop.mine([{ ...createTransferFor(earlier, 3_000_000n), txHash: HASH }])
    await shop.settle()
    shop.clock.advance(86_400_000)
    const payment = await shop.create()
    expect(await claim(shop, payment, HASH)).toMatchObject({
      misdirected: [],
      reported: [{ hash: HASH, status: 'unrelated' }],
    })
  })

  test('is looked for again when a reorganisation takes the transaction away', async () => {
    const shop = await openShop()
    const payment = await shop.create()
    shop.mine()
    shop.mine([{ ...createTransferFor(payment, 3_000_000n), txHash: HASH }])
    await shop.settle()
    expect(await claim(shop, payment, HASH)).toMatchObject({ misdirected: [{ hash: HASH }], reported: [] })
    shop.node.drop(1)
    shop.mine()
    await shop.settle()
    expect(await viewOf(shop, payment)).toMatchObject({
      misdirected: [],
      reported: [{ hash: HASH, status: 'claimed' }],
    })
  })

  test('may paste a link to a block explorer', async () => {
    const shop = await openShop()
    const payment = await shop.create()
    const link = ` https://explorer.example/tx/${HASH.toUpperCase().replace('0X', '0x')}?tab=logs#top `
    expect((await claim(shop, payment, link)).reported).toMatchObject([{ hash: HASH }])
  })

  test.each(['', 'my transaction', HASH.slice(0, -1), `${HASH}0`, `${HASH} and ${hashOf(1)}`, 'x'.repeat(513)])(
    'is refused where the text holds no hash, or several: %#',
    async (hash) => {
      const shop = await openShop()
      const payment = await shop.create()
      const answer = await name(shop, payment, { hash })
      expect(readProblem(answer)).toMatchObject({ status: 400, code: 'invalid_parameter', param: 'hash' })
      expect((await viewOf(shop, payment)).reported).toEqual([])
    },
  )

  test('widens what a wallet has named with another sender, and a later sender does not narrow it', async () => {
    const shop = await openShop()
    const payment = await shop.create()
    shop.mine([{ ...createTransferFor(payment, 3_000_000n), txHash: HASH }])
    await shop.settle()
    await name(shop, payment, { hash: HASH, from: OTHER_PAYER })
    expect(await viewOf(shop, payment)).toMatchObject({ misdirected: [] })
    expect(await findStray(shop)).toMatchObject({ namedBy: [] })
    await claim(shop, payment, HASH)
    await name(shop, payment, { hash: HASH, from: OTHER_PAYER })
    expect(await viewOf(shop, payment)).toMatchObject({ misdirected: [{ hash: HASH }] })
    expect(await findStray(shop)).toMatchObject({ namedBy: [payment.id] })
    const rows = await shop.checkout.context.db.selectFrom('reports').select('from_address').execute()
    expect(rows).toEqual([{ from_address: null }])
  })

  test('decides nothing: where two payments name it, the merchant sees both', async () => {
    const shop = await openShop()
    const [one, other] = [await shop.create(), await shop.create()]
    shop.mine([{ ...createTransferFor(one, 3_000_000n), txHash: HASH }])
    await shop.settle()
    await claim(shop, one, HASH)
    shop.clock.advance(1_000)
    await name(shop, other, { hash: HASH, from: TEST_PAYER })
    expect(await findStray(shop)).toMatchObject({ suggestedPayment: null, namedBy: [one.id, other.id] })
  })
})

describe('a payer without scripts', () => {
  const form = (hash: string) => ({
    key: null,
    body: new URLSearchParams({ hash }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

  test('opens a form that does not refresh, and comes back to the payment', async () => {
    const shop = await openShop()
    const payment = await shop.create()
    const path = `/pay/${payment.id.slice(4)}/claim?lang=de`
    const page = await shop.request('GET', `/pay/${payment.id}?lang=de`, { key: null, headers: asBrowser })
    expect(page.body).toContain(`<a href="${path}">Ich habe schon bezahlt</a>`)
    expect(page.body).toContain('http-equiv="refresh"')
    const open = await shop.request('GET', path, { key: null })
    expect(open).toMatchObject({ status: 200 })
    expect(open.body).toContain(`<form class="claim entry" method="post" action="${path}"`)
    expect(open.body).not.toContain('http-equiv="refresh"')
    const sent = await shop.request('POST', path, form(HASH))
    expect(sent).toMatchObject({ status: 303, headers: { location: `/pay/${payment.id.slice(4)}?lang=de` } })
    const after = await shop.request('GET', `/pay/${payment.id}?lang=de`, { key: null, headers: asBrowser })
    expect(after.body).toContain('Wir suchen Ihre Transaktion auf Ethereum.')
  })

  test('is shown what is wrong with the entry, which stays', async () => {
    const shop = await openShop()
    const payment = await shop.create()
    const answer = await shop.request('POST', `/pay/${payment.id}/claim`, form('"><b>0x1'))
    expect(answer).toMatchObject({ status: 400 })
    expect(answer.body).toContain('value="&quot;&gt;&lt;b&gt;0x1"')
    expect(answer.body).toContain('This is not a transaction ID.')
  })

  test('has no form for a payment that is paid, or does not exist', async () => {
    const shop = await openShop()
    const payment = await shop.create()
    shop.mine([createTransferFor(payment)])
    await shop.settle()
    const page = await shop.request('GET', `/pay/${payment.id}/claim`, { key: null, headers: asBrowser })
    expect(page.body).not.toContain('class="claim')
    expect(await shop.request('POST', `/pay/${payment.id}/claim`, form(HASH))).toMatchObject({ status: 303 })
    expect((await viewOf(shop, payment)).reported).toEqual([])
    expect(await shop.request('POST', '/pay/nothing/claim', form(HASH))).toMatchObject({ status: 404 })
    expect(await shop.request('DELETE', `/pay/${payment.id}/claim`, { key: null })).toMatchObject({ status: 404 })
  })
})
