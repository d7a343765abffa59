import { describe, expect, test } from 'vitest'
import { heldKeyStates } from '../app/stats.ts'
import { listAuditAsOperator } from '../audit/list.ts'
import { NodeError } from '../chains/node-error.ts'
import { releaseWallet } from '../refunds/release-wallet.ts'
import { createCopyable } from '../testing/copies.ts'
import { TEST_WALLET } from '../testing/index.ts'
import { finish, openWithRefundKey, reopenWithRefundKey } from '../testing/refund-key.ts'
import { createCompletedPayment, mineFinal, openRefunding, REFUND_TO, refundTransfer } from '../testing/refunding.ts'
import { openRelaying } from '../testing/relaying.ts'
import type { Distortion } from '../testing/scripted-node.ts'
import { openReady, openSweeping } from '../testing/sweeping.ts'
import { unknownSends } from './external-transactions.ts'
import { releaseKey } from './hold.ts'

const MINUTE = 60_000
const GWEI = 1_000_000_000n
const OTHER = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const PAYER = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc'

async function open() {
  const database = await createCopyable()
  return { database, opened: await openWithRefundKey({}, { storage: database.storage }) }
}

type Restored = Awaited<ReturnType<typeof reopenWithRefundKey>>

/** Runs the restored checkout for a quarter of an hour. Returns the last report to the operator. */
async function goOn(restored: Restored): Promise<string> {
  // Restoring a backup takes an operator a while.
  restored.shop.clock.advance(5 * MINUTE)
  await restored.shop.settle()
  await finish(restored)
  for (let minute = 0; minute < 12; minute++) {
    restored.shop.clock.advance(MINUTE)
    restored.shop.mine()
    await restored.shop.settle()
    await restored.send()
  }
  return finish(restored)
}

test('a refund whose fee was raised after the copy was made is completed by the transaction that the copy does not know', async () => {
  const { database, opened } = await open()
  const { shop, payment, send } = opened
  await opened.refunds().create({ paymentId: payment.id, destination: REFUND_TO })
  await send()
  const restore = await database.copy()
  shop.node.pool.baseFee = 20n * GWEI
  shop.clock.advance(15_000)
  await send()
  await finish(opened)
  expect(opened.mined()).toHaveLength(1)
  const restored = await reopenWithRefundKey(opened, await restore())
  expect(await goOn(restored)).toBe('')
  const { data } = await restored.refunds().list()
  expect(data).toMatchObject([{ status: 'completed', destination: REFUND_TO, failure: null }])
  expect(data[0]?.transaction?.hash).toBe(shop.node.transactions()[0]?.hash)
  const again = restored.refunds().create({ paymentId: payment.id, destination: REFUND_TO })
  await expect(again).rejects.toMatchObject({ code: 'refund_exceeds_payment' })
  expect(restored.mined()).toHaveLength(1)
})

test('a refund that was queued in the copy and paid after it is not paid again', async () => {
  const { database, opened } = await open()
  await opened.refunds().create({ paymentId: opened.payment.id, destination: REFUND_TO })
  const restore = await database.copy()
  await finish(opened)
  const restored = await reopenWithRefundKey(opened, await restore())
  expect(await goOn(restored)).toBe('')
  expect((await restored.refunds().list()).data).toMatchObject([{ status: 'completed' }])
  expect(restored.mined()).toHaveLength(1)
})

test('a refund that was made and paid after the copy is not paid again when it is made again', async () => {
  const { database, opened } = await open()
  const restore = await database.copy()
  await opened.refunds().create({ paymentId: opened.payment.id, destination: REFUND_TO })
  await finish(opened)
  const restored = await reopenWithRefundKey(opened, await restore())
  expect(await goOn(restored)).toContain('on hold')
  await restored.refunds().create({ paymentId: opened.payment.id, destination: REFUND_TO })
  expect(await goOn(restored)).toBe('')
  expect((await restored.refunds().list()).data).toMatchObject([{ status: 'completed' }])
  expect(restored.mined()).toHaveLength(1)
})

