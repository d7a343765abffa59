import { afterEach, describe, expect, test } from 'vitest'
import type { CheckoutOptions } from '../app/checkout.ts'
import { createTransferFor, TEST_PAYER, TEST_TOKEN, TEST_WALLET, testCheckout } from '../testing/index.ts'
import { finish, openWithRefundKey } from '../testing/refund-key.ts'
import { listEventTypes, REFUND_TO } from '../testing/refunding.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function open(over: object = {}) {
  const opened = await openWithRefundKey(over)
  closing.push(opened.shop.stop)
  const eventsBefore = (await listEventTypes(opened.shop)).length
  const { payment, refunds, shop } = opened
  return {
    ...opened,
    eventsBefore,
    create: (input: object = {}) => refunds().create({ paymentId: payment.id, destination: REFUND_TO, ...input }),
    events: async () => (await listEventTypes(shop)).slice(eventsBefore),
  }
}

const DAY_MS = 86_400_000

test('a refund that a key of the checkout may pay is sent, and completed once it is final', async () => {
  const opened = await open()
  const { shop, refunds, create, send, mined, signer, payment } = opened
  const refund = await create({ amount: 4 })
  expect(refund).toMatchObject({ status: 'pending', nextAction: null, transaction: null })
  await send()
  shop.mine()
  await shop.watch()
  const submitted = await refunds().retrieve(refund.id)
  expect(submitted).toMatchObject({ status: 'submitted', transaction: { from: signer.toLowerCase(), status: 'seen' } })
  await finish(opened)
  expect(await refunds().retrieve(refund.id)).toMatchObject({ status: 'completed', failure: null })
  expect(mined()).toEqual([{ to: REFUND_TO.toLowerCase(), rawAmount: 4_000_000n }])
  expect(await opened.events()).toEqual(['refund.created', 'refund.submitted', 'refund.completed', 'payment.refunded'])
  expect((await shop.retrieve(payment)).amountRefunded).toBe('4.000000')
})

test('the receipt completes it where the transfer was never read', async () => {
  const opened = await open()
  const { shop, refunds, create } = opened
  const refund = await create({ amount: 4 })
  shop.node.distortion = (method, _, answer) => (method === 'eth_getLogs' ? [] : answer())
  await finish(opened)
  expect(await refunds().retrieve(refund.id)).toMatchObject({ status: 'completed', transaction: { status: 'final' } })
  shop.node.distortion = null
  await finish(opened)
  await shop.settle()
  expect(await opened.events()).toEqual(['refund.created', 'refund.completed', 'payment.refunded'])
})

test('what it pays to a wallet that is watched is recorded there, even where the receipt came first', async () => {
  const opened = await open()
  const { shop, refunds, create } = opened
  await shop.create({ merchantWallet: REFUND_TO })
  const refund = await create({ amount: 4 })
  shop.node.distortion = (method, _, answer) => (method === 'eth_getLogs' ? [] : answer())
  await finish(opened)
  expect(await refunds().retrieve(refund.id)).toMatchObject({ status: 'completed' })
  shop.node.distortion = null
  await shop.settle()
  const { data } = await shop.checkout.sandbox.transfers.list({ status: 'unattributed' })
  expect(data).toMatchObject([{ to: REFUND_TO.toLowerCase(), amount: '4.000000' }])
})

test('where the payer says where to, it is sent from then on', async () => {
  const opened = await open()
  const { shop, refunds, mined } = opened
  const { nextAction, id } = await refunds().create({ paymentId: opened.payment.id, amount: 4 })
  const url = nextAction?.type === 'collect_destination' ? nextAction.url : null
  const path = new URL(url ?? '').pathname
  await finish(opened)
  expect(mined()).toEqual([])
  await shop.request('POST', path, { body: `address=${REFUND_TO}&step=confirm`, key: null })
  await finish(opened)
  expect(await refunds().retrieve(id)).toMatchObject({ status: 'completed', destination: REFUND_TO })
  expect(mined()).toHaveLength(1)
})

