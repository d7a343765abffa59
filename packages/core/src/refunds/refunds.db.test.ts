import { afterEach, describe, expect, test } from 'vitest'
import { NodeError } from '../chains/node-error.ts'
import { shapes } from '../http/shapes.ts'
import { openStorage } from '../storage/open.ts'
import {
  createTransferFor,
  TEST_CHAIN_ID,
  TEST_PAYER,
  TEST_TOKEN,
  TEST_WALLET,
  testCheckout,
} from '../testing/index.ts'
import { createCompletedPayment, listEventTypes, mineFinal, openRefunding, REFUND_TO } from '../testing/refunding.ts'
import { addMerchant, readProblem } from '../testing/shop.ts'
import { testDatabase } from '../testing/storage.ts'
import { filterRefundTransfers } from './awaited.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function open() {
  const shop = await openRefunding()
  closing.push(shop.stop)
  const refund = (body: object, key = shop.key) => shop.request('POST', '/sandbox/v1/refunds', { body, key })
  return { shop, refund, sandbox: shop.checkout.sandbox }
}

const DAY_MS = 86_400_000

test('a refund of all that was paid takes the tail along, and says what the wallet is to sign', async () => {
  const { shop, refund, sandbox } = await open()
  const payment = await createCompletedPayment(shop)
  const before = await listEventTypes(shop)
  const answer = await refund({ paymentId: payment.id, destination: REFUND_TO.toLowerCase(), reason: 'too small' })
  expect(answer.status).toBe(201)
  expect(answer.body).toMatchObject({
    object: 'refund',
    paymentId: payment.id,
    amount: 10,
    currency: 'USD',
    cryptoAmount: payment.cryptoAmount,
    destination: REFUND_TO,
    destinationMemo: null,
    reason: 'too small',
    status: 'pending',
    transaction: null,
    failure: null,
    completedAt: null,
  })
  const raw = BigInt(payment.cryptoAmount.replace('.', ''))
  const data = `0xa9059cbb${REFUND_TO.slice(2).toLowerCase().padStart(64, '0')}${raw.toString(16).padStart(64, '0')}`
  expect(answer.body.nextAction).toEqual({
    type: 'sign',
    url: `https://pay.example.com/refund/sign/${answer.body.id.slice(3)}`,
    uri: `ethereum:${TEST_TOKEN.toLowerCase()}@31337/transfer?address=${REFUND_TO}&uint256=${raw}`,
    call: { chainId: 31337, from: TEST_WALLET.toLowerCase(), to: TEST_TOKEN.toLowerCase(), data, value: '0x0' },
  })
  expect(shapes.Refund.parse(await sandbox.refunds.retrieve(answer.body.id))).toEqual(answer.body)
  expect((await listEventTypes(shop)).slice(before.length)).toEqual(['refund.created'])
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed', amountRefunded: '0.000000' })
})

test('parts are refunded until nothing is left, and not a cent more', async () => {
  const { shop, refund } = await open()
  const { id, amountReceived } = await createCompletedPayment(shop)
  const amounts: bigint[] = []
  for (const amount of [3.33, 3.33, 3.34]) {
    const { body } = await refund({ paymentId: id, amount, destination: REFUND_TO })
    expect(body).toMatchObject({ amount })
    amounts.push(BigInt(body.cryptoAmount.replace('.', '')))
    if (amounts.length < 3) expect(body.cryptoAmount).toBe(`${amount}0000`)
    if (amounts.length === 2) {
      const more = await refund({ paymentId: id, amount: 3.35, destination: REFUND_TO })
      expect(readProblem(more)).toMatchObject({ status: 400, code: 'refund_exceeds_payment', param: 'amount' })
    }
  }
  // The last refund takes the remainder, with the tail.
  expect(amounts.reduce((sum, one) => sum + one, 0n)).toBe(BigInt(amountReceived.replace('.', '')))
  const none = await refund({ paymentId: id, destination: REFUND_TO })
  expect(readProblem(none)).toMatchObject({ status: 400, code: 'refund_exceeds_payment', param: 'paymentId' })
})

test('late and overpaid money can be refunded, and what is not final cannot', async () => {
  const { shop, refund } = await open()
  const payment = await shop.create({ expiresIn: 1 })
  shop.mine()
  shop.mine()
  shop.mine([createTransferFor(payment)])
  await shop.watch()
  const early = await refund({ paymentId: payment.id, destination: REFUND_TO })
  expect(readProblem(early)).toMatchObject({ status: 400, code: 'invalid_state', param: 'paymentId' })
  await mineFinal(shop)
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'expired', exceptions: ['late'] })
  const { body } = await refund({ paymentId: payment.id, destination: REFUND_TO })
  expect(body.cryptoAmount).toBe(payment.cryptoAmount)
})

