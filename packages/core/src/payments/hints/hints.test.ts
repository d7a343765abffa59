import type { Payment } from '@crypto-checkout/api-types'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  createTransferFor,
  TEST_PAYER,
  TEST_TOKEN,
  TEST_WALLET,
  type TestCheckout,
  testCheckout,
} from '../../testing/index.ts'
import { readProblem } from '../../testing/shop.ts'

const HASH = `0x${'a'.repeat(64)}`
const HOUR_MS = 3_600_000
const hashOf = (number: number) => `0x${number.toString(16).padStart(64, '0')}`

async function openShop() {
  const shop = await testCheckout()
  await shop.settle()
  return shop
}

function report(shop: TestCheckout, { id }: Pick<Payment, 'id'>, body: unknown, headers: Record<string, string> = {}) {
  return shop.request('POST', `/pay/${id}/transactions`, { key: null, body, headers })
}

const reportedOf = async (shop: TestCheckout, { id }: Payment) =>
  (await shop.request('GET', `/pay/${id}/status`, { key: null })).body.reported

const countReports = async (shop: TestCheckout) =>
  (await shop.checkout.context.db.selectFrom('reports').selectAll().execute()).length

describe('a transaction that a wallet reports', () => {
  test('is shown until a reading shows it, and answers the public view', async () => {
    const shop = await openShop()
    const payment = await shop.create()
    const answer = await report(shop, payment, { hash: HASH.toUpperCase().replace('0X', '0x'), from: TEST_PAYER })
    expect(answer).toMatchObject({ status: 200, headers: { 'access-control-allow-origin': '*' } })
    expect(answer.body).toMatchObject({ id: payment.id, status: 'created' })
    expect(answer.body.reported).toEqual([
      { hash: HASH, reportedAt: new Date(shop.clock.now()).toISOString(), explorerUrl: null, status: 'sent' },
    ])
    expect(await reportedOf(shop, payment)).toEqual(answer.body.reported)
    shop.mine([{ ...createTransferFor(payment, 1n), txHash: HASH }])
    await shop.settle()
    expect(await reportedOf(shop, payment)).toEqual([])
  })

  test('is one among three, the newest first, for an hour', async () => {
    const shop = await openShop()
    const payment = await shop.create({ expiresIn: 100_000 })
    for (let number = 1; number <= 4; number++) {
      await report(shop, payment, { hash: hashOf(number), from: TEST_PAYER })
      shop.clock.advance(1_000)
    }
    const hashes = async () => (await reportedOf(shop, payment)).map((one: { hash: string }) => one.hash)
    expect(await hashes()).toEqual([4, 3, 2].map(hashOf))
    shop.clock.advance(HOUR_MS - 2_000)
    expect(await hashes()).toEqual([hashOf(4)])
    shop.clock.advance(1_000)
    expect(await hashes()).toEqual([])
  })

  test('is kept once, and twenty of them for a payment', async () => {
    const shop = await openShop()
    const payment = await shop.create()
    for (const number of [1, 1, 1]) await report(shop, payment, { hash: hashOf(number), from: TEST_PAYER })
    expect(await countReports(shop)).toBe(1)
    for (let number = 1; number <= 25; number++)
      expect((await report(shop, payment, { hash: hashOf(number), from: TEST_PAYER })).status).toBe(200)
    expect(await countReports(shop)).toBe(20)
  })

  test('is forgotten after a week, when another is reported', async () => {
    const shop = await openShop()
    const payment = await shop.create({ expiresIn: 2_592_000 })
    for (let number = 1; number <= 20; number++) await report(shop, payment, { hash: hashOf(number), from: TEST_PAYER })
    shop.clock.advance(7 * 24 * HOUR_MS + 1)
    await report(shop, payment, { hash: hashOf(21), from: TEST_PAYER })
    expect(await countReports(shop)).toBe(1)
    expect(await reportedOf(shop, payment)).toMatchObject([{ hash: hashOf(21) }])
  })

  test('of a payment that waits for no money is not kept', async () => {
    const shop = await openShop()
    const paid = await shop.create()
    shop.mine([createTransferFor(paid)])
    await shop.settle()
    const answer = await report(shop, paid, { hash: HASH, from: TEST_PAYER })
    expect(answer).toMatchObject({ status: 200, body: { status: 'processing', reported: [] } })
    expect(await countReports(shop)).toBe(0)
  })

  test('of a cancelled payment is, because its money may be on the way', async () => {
    const shop = await openShop()
    const payment = await shop.create()
    await shop.checkout.sandbox.payments.cancel(payment.id)
    const { body } = await report(shop, payment, { hash: HASH, from: TEST_PAYER })
    expect(body).toMatchObject({ status: 'cancelled', reported: [{ hash: HASH, status: 'sent' }] })
  })

  test('of an expired payment is', async () => {
    const shop = await openShop()
    const payment = await shop.create({ expiresIn: 1 })
    shop.clock.advance(1_000)
    shop.mine()
    await shop.settle()
    const { body } = await report(shop, payment, { hash: HASH, from: TEST_PAYER })
    expect(body).toMatchObject({ status: 'expired', reported: [{ hash: HASH }] })
  })

  test('is money that went astray when it brought another amount, if it came from who reported it', async () => {
    const shop = await openShop()
    const [payment, other] = [await shop.create(), await shop.create()]
    const [hash] = shop.mine([createTransferFor(payment, 3_000_000n)])
    await shop.settle()
    await report(shop, payment, { hash, from: TEST_PAYER })
    const { body } = await report(shop, other, { hash, from: payment.address })
    expect(body.misdirected).toEqual([])
    const status = await shop.request('GET', `/pay/${payment.id}/status`, { key: null })
    expect(status.body.misdirected).toEqual([
      {
        hash,
        from: TEST_PAYER.toLowerCase(),
        amount: '3.000000',
        cryptocurrency: 'USDC',
        network: 'ethereum',
        networkTitle: 'Ethereum',
        explorerUrl: null,
        provable: true,
      },
    ])
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'created', transactions: [] })
  })
})