test('the link of an address page of before the copy pays nothing twice', async () => {
  const { database, opened } = await open()
  const created = await opened.refunds().create({ paymentId: opened.payment.id })
  const path = new URL(created.nextAction?.url ?? '').pathname
  const enter = (shop: Restored['shop'], address: string) =>
    shop.request('POST', path, {
      key: null,
      body: new URLSearchParams({ address, step: 'confirm' }).toString(),
      headers: FORM,
    })
  const restore = await database.copy()
  await enter(opened.shop, REFUND_TO)
  await finish(opened)
  expect(opened.mined()).toHaveLength(1)
  for (const address of [REFUND_TO, OTHER]) {
    const restored = await reopenWithRefundKey(opened, await restore())
    expect(await goOn(restored)).toContain('on hold')
    await enter(restored.shop, address)
    const outcomeLines = await goOn(restored)
    const [refund] = (await restored.refunds().list()).data
    const isSame = address === REFUND_TO
    expect([refund?.status, outcomeLines.includes('on hold')]).toEqual([isSame ? 'completed' : 'pending', !isSame])
    expect(restored.mined()).toHaveLength(1)
  }
  const released = await reopenWithRefundKey(opened, await restore())
  await goOn(released)
  await releaseKey(released.shop.checkout.context, released.signer)
  await enter(released.shop, REFUND_TO)
  await goOn(released)
  const [refund] = (await released.refunds().list()).data
  expect([refund?.status, refund?.transaction?.from]).toEqual(['completed', released.signer.toLowerCase()])
  expect(released.mined()).toHaveLength(1)
})

test('sweeps that the copy does not know hold the key until they are final, and then it goes on by itself', async () => {
  const database = await createCopyable()
  const opened = await openReady({}, { storage: database.storage })
  const payments = await opened.paid([5_000_000n, 6_000_000n])
  const restore = await database.copy()
  await opened.close()
  await opened.finish()
  expect(opened.timesSwept(payments)).toEqual([1, 1])
  const { clock, node } = opened.shop
  const restored = await openSweeping({}, { clock, node, storage: await restore() })
  node.distortion = withoutOldStates
  expect(await restored.send()).toBe('')
  await restored.close()
  await restored.finish()
  expect(restored.timesSwept(payments)).toEqual([1, 1])
  expect((await restored.shop.checkout.sandbox.settlements.list()).data).toMatchObject([{ status: 'completed' }])
})

test('another key for gas sweeps nothing twice, and refunds do not wait for the former one', async () => {
  const database = await createCopyable()
  const opened = await openReady({}, { storage: database.storage })
  const payments = await opened.paid([5_000_000n, 6_000_000n])
  const restore = await database.copy()
  await opened.close()
  await opened.finish()
  expect(opened.timesSwept(payments)).toEqual([1, 1])
  const { clock, node } = opened.shop
  process.env.TEST_OTHER_GAS_KEY = `0x${'7a'.repeat(32)}`
  const restored = await openSweeping(
    { gasKey: { env: 'TEST_OTHER_GAS_KEY' } },
    { clock, node, storage: await restore() },
  )
  await restored.close()
  await restored.finish()
  await releaseWallet(restored.shop.checkout.context, TEST_WALLET)
  const refund = await restored.shop.checkout.sandbox.refunds.create({
    paymentId: payments[0]?.id ?? '',
    destination: REFUND_TO,
  })
  expect(refund.nextAction).toMatchObject({ type: 'sign' })
  expect(restored.timesSwept(payments)).toEqual([1, 1])
  expect(await unknownSends(restored.shop.checkout.context)).toEqual([])
})

test('a relay that the copy does not know ends the one that waits for it, and one of a payment that it does not know holds nothing up', async () => {
  const database = await createCopyable()
  const opened = await openRelaying({}, { storage: database.storage })
  const [payment, other] = [await opened.shop.create(), await opened.shop.create({ amount: 20 })]
  await opened.send()
  await opened.authorize(payment)
  const restore = await database.copy()
  await opened.finish()
  await opened.authorize(other)
  await opened.finish()
  expect(opened.shop.node.transactions()).toHaveLength(2)
  const { clock, node } = opened.shop
  const restored = await openRelaying({}, { clock, node, storage: await restore() })
  expect(await restored.finish()).toBe('')
  expect(node.transactions()).toHaveLength(2)
  expect(await restored.stored()).toMatchObject([{ state: 'used', hash: node.transactions()[0]?.hash }])
  await restored.shop.settle()
  for (const { id } of [payment, other]) {
    expect(await restored.shop.checkout.sandbox.payments.retrieve(id)).toMatchObject({ status: 'completed' })
  }
})