test('eight refunds of all at once, through two processes on one database, make one', async () => {
  const { url, remove } = await testDatabase()
  const one = await testCheckout({}, { storage: openStorage(url, 'run') })
  const other = await testCheckout({}, { clock: one.clock, node: one.node, storage: openStorage(url, 'run') })
  closing.push(one.stop, other.stop, remove)
  await one.settle()
  const { id } = await createCompletedPayment(one)
  const body = { paymentId: id, destination: REFUND_TO }
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      (index % 2 === 0 ? one : other).request('POST', '/sandbox/v1/refunds', { body, key: one.key }),
    ),
  )
  const made = answers.filter(({ status }) => status === 201)
  expect(made).toHaveLength(1)
  const refused = answers.filter(({ status }) => status !== 201).map(readProblem)
  expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['refund_exceeds_payment']))
  expect((await one.checkout.sandbox.refunds.list({ paymentId: id })).totalCount).toBe(1)
})

describe('what is refused', () => {
  test.each([0, -1, 1.005, 1e12, '5,00', null])('amount %j', async (amount) => {
    const { shop, refund } = await open()
    const { id } = await createCompletedPayment(shop)
    const answer = readProblem(await refund({ paymentId: id, amount, destination: REFUND_TO }))
    expect(answer).toMatchObject({ status: 400, code: 'invalid_parameter', param: 'amount' })
  })

  test('a payment that was not paid, one that is not there, and that of another merchant', async () => {
    const { shop, refund } = await open()
    const unpaid = await shop.create()
    expect(readProblem(await refund({ paymentId: unpaid.id, destination: REFUND_TO }))).toMatchObject({
      status: 400,
      code: 'invalid_state',
      param: 'paymentId',
    })
    const { id } = await createCompletedPayment(shop)
    const other = await addMerchant(shop)
    const missing = { status: 404, code: 'resource_missing', param: 'paymentId' }
    for (const [paymentId, key] of [
      [id, other.sandbox],
      ['pay_00000000000000000000000000', shop.key],
    ] as const) {
      expect(readProblem(await refund({ paymentId, destination: REFUND_TO }, key))).toMatchObject(missing)
    }
  })

  test.each([
    ['no address', '0x1234'],
    ['an address of Stellar', 'GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN'],
    ['a wrong checksum', REFUND_TO.replace('3C44C', '3c44C')],
    ['the zero address', `0x${'0'.repeat(40)}`],
    ["the coin's own contract", TEST_TOKEN],
    ['the wallet that pays', TEST_WALLET],
  ])('%s as destination', async (_, destination) => {
    const { shop, refund } = await open()
    const { id } = await createCompletedPayment(shop)
    const answer = readProblem(await refund({ paymentId: id, destination }))
    expect(answer).toMatchObject({ status: 400, code: 'invalid_wallet_address', param: 'destination' })
  })

  test('a deposit address, and the contract that makes them', async () => {
    process.env.TEST_REFUND_GAS_KEY = `0x${'4c'.repeat(32)}`
    const ethereum = {
      rpcUrls: ['http://127.0.0.1:1'],
      chainId: TEST_CHAIN_ID,
      coins: { USDC: { address: TEST_TOKEN, decimals: 6 } },
      collection: 'deposit' as const,
      gasKey: { env: 'TEST_REFUND_GAS_KEY' },
    }
    const shop = await openRefunding({ sandbox: { networks: { ethereum } }, production: { networks: {} } })
    closing.push(shop.stop)
    const payment = await createCompletedPayment(shop)
    const { factory } = shop.checkout.context.network('sandbox', 'ethereum')?.deposits ?? { factory: '' }
    for (const destination of [payment.address, factory]) {
      const answer = await shop.request('POST', '/sandbox/v1/refunds', { body: { paymentId: payment.id, destination } })
      expect(readProblem(answer)).toMatchObject({ code: 'invalid_wallet_address', param: 'destination' })
    }
    const { nextAction } = await shop.checkout.sandbox.refunds.create({ paymentId: payment.id, destination: REFUND_TO })
    expect(nextAction).toMatchObject({ call: { from: TEST_WALLET.toLowerCase() } })
  })

  test('an amount that is less than any part of the coin', async () => {
    const shop = await openRefunding({ rates: { VND: 0.00004 } })
    closing.push(shop.stop)
    const payment = await shop.create({ amount: 100_000, currency: 'VND' })
    shop.mine([createTransferFor(payment)])
    await mineFinal(shop)
    const body = { paymentId: payment.id, amount: 0.01, destination: REFUND_TO }
    const answer = await shop.request('POST', '/sandbox/v1/refunds', { body })
    expect(readProblem(answer)).toMatchObject({ status: 400, code: 'invalid_parameter', param: 'amount' })
  })

  test('a memo where there are none', async () => {
    const { shop, refund } = await open()
    const { id } = await createCompletedPayment(shop)
    const memo = { paymentId: id, destination: REFUND_TO, destinationMemo: '17' }
    expect(readProblem(await refund(memo))).toMatchObject({ code: 'invalid_parameter', param: 'destinationMemo' })
  })

  test('an account that the coin blocks, as far as a node says', async () => {
    const { shop, refund } = await open()
    const { id } = await createCompletedPayment(shop)
    let down = false
    shop.node.distortion = (method, params, answer) => {
      const [call] = params as [{ data?: string }]
      if (method !== 'eth_call' || !call.data?.startsWith('0xfe575a87')) return answer()
      if (down) throw new NodeError('unreachable', 'the node is down')
      return `0x${call.data.endsWith(REFUND_TO.slice(2).toLowerCase()) ? '1'.padStart(64, '0') : '0'.repeat(64)}`
    }
    const blocked = readProblem(await refund({ paymentId: id, amount: 1, destination: REFUND_TO }))
    expect(blocked).toMatchObject({ status: 400, code: 'wallet_cannot_receive', param: 'destination' })
    expect((await refund({ paymentId: id, amount: 1, destination: TEST_PAYER })).status).toBe(201)
    down = true
    expect((await refund({ paymentId: id, amount: '1.00', destination: REFUND_TO })).status).toBe(201)
  })
})