test('of equal refunds each is completed by its own transaction', async () => {
  const opened = await open()
  const { shop, refunds, create, mined } = opened
  const made = [await create({ amount: 2 }), await create({ amount: 2 }), await create({ amount: 2 })]
  const { effect } = shop.node.pool
  let fails = 0
  shop.node.pool.effect = (transaction) => (fails-- > 0 ? { succeeded: false } : effect(transaction))
  await opened.send()
  // The first transaction in its block is reverted, the others pay.
  fails = 1
  shop.mine()
  await finish(opened)
  const ended = await Promise.all(made.map(({ id }) => refunds().retrieve(id)))
  expect(ended.map(({ status }) => status)).toEqual(['failed', 'completed', 'completed'])
  expect(new Set(ended.map(({ transaction }) => transaction?.hash)).size).toBe(3)
  expect(mined()).toHaveLength(3)
})

test('of eight refunds of all at once one is made, and one transaction pays it', async () => {
  const opened = await open()
  const answers = await Promise.allSettled(Array.from({ length: 8 }, () => opened.create()))
  await finish(opened)
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(opened.mined()).toHaveLength(1)
  expect((await opened.shop.retrieve(opened.payment)).amountRefunded).toBe(opened.payment.cryptoAmount)
})

describe('it is the merchant’s wallet that signs', () => {
  test.each([
    ['of another merchant’s payment', { merchant: 'mer_00000000000000000000000000' }],
    ['of what was paid into another wallet', { wallets: [TEST_PAYER] }],
    ['beyond the limit of the day', { maxPerDay: 3.999999 }],
  ])('%s', async (_, over) => {
    const opened = await open(over)
    const refund = await opened.create({ amount: 4 })
    expect(refund.nextAction).toMatchObject({ type: 'sign' })
    await finish(opened)
    expect(opened.mined()).toEqual([])
  })

  test('until a day has passed, where the limit is reached; what failed or was cancelled does not count', async () => {
    const opened = await open({ maxPerDay: 4 })
    const { create, refunds, shop } = opened
    const cancelled = await create({ amount: 4 })
    await refunds().cancel(cancelled.id)
    expect((await create({ amount: 3 })).nextAction).toBeNull()
    expect((await create({ amount: 1.01 })).nextAction).toMatchObject({ type: 'sign' })
    expect((await create({ amount: 1 })).nextAction).toBeNull()
    await finish(opened)
    shop.clock.advance(DAY_MS)
    expect((await create({ amount: 1 })).nextAction).toBeNull()
  })

  test('where what waits for gas since days, and would be paid on one day, reaches the limit', async () => {
    const opened = await open({ maxPerDay: 4 })
    const { create, shop, signer } = opened
    shop.node.pool.balances.set(signer.toLowerCase(), 0n)
    expect((await create({ amount: 4 })).nextAction).toBeNull()
    await finish(opened)
    shop.clock.advance(2 * DAY_MS)
    expect((await create({ amount: 4 })).nextAction).toMatchObject({ type: 'sign' })
    shop.node.pool.balances.delete(signer.toLowerCase())
    await finish(opened)
    expect(opened.mined()).toMatchObject([{ rawAmount: 4_000_000n }])
  })
})

describe('what fails pays nothing, and its amount can be refunded again', () => {
  test('a transfer that is reverted', async () => {
    const opened = await open()
    const { shop, refunds, create } = opened
    const { effect } = shop.node.pool
    const refund = await create()
    shop.node.pool.effect = () => ({ succeeded: false })
    await finish(opened)
    const failed = await refunds().retrieve(refund.id)
    expect(failed).toMatchObject({ status: 'failed', transaction: null, failure: expect.stringContaining('reverted') })
    expect(await opened.events()).toEqual(['refund.created', 'refund.failed'])
    shop.node.pool.effect = effect
    const again = await create()
    await finish(opened)
    expect((await refunds().retrieve(again.id)).status).toBe('completed')
    expect((await refunds().retrieve(refund.id)).status).toBe('failed')
  })

  test('a transfer that the coin refuses for ten minutes', async () => {
    const opened = await open()
    const { shop, refunds, create } = opened
    shop.node.pool.effect = () => null
    const refund = await create()
    for (let minute = 0; minute < 12; minute++) {
      await opened.send()
      shop.clock.advance(60_000)
    }
    expect(await refunds().retrieve(refund.id)).toMatchObject({
      status: 'failed',
      failure: expect.stringContaining('refuses'),
    })
    expect(opened.mined()).toEqual([])
  })

  test('a transaction that goes through and moves nothing', async () => {
    const opened = await open()
    opened.shop.node.pool.effect = () => ({})
    const refund = await opened.create()
    await finish(opened)
    expect(await opened.refunds().retrieve(refund.id)).toMatchObject({
      status: 'failed',
      failure: expect.stringContaining('moved nothing'),
    })
  })
})