describe('the merchant sees which payment a transfer was meant for', () => {
  const strayOf = async (shop: TestCheckout) => {
    const [transfer] = (await shop.checkout.sandbox.transfers.list({ status: 'unattributed' })).data
    if (!transfer) throw new Error('there is no stray')
    return transfer
  }

  test.each(['before it is seen', 'after it was seen'])('when its page named it %s', async (when) => {
    const shop = await openShop()
    const payment = await shop.create()
    const named = () => report(shop, payment, { hash: HASH, from: TEST_PAYER })
    if (when === 'before it is seen') await named()
    shop.mine([{ ...createTransferFor(payment, 9_000_000n), txHash: HASH }])
    await shop.settle()
    if (when === 'after it was seen') await named()
    expect(await strayOf(shop)).toMatchObject({ payment: null, suggestedPayment: null, namedBy: [payment.id] })
    const [event] = (await shop.checkout.sandbox.events.list({ type: 'transfer.unattributed' })).data
    const namedBy = when === 'before it is seen' ? [payment.id] : []
    expect(event?.data.object).toMatchObject({ suggestedPayment: null, namedBy })
  })

  test('until it pays a payment, whichever that is', async () => {
    const shop = await openShop()
    const [payment, other] = [await shop.create(), await shop.create()]
    shop.mine([{ ...createTransferFor(payment, 9_000_000n), txHash: HASH }])
    await shop.settle()
    await report(shop, payment, { hash: HASH, from: TEST_PAYER })
    const { id } = await strayOf(shop)
    const assigned = await shop.checkout.sandbox.transfers.assign(id, { paymentId: other.id })
    expect(assigned).toMatchObject({ payment: other.id, suggestedPayment: null })
  })

  test('but is suggested to nobody by a name, and not named by who names another sender or asks at another wallet', async () => {
    const shop = await openShop()
    const [payment, rival] = [await shop.create(), await shop.create()]
    const elsewhere = await shop.create({ merchantWallet: `0x${'4'.repeat(40)}` })
    shop.mine([{ ...createTransferFor(payment, 9_000_000n), txHash: HASH }])
    await shop.settle()
    await report(shop, elsewhere, { hash: HASH, from: TEST_PAYER })
    await report(shop, rival, { hash: HASH, from: payment.address })
    expect((await strayOf(shop)).namedBy).toEqual([])
    await report(shop, payment, { hash: HASH, from: TEST_PAYER })
    expect(await strayOf(shop)).toMatchObject({ suggestedPayment: null, namedBy: [payment.id] })
    shop.clock.advance(1_000)
    const later = await shop.create()
    await report(shop, later, { hash: HASH, from: TEST_PAYER })
    // The first one to name it is not shown alone.
    expect(await strayOf(shop)).toMatchObject({ suggestedPayment: null, namedBy: [payment.id, later.id] })
  })
})