/** The answer of most nodes about old blocks. */
const withoutOldStates: Distortion = (method, params, answer) => {
  if (method === 'eth_getTransactionCount' && /^0x/.test(String(params[1]))) {
    if (new Error().stack?.includes('blockOfNonce')) throw new NodeError('refused', 'missing trie node')
  }
  return answer()
}

test('a node without old states is asked for what left the key, and one that makes something up is not believed', async () => {
  const { database, opened } = await open()
  await opened.refunds().create({ paymentId: opened.payment.id, destination: REFUND_TO })
  const restore = await database.copy()
  await finish(opened)
  const { node } = opened.shop
  node.distortion = (method, params, answer) => {
    const right = withoutOldStates(method, params, answer)
    // Another call under the hash of the transaction that paid.
    return method === 'eth_getTransactionByHash' ? { ...(right as object), input: '0x' } : right
  }
  const restored = await reopenWithRefundKey(opened, await restore())
  expect(await goOn(restored)).toContain('on hold')
  expect(restored.mined()).toHaveLength(1)
  node.distortion = withoutOldStates
  expect(await goOn(restored)).toBe('')
  expect((await restored.refunds().list()).data).toMatchObject([{ status: 'completed' }])
  expect(restored.mined()).toHaveLength(1)
})

test('what a key has offered and no block has yet holds it, too', async () => {
  const { database, opened } = await open()
  await opened.send()
  const restore = await database.copy()
  await opened.refunds().create({ paymentId: opened.payment.id, destination: REFUND_TO })
  await opened.send()
  const restored = await reopenWithRefundKey(opened, await restore())
  await restored.shop.settle()
  await restored.refunds().create({ paymentId: opened.payment.id, destination: REFUND_TO })
  expect(await restored.send()).toContain('on hold')
  expect(restored.shop.node.pool.waiting).toHaveLength(1)
  expect(await goOn(restored)).toBe('')
  expect((await restored.refunds().list()).data).toMatchObject([{ status: 'completed' }])
  expect(restored.mined()).toHaveLength(1)
})

test('the operator lets a key go on, and is told until then; what it sends after that is sent', async () => {
  const { database, opened } = await open()
  const restore = await database.copy()
  await opened.refunds().create({ paymentId: opened.payment.id, amount: 4, destination: REFUND_TO })
  await finish(opened)
  const restored = await reopenWithRefundKey(opened, await restore())
  const { context } = restored.shop.checkout
  await releaseWallet(context, TEST_WALLET)
  await goOn(restored)
  const created = await restored.refunds().create({ paymentId: opened.payment.id, amount: 4, destination: OTHER })
  expect(await goOn(restored)).toContain('on hold')
  expect((await restored.shop.states())[0]?.sending).toMatchObject([{ troubles: [{ kind: 'held' }] }])
  const hash = restored.shop.node.transactions()[0]?.hash
  expect(await heldKeyStates(context)).toMatchObject([
    {
      address: restored.signer,
      count: 1,
      transactions: [{ hash, paid: { to: REFUND_TO.toLowerCase() }, refunds: [created.id] }],
    },
  ])
  await expect(releaseKey(context, OTHER)).rejects.toMatchObject({ code: 'resource_missing' })
  expect(await releaseKey(context, restored.signer)).toEqual(['sandbox ethereum'])
  expect(await listAuditAsOperator(context, null, 1)).toMatchObject([
    {
      ...{ operation: 'releaseSends', actor: 'command_line', merchant: null, livemode: false, before: null },
      target: { object: 'sending_key', id: restored.signer },
      after: { network: 'ethereum', accounted: expect.any(Number) },
    },
  ])
  expect(await heldKeyStates(context)).toEqual([])
  expect(await goOn(restored)).toBe('')
  expect(restored.mined().map(({ to }) => to)).toEqual([REFUND_TO, OTHER].map((one) => one.toLowerCase()))
})

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