describe('cancelling', () => {
  test('before it is signed keeps it from ever being sent, and frees its amount', async () => {
    const opened = await open()
    const { refunds, create, mined, payment } = opened
    const refund = await create()
    expect(await refunds().cancel(refund.id)).toMatchObject({ status: 'cancelled' })
    await finish(opened)
    expect(mined()).toEqual([])
    expect((await create()).cryptoAmount).toBe(payment.cryptoAmount)
  })

  test('while its transaction is under way is refused, and it is paid once', async () => {
    const opened = await open()
    const { refunds, create, send, mined } = opened
    const refund = await create()
    await send()
    await expect(refunds().cancel(refund.id)).rejects.toMatchObject({ code: 'invalid_state' })
    await finish(opened)
    expect((await refunds().retrieve(refund.id)).status).toBe('completed')
    expect(mined()).toHaveLength(1)
  })

  test('at the moment at which it is signed does the one or the other', async () => {
    const opened = await open()
    const { refunds, create, mined } = opened
    const refund = await create()
    const [cancelled] = await Promise.allSettled([refunds().cancel(refund.id), opened.send()])
    await finish(opened)
    const { status } = await refunds().retrieve(refund.id)
    expect([cancelled.status, status, mined().length]).toEqual(
      cancelled.status === 'fulfilled' ? ['fulfilled', 'cancelled', 0] : ['rejected', 'completed', 1],
    )
  })
})

test('money cannot be refunded to the account that refunds come from', async () => {
  const { create, signer } = await open()
  await expect(create({ destination: signer })).rejects.toMatchObject({ code: 'invalid_wallet_address' })
})

test('a payment to an account that became that of the key for refunds later is no refund', async () => {
  const { shop, signer } = await open()
  const { clock, node, storage } = shop
  const before = await testCheckout({}, { clock, node, storage })
  const payment = await before.create({ merchantWallet: signer })
  shop.mine([createTransferFor(payment)])
  await shop.settle()
  expect((await shop.retrieve(payment)).transactions).toHaveLength(1)
  expect(payment.address).not.toBe(TEST_TOKEN)
})

describe('a key for refunds', () => {
  const KEY = `0x${'7b'.repeat(32)}`
  const bound = { merchant: 'mer_00000000000000000000000000', wallets: [TEST_WALLET], maxPerDay: 100 }
  const opening = (refundKey: object, more: object = {}) => {
    process.env.TEST_REFUND_KEY_ONLY = KEY
    const ethereum = { rpcUrls: ['http://127.0.0.1:1'], refundKey, ...more }
    const networks = { ethereum } as NonNullable<CheckoutOptions['sandbox']>['networks']
    return testCheckout({ sandbox: { networks }, production: { networks: {} } })
  }

  test.each([
    ['the key itself', { key: KEY, ...bound }, 'refundKey'],
    ['a key for a name', { env: KEY, ...bound }, 'is itself a key'],
    ['no merchant', { env: 'TEST_REFUND_KEY_ONLY', wallets: [TEST_WALLET], maxPerDay: 100 }, 'refundKey.merchant'],
    ['no wallets', { env: 'TEST_REFUND_KEY_ONLY', ...bound, wallets: [] }, 'refundKey.wallets'],
    ['no address', { env: 'TEST_REFUND_KEY_ONLY', ...bound, wallets: ['0x12'] }, 'refundKey.wallets'],
    ['no limit', { env: 'TEST_REFUND_KEY_ONLY', ...bound, maxPerDay: 0 }, 'refundKey.maxPerDay'],
    ['a variable that is not set', { env: 'TEST_REFUND_KEY_NOWHERE', ...bound }, 'TEST_REFUND_KEY_NOWHERE is not set'],
  ])('with %s is refused, and is not repeated', async (_, refundKey, message) => {
    const error = await opening(refundKey).catch((thrown: unknown) => thrown)
    expect(String(error)).toContain(message)
    expect(String(error)).not.toContain(KEY.slice(2))
  })

  test('is another one than that for gas', async () => {
    const env = 'TEST_REFUND_KEY_ONLY'
    await expect(opening({ env, ...bound }, { gasKey: { env } })).rejects.toThrow('another key than gasKey')
  })
})