test('a report lets the network be read at once', async () => {
  const ethereum = {
    rpcUrls: ['http://127.0.0.1:1'],
    chainId: 31_337,
    pollMs: HOUR_MS,
    coins: { USDC: { address: TEST_TOKEN, decimals: 6 } },
  }
  const shop = await testCheckout({ sandbox: { networks: { ethereum } }, production: { networks: {} } })
  await shop.checkout.start()
  await expect.poll(() => shop.checkout.networks()).toMatchObject([{ read: 0 }])
  const payment = await shop.create()
  const [hash] = shop.mine([createTransferFor(payment)])
  await report(shop, payment, { hash, from: TEST_PAYER })
  await expect.poll(() => shop.retrieve(payment)).toMatchObject({ status: 'processing' })
  await shop.checkout.stop()
})

const PAYMENTS = 4
const anyPayment = fc.nat({ max: PAYMENTS - 1 })
const step = fc.oneof(
  fc.record({
    do: fc.constant('report' as const),
    payment: anyPayment,
    hash: fc.nat({ max: 5 }),
    from: fc.constantFrom(TEST_PAYER, TEST_WALLET),
  }),
  fc.record({
    do: fc.constant('pay' as const),
    payment: anyPayment,
    hash: fc.nat({ max: 5 }),
    amount: fc.constantFrom('exact', 'less', 'more'),
  }),
  fc.record({ do: fc.constantFrom('mine' as const, 'drop' as const, 'expire' as const), payment: anyPayment }),
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

async function take(shop: TestCheckout, payments: readonly Payment[], one: Step): Promise<void> {
  const payment = payments[one.payment]
  if (!payment) return
  if (one.do === 'report') await report(shop, payment, { hash: hashOf(one.hash), from: one.from })
  if (one.do === 'pay') {
    const { rawAmount } = createTransferFor(payment)
    const amounts: Record<string, bigint> = { exact: rawAmount, less: rawAmount - 10n, more: rawAmount + 10n }
    const transfer = createTransferFor(payment, amounts[one.amount])
    shop.mine([{ ...transfer, txHash: hashOf(one.hash) }])
  }
  if (one.do === 'mine') shop.mine()
  if (one.do === 'drop' && shop.node.head.number > shop.node.finalizedNumber + 1) {
    shop.node.drop(1)
    shop.mine()
  }
  if (one.do === 'expire') shop.clock.advance(20_000)
  await shop.watch()
}

test('no sequence of reports changes what any payment is or got', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const hinted = await openShop()
      const untold = await openShop()
      const open = async (shop: TestCheckout) => {
        const payments = []
        for (let number = 0; number < PAYMENTS; number++) payments.push(await shop.create({ expiresIn: 60 }))
        return payments
      }
      const [reported, plain] = [await open(hinted), await open(untold)]
      const states = async (shop: TestCheckout, payments: readonly Payment[]) =>
        Promise.all(
          payments.map(async (payment) => {
            const { status, amountReceived, exceptions, transactions } = await shop.retrieve(payment)
            return { status, amountReceived, exceptions, transactions }
          }),
        )
      for (const one of steps) {
        await take(hinted, reported, one)
        if (one.do !== 'report') await take(untold, plain, one)
        else await untold.watch()
        expect(await states(hinted, reported)).toEqual(await states(untold, plain))
      }
    }),
    { numRuns: 15 },
  )
})