describe('cancelling', () => {
  test('keeps the amount for a day, because the transaction may be signed already', async () => {
    const { shop, refund, sandbox } = await open()
    const { id } = await createCompletedPayment(shop)
    const made = (await refund({ paymentId: id, destination: REFUND_TO })).body
    const cancelled = await sandbox.refunds.cancel(made.id)
    expect(cancelled).toEqual({ ...made, status: 'cancelled', nextAction: null })
    expect(await sandbox.refunds.cancel(made.id)).toEqual(cancelled)
    expect((await listEventTypes(shop)).slice(-2)).toEqual(['refund.created', 'refund.cancelled'])
    shop.clock.advance(DAY_MS - 10_000)
    await mineFinal(shop)
    expect(readProblem(await refund({ paymentId: id, destination: REFUND_TO }))).toMatchObject({
      code: 'refund_exceeds_payment',
    })
    shop.clock.advance(20_000)
    await mineFinal(shop)
    expect((await refund({ paymentId: id, destination: REFUND_TO })).status).toBe(201)
  })
})

test('lists show what their filters ask for, newest first', async () => {
  const { shop, refund, sandbox } = await open()
  const [first, second] = [await createCompletedPayment(shop), await createCompletedPayment(shop)]
  const made: string[] = []
  for (const paymentId of [first.id, second.id, first.id]) {
    shop.clock.advance(1_000)
    made.push((await refund({ paymentId, amount: 1, destination: REFUND_TO })).body.id)
  }
  const [oldest, middle, newest] = made
  await sandbox.refunds.cancel(oldest ?? '')
  const idsOf = async (query: object) => {
    const { data, totalCount } = await sandbox.refunds.list(query)
    expect(totalCount).toBe(data.length)
    return data.map(({ id }) => id)
  }
  const createdAt = (await sandbox.refunds.retrieve(middle ?? '')).createdAt
  expect(await idsOf({})).toEqual([newest, middle, oldest])
  expect(await idsOf({ paymentId: first.id })).toEqual([newest, oldest])
  expect(await idsOf({ status: 'cancelled' })).toEqual([oldest])
  expect(await idsOf({ created_gte: createdAt })).toEqual([newest, middle])
  expect(await idsOf({ created_lt: createdAt })).toEqual([oldest])
  const page = await sandbox.refunds.list({ limit: 1, starting_after: newest })
  expect(page).toMatchObject({ hasMore: true, totalCount: 3, data: [{ id: middle }] })
})

test('other transfers to the address of a refund are ignored', async () => {
  const { shop, refund } = await open()
  const { id } = await createCompletedPayment(shop)
  const { body } = await refund({ paymentId: id, destination: REFUND_TO })
  const [network] = shop.checkout.context.networks
  if (!network) throw new Error('the test checkout has no network')
  const block = { blockNumber: 1, blockHash: '0x1', blockTime: shop.clock.now() }
  const transfer = { ...block, txHash: '0x2', token: TEST_TOKEN.toLowerCase(), from: TEST_PAYER.toLowerCase() }
  const foreign = { ...transfer, to: REFUND_TO.toLowerCase(), rawAmount: 1n, memo: null, logIndex: 0, ordinal: 0 }
  const rawAmount = BigInt(body.cryptoAmount.replace('.', ''))
  const own = { ...foreign, from: TEST_WALLET.toLowerCase(), rawAmount }
  const many = Array.from({ length: 200_000 }, () => foreign)
  expect(await filterRefundTransfers(shop.checkout.context.db, network, [...many, own])).toEqual([own])
})
