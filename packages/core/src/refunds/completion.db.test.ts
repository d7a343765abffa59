import type { Refund } from '@crypto-checkout/api-types'
import { afterEach, describe, expect, test } from 'vitest'
import { TEST_PAYER } from '../testing/index.ts'
import {
  createCompletedPayment,
  listEventTypes,
  mineFinal,
  openRefunding,
  REFUND_TO,
  refundTransfer,
} from '../testing/refunding.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function open(payments = 1) {
  const shop = await openRefunding()
  closing.push(shop.stop)
  const { refunds } = shop.checkout.sandbox
  const made: Refund[] = []
  for (let index = 0; index < payments; index++) {
    const { id } = await createCompletedPayment(shop)
    made.push(await refunds.create({ paymentId: id, amount: 5, destination: REFUND_TO }))
  }
  const [refund, second] = made
  if (!refund) throw new Error('no refund was made')
  const statuses = async () => Promise.all(made.map(async ({ id }) => (await refunds.retrieve(id)).status))
  const eventsBefore = (await listEventTypes(shop)).length
  const events = async () => (await listEventTypes(shop)).slice(eventsBefore)
  return { shop, refunds, refund, second: second ?? refund, statuses, events }
}

const DAY_MS = 86_400_000

test('a refund that the merchant’s wallet pays is submitted when it is seen, and completed when it is final', async () => {
  const { shop, refunds, refund, events } = await open()
  const [hash] = shop.mine([refundTransfer(refund)])
  await shop.watch()
  expect(await refunds.retrieve(refund.id)).toMatchObject({
    status: 'submitted',
    nextAction: null,
    transaction: { hash, status: 'seen', explorerUrl: null },
  })
  await expect(refunds.cancel(refund.id)).rejects.toMatchObject({ code: 'invalid_state' })
  expect(await shop.retrieve({ id: refund.paymentId })).toMatchObject({ amountRefunded: '0.000000' })
  await mineFinal(shop)
  const completed = await refunds.retrieve(refund.id)
  expect(completed).toMatchObject({ status: 'completed', transaction: { hash, status: 'final' } })
  expect(completed.completedAt).not.toBeNull()
  expect(await shop.retrieve({ id: refund.paymentId })).toMatchObject({
    status: 'completed',
    amountRefunded: '5.000000',
  })
  expect(await events()).toEqual(['refund.submitted', 'refund.completed', 'payment.refunded'])
  await mineFinal(shop)
  expect(await events()).toHaveLength(3)
  expect((await shop.checkout.sandbox.transfers.list()).totalCount).toBe(1)
})

test('what else goes to the same address completes nothing, and is not recorded', async () => {
  const { shop, refund, statuses, events } = await open()
  const { rawAmount } = refundTransfer(refund)
  shop.mine([
    refundTransfer(refund, { from: TEST_PAYER }),
    refundTransfer(refund, { rawAmount: rawAmount + 1n }),
    refundTransfer(refund, { rawAmount: rawAmount - 1n }),
    refundTransfer(refund, { to: TEST_PAYER }),
    refundTransfer(refund, { token: `0x${'77'.repeat(20)}` }),
  ])
  await mineFinal(shop)
  expect(await statuses()).toEqual(['pending'])
  expect(await events()).toEqual([])
  expect((await shop.checkout.sandbox.transfers.list()).totalCount).toBe(1)
})

test('a transfer from before the refund was made completes nothing', async () => {
  const shop = await openRefunding()
  closing.push(shop.stop)
  const { refunds } = shop.checkout.sandbox
  const { id } = await createCompletedPayment(shop)
  const input = { paymentId: id, amount: 5, destination: REFUND_TO }
  const first = await refunds.create(input)
  shop.mine([refundTransfer(first), refundTransfer(first)])
  shop.clock.advance(3_600_000)
  const second = await refunds.create(input)
  await mineFinal(shop)
  expect((await refunds.retrieve(first.id)).status).toBe('completed')
  expect((await refunds.retrieve(second.id)).status).toBe('pending')
})

test('one transfer completes one refund, the oldest first, and two in one transaction two', async () => {
  const { shop, refund, second, statuses } = await open(2)
  shop.mine([refundTransfer(refund)])
  await mineFinal(shop)
  expect(await statuses()).toEqual(['completed', 'pending'])
  await mineFinal(shop)
  expect(await statuses()).toEqual(['completed', 'pending'])
  shop.mine([refundTransfer(second)])
  await mineFinal(shop)
  expect(await statuses()).toEqual(['completed', 'completed'])
  const both = await open(2)
  const txHash = `0x${'ab'.repeat(32)}`
  both.shop.mine([refundTransfer(both.refund, { txHash }), refundTransfer(both.second, { txHash })])
  await mineFinal(both.shop)
  expect(await both.statuses()).toEqual(['completed', 'completed'])
})

describe('a reorganisation', () => {
  test('takes a refund back, and it completes when its transfer comes again', async () => {
    const { shop, refund, statuses, events } = await open()
    const [txHash] = shop.mine([refundTransfer(refund)])
    await shop.watch()
    expect(await statuses()).toEqual(['submitted'])
    shop.node.drop(1)
    shop.mine()
    shop.mine()
    await shop.watch()
    expect(await statuses()).toEqual(['pending'])
    shop.mine([refundTransfer(refund, { txHash })])
    await mineFinal(shop)
    expect(await statuses()).toEqual(['completed'])
    expect(await events()).toEqual(['refund.submitted', 'refund.submitted', 'refund.completed', 'payment.refunded'])
  })

  test('moves a transfer to another block, and the refund stays submitted', async () => {
    const { shop, refund, refunds, events } = await open()
    const [txHash] = shop.mine([refundTransfer(refund)])
    await shop.watch()
    shop.node.drop(1)
    shop.mine()
    shop.mine([refundTransfer(refund, { txHash })])
    await shop.watch()
    const { transaction, status } = await refunds.retrieve(refund.id)
    expect([status, transaction?.block]).toEqual(['submitted', shop.node.head.number])
    await mineFinal(shop)
    expect((await events()).slice(-2)).toEqual(['refund.completed', 'payment.refunded'])
  })
})