describe('a report', () => {
  test.each([
    [{}, 'missing_parameter', 'hash'],
    [{ hash: HASH, from: 1 }, 'invalid_parameter', 'from'],
    [{ hash: `${HASH} ${hashOf(1)}`, from: TEST_PAYER }, 'invalid_parameter', 'hash'],
    [{ hash: HASH, from: TEST_PAYER, amount: '1' }, 'unknown_parameter', 'amount'],
    [{ hash: 1, from: TEST_PAYER }, 'invalid_parameter', 'hash'],
    [{ hash: HASH.slice(1), from: TEST_PAYER }, 'invalid_parameter', 'hash'],
    [{ hash: `${HASH}0`, from: TEST_PAYER }, 'invalid_parameter', 'hash'],
    [{ hash: `0x${'g'.repeat(64)}`, from: TEST_PAYER }, 'invalid_parameter', 'hash'],
    [{ hash: 'x'.repeat(1_000), from: TEST_PAYER }, 'invalid_parameter', 'hash'],
    [{ hash: HASH, from: '0x1' }, 'invalid_parameter', 'from'],
    [{ hash: HASH, from: TEST_PAYER.replace('C', 'c') }, 'invalid_parameter', 'from'],
    ['[]', 'invalid_json', null],
    ['{', 'invalid_json', null],
    [new Uint8Array(70_000), 'body_too_large', null],
  ] as const)('is refused: %#', async (body, code, param) => {
    const shop = await openShop()
    const payment = await shop.create()
    const answer = await report(shop, payment, body)
    expect(readProblem(answer)).toMatchObject({ status: 400, code, param })
    expect(answer.headers).toMatchObject({ 'access-control-allow-origin': '*' })
    expect(await countReports(shop)).toBe(0)
  })

  test('is refused unless it says that it is JSON, because other sites could send it unasked', async () => {
    const shop = await openShop()
    const payment = await shop.create()
    const body = { hash: HASH, from: TEST_PAYER }
    const answer = await report(shop, payment, body, { 'content-type': 'text/plain' })
    expect(readProblem(answer)).toMatchObject({ code: 'unsupported_media_type' })
  })

  test('is refused for no payment, by other methods, and when there are too many', async () => {
    const shop = await openShop()
    const payment = await shop.create()
    const body = { hash: HASH, from: TEST_PAYER }
    for (const id of ['pay_nothing', 'pay_00000000000000000000000000'])
      expect(readProblem(await report(shop, { id }, body))).toMatchObject({ status: 404, code: 'resource_missing' })
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect(
        readProblem(await shop.request(method, `/pay/${payment.id}/transactions`, { key: null, body })),
      ).toMatchObject({ status: 404, code: 'unknown_endpoint' })
    for (let requests = 0; requests < 60; requests++) await report(shop, payment, body)
    const answer = await report(shop, payment, body)
    expect(readProblem(answer)).toMatchObject({ status: 429, code: 'rate_limited' })
    expect(answer.headers['retry-after']).toBe('60')
  })

  test('may be sent from any origin', async () => {
    const shop = await openShop()
    const { id } = await shop.create()
    expect(await shop.request('OPTIONS', `/pay/${id}/transactions`, { key: null })).toMatchObject({
      status: 204,
      headers: {
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'POST, OPTIONS',
        'access-control-allow-headers': 'Content-Type',
      },
    })
  })
})