test('the link of an address page pays nothing twice where the merchant’s wallet has signed after the copy', async () => {
  const database = await createCopyable()
  const shop = await openRefunding({}, { storage: database.storage })
  const payment = await createCompletedPayment(shop)
  const created = await shop.checkout.sandbox.refunds.create({ paymentId: payment.id })
  const path = new URL(created.nextAction?.url ?? '').pathname
  const enter = (on: typeof shop) =>
    on.request('POST', path, {
      key: null,
      body: new URLSearchParams({ address: REFUND_TO, step: 'confirm' }).toString(),
      headers: FORM,
    })
  const restore = await database.copy()
  await enter(shop)
  const { clock, node } = shop
  shop.mine([refundTransfer(await shop.checkout.sandbox.refunds.retrieve(created.id))])
  await mineFinal(shop)
  const restored = await openRefunding({}, { clock, node, storage: await restore() })
  await enter(restored)
  const refund = await restored.checkout.sandbox.refunds.retrieve(created.id)
  expect(refund).toMatchObject({ status: 'completed', destination: REFUND_TO, nextAction: null })
  expect(refund.transaction).toEqual((await shop.checkout.sandbox.refunds.retrieve(created.id)).transaction)
  // One refund's transaction does not count for another.
  const other = await createCompletedPayment(restored)
  const second = await restored.checkout.sandbox.refunds.create({ paymentId: other.id })
  const again = new URL(second.nextAction?.url ?? '').pathname
  const body = new URLSearchParams({ address: REFUND_TO, step: 'confirm' }).toString()
  await restored.request('POST', again, { key: null, body, headers: FORM })
  expect(await restored.checkout.sandbox.refunds.retrieve(second.id)).toMatchObject({ status: 'pending' })
})