test('what was left out near the tip is found when it is final, and what was made up is taken back', async () => {
  const { shop, refund, statuses } = await open()
  shop.node.distortion = (method, params, answer) => {
    const [filter] = params as [{ blockHash?: string }]
    return method === 'eth_getLogs' && filter.blockHash !== undefined ? [] : answer()
  }
  shop.mine([refundTransfer(refund)])
  await shop.watch()
  expect(await statuses()).toEqual(['pending'])
  await mineFinal(shop)
  expect(await statuses()).toEqual(['completed'])
})

test('what was paid while the server was away is found', async () => {
  const { shop, refund, statuses } = await open()
  shop.mine([refundTransfer(refund)])
  for (let block = 0; block < 100; block++) shop.mine()
  await shop.settle()
  expect(await statuses()).toEqual(['completed'])
})

describe('a refund that was cancelled', () => {
  test('completes if its transfer appears within a day', async () => {
    const { shop, refunds, refund, statuses, events } = await open()
    await refunds.cancel(refund.id)
    shop.clock.advance(DAY_MS - 60_000)
    shop.mine([refundTransfer(refund)])
    await shop.watch()
    expect(await statuses()).toEqual(['submitted'])
    await mineFinal(shop)
    expect(await statuses()).toEqual(['completed'])
    expect(await events()).toEqual(['refund.cancelled', 'refund.submitted', 'refund.completed', 'payment.refunded'])
  })

  test('gives way to one that is open', async () => {
    const { shop, refunds, refund, second, statuses } = await open(2)
    await refunds.cancel(refund.id)
    shop.mine([refundTransfer(second)])
    await mineFinal(shop)
    expect(await statuses()).toEqual(['cancelled', 'completed'])
  })

  test('completes if its transfer appears within 90 days', async () => {
    const { shop, refunds, refund, statuses, events } = await open()
    await refunds.cancel(refund.id)
    shop.clock.advance(90 * DAY_MS - 60_000)
    shop.mine([refundTransfer(refund)])
    await mineFinal(shop)
    expect(await statuses()).toEqual(['completed'])
    expect(await events()).toEqual(['refund.cancelled', 'refund.submitted', 'refund.completed', 'payment.refunded'])
    expect(await shop.retrieve({ id: refund.paymentId })).toMatchObject({ amountRefunded: '5.000000', exceptions: [] })
  })

  test('stays cancelled if its transfer appears later', async () => {
    const { shop, refunds, refund, statuses } = await open()
    await refunds.cancel(refund.id)
    shop.clock.advance(90 * DAY_MS + 60_000)
    shop.mine([refundTransfer(refund)])
    await mineFinal(shop)
    expect(await statuses()).toEqual(['cancelled'])
  })

  test('and was made again after a day: once it is paid after all, the new one is cancelled', async () => {
    const { shop, refunds, refund: part } = await open()
    await refunds.cancel(part.id)
    shop.clock.advance(DAY_MS + 60_000)
    await mineFinal(shop)
    const input = { paymentId: part.paymentId, destination: REFUND_TO }
    const pending = await refunds.create({ ...input, amount: 1 })
    const whole = await refunds.create(input)
    shop.mine([refundTransfer(part)])
    await shop.watch()
    const statusOf = async ({ id }: { id: string }) => (await refunds.retrieve(id)).status
    expect([await statusOf(part), await statusOf(pending), await statusOf(whole)]).toEqual([
      ...['submitted', 'pending', 'cancelled'],
    ])
    await mineFinal(shop)
    shop.mine([refundTransfer(pending)])
    await mineFinal(shop)
    const payment = await shop.retrieve({ id: part.paymentId })
    expect(payment).toMatchObject({ amountRefunded: '6.000000', exceptions: [] })
  })

  test('and was made again after a day: if both are paid, the payment is overrefunded', async () => {
    const { shop, refunds, refund: part } = await open()
    await refunds.cancel(part.id)
    shop.clock.advance(DAY_MS + 60_000)
    await mineFinal(shop)
    const input = { paymentId: part.paymentId, destination: REFUND_TO }
    const whole = await refunds.create(input)
    shop.mine([refundTransfer(whole)])
    await mineFinal(shop)
    const before = await shop.retrieve({ id: part.paymentId })
    expect(before).toMatchObject({ amountRefunded: before.amountReceived, exceptions: [] })
    shop.clock.advance(DAY_MS)
    shop.mine([refundTransfer(part)])
    await mineFinal(shop)
    expect((await refunds.retrieve(part.id)).status).toBe('completed')
    const after = await shop.retrieve({ id: part.paymentId })
    expect(after.exceptions).toEqual(['overrefunded'])
    expect(Number(after.amountRefunded)).toBe(Number(before.amountReceived) + 5)
    const { data } = await shop.checkout.sandbox.events.list({ after: 0, limit: 100 })
    expect(data.at(-1)).toMatchObject({ type: 'payment.refunded', data: { object: { exceptions: ['overrefunded'] } } })
    await expect(refunds.create(input)).rejects.toMatchObject({ code: 'refund_exceeds_payment' })
    const publicView = await shop.request('GET', `/pay/${part.paymentId.slice(4)}/status`, { key: null })
    expect(publicView.body).toMatchObject({ status: 'completed', exceptions: [] })
  })
})