describe('refunds that a key has paid after the copy', () => {
  /** Two payments: a refund of one asks for an address, which the payer enters after the copy; then the other is refunded. */
  async function live(over: object = {}) {
    const database = await createCopyable()
    const opened = await openWithRefundKey(over, { storage: database.storage })
    await opened.send()
    const other = await createCompletedPayment(opened.shop, { amount: 20 })
    const created = await opened.refunds().create({ paymentId: opened.payment.id })
    const path = new URL(created.nextAction?.url ?? '').pathname
    const restore = await database.copy()
    const enter = ({ shop }: Pick<Restored, 'shop'>) =>
      shop.request('POST', path, {
        key: null,
        body: new URLSearchParams({ address: REFUND_TO, step: 'confirm' }).toString(),
        headers: FORM,
      })
    await enter(opened)
    await opened.refunds().create({ paymentId: other.id, destination: OTHER })
    await finish(opened)
    expect(opened.mined()).toHaveLength(2)
    const askAgain = async (restored: Restored) => {
      await enter(restored)
      await restored.refunds().create({ paymentId: other.id, destination: OTHER })
    }
    return { opened, restore, other, askAgain }
  }

  const readWaiting = async ({ refunds }: Restored) =>
    (await refunds().list()).data.flatMap(({ status, nextAction }) => (status === 'pending' ? [nextAction?.type] : []))

  test.each(['other', 'none'] as const)(
    'are found and not paid again where another key or none is configured: %s',
    async (key) => {
      const { opened, restore, askAgain } = await live()
      const restored = await reopenWithRefundKey(opened, await restore(), key)
      const { context } = restored.shop.checkout
      expect(await restored.send()).toContain(`key ${opened.signer} is no longer configured`)
      await askAgain(restored)
      expect(await readWaiting(restored)).toEqual([undefined, undefined])
      expect((await restored.refunds().list({ nextAction: 'sign' })).totalCount).toBe(0)
      expect((await restored.shop.checkout.sandbox.overview.retrieve()).attention.refundsToSign?.count).toBe(0)
      expect(await unknownSends(context)).toMatchObject([
        { where: 'sandbox ethereum', address: opened.signer, transactions: 2 },
      ])
      expect(await heldKeyStates(context)).toMatchObject([{ address: opened.signer, isFormer: true, count: 2 }])
      expect(await goOn(restored)).toBe('')
      const { data } = await restored.refunds().list()
      expect(data.map(({ status, transaction }) => [status, transaction?.from.toLowerCase()])).toEqual([
        ['completed', opened.signer.toLowerCase()],
        ['completed', opened.signer.toLowerCase()],
      ])
      expect(restored.mined()).toHaveLength(2)
      expect(await unknownSends(context)).toEqual([])
    },
  )

  test('hold what else is to be paid, and the operator lets it go on: then a key pays what no key has paid', async () => {
    const { opened, restore, other } = await live()
    const restored = await reopenWithRefundKey(opened, await restore(), 'other')
    const { context } = restored.shop.checkout
    await releaseWallet(context, TEST_WALLET)
    const waiting = await restored.refunds().create({ paymentId: other.id, amount: 4, destination: OTHER })
    expect(await goOn(restored)).toContain('refunds that it may have paid are on hold')
    expect(restored.mined()).toHaveLength(2)
    expect(await releaseKey(context, opened.signer)).toEqual(['sandbox ethereum'])
    expect(await goOn(restored)).toBe('')
    expect(await restored.refunds().retrieve(waiting.id)).toMatchObject({
      status: 'completed',
      transaction: { from: restored.signer.toLowerCase() },
    })
    // A refund that a released key has paid is not paid again.
    const again = await restored
      .refunds()
      .create({ paymentId: opened.payment.id, destination: REFUND_TO })
      .catch(() => null)
    expect(again).toBeNull()
    const [asked] = (await restored.refunds().list({ nextAction: 'collect_destination' })).data
    await restored.refunds().cancel(asked?.id ?? '')
    const found = await restored.refunds().create({ paymentId: opened.payment.id, destination: REFUND_TO })
    expect(found).toMatchObject({ status: 'completed', transaction: { from: opened.signer.toLowerCase() } })
    await goOn(restored)
    expect(restored.mined()).toHaveLength(3)
  })

  test('complete those that were made again, though the operator was too fast or the merchant has cancelled them', async () => {
    const { opened, restore, other } = await live()
    const restored = await reopenWithRefundKey(opened, await restore(), 'none')
    const { id } = await restored.refunds().create({ paymentId: other.id, destination: OTHER })
    const released = releaseKey(restored.shop.checkout.context, opened.signer)
    await expect(released).rejects.toMatchObject({ code: 'invalid_state', message: expect.stringContaining(id) })
    await restored.refunds().cancel(id)
    await goOn(restored)
    expect(await restored.refunds().retrieve(id)).toMatchObject({
      status: 'completed',
      transaction: { from: opened.signer.toLowerCase() },
    })
  })

  test('ask no wallet to sign them where the day of the key is full, and count for its day', async () => {
    const { opened, restore, askAgain } = await live()
    const over = { maxPerDay: 31 }
    const restored = await reopenWithRefundKey(opened, await restore(), 'same', over)
    const third = await createCompletedPayment(restored.shop, { amount: 30 })
    const filling = await restored.refunds().create({ paymentId: third.id, destination: PAYER })
    await askAgain(restored)
    expect(await readWaiting(restored)).toEqual([undefined, undefined, undefined])
    expect(await goOn(restored)).toBe('')
    const { data } = await restored.refunds().list()
    expect(data.map(({ status, transaction }) => [status, transaction?.from.toLowerCase()])).toEqual(
      Array(3).fill(['completed', opened.signer.toLowerCase()]),
    )
    expect(restored.mined()).toHaveLength(3)
    expect(data.find(({ id }) => id === filling.id)?.status).toBe('completed')
    // The two that were found and the one that was sent are more than a day's.
    const fourth = await createCompletedPayment(restored.shop, { amount: 1 })
    const signed = await restored.refunds().create({ paymentId: fourth.id, destination: PAYER })
    expect(signed.nextAction).toMatchObject({ type: 'sign' })
  })

  test('count for the day of the key that is released, though the database does not have them', async () => {
    const { opened, restore } = await live()
    const restored = await reopenWithRefundKey(opened, await restore(), 'same', { maxPerDay: 31 })
    await goOn(restored)
    await releaseKey(restored.shop.checkout.context, opened.signer)
    await goOn(restored)
    const third = await createCompletedPayment(restored.shop, { amount: 2 })
    const refund = () => restored.refunds().create({ paymentId: third.id, amount: 1, destination: PAYER })
    expect((await refund()).nextAction).toMatchObject({ type: 'sign' })
    restored.shop.clock.advance(25 * 60 * MINUTE)
    await restored.shop.settle()
    expect((await refund()).nextAction).toBeNull()
  })
})
