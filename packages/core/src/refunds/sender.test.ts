import type { Payment } from '@crypto-checkout/api-types'
import { afterEach, expect, test } from 'vitest'
import { createTransferFor, TEST_PAYER } from '../testing/index.ts'
import { listEventTypes, mineFinal, REFUND_TO } from '../testing/refunding.ts'
import { openRelaying } from '../testing/relaying.ts'
import { readProblem } from '../testing/shop.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function open(network: object = {}) {
  const relaying = await openRelaying(network)
  const { shop, payer } = relaying
  closing.push(shop.stop)
  const refund = (payment: Payment, input: object = {}) =>
    shop.checkout.sandbox.refunds.create({ paymentId: payment.id, ...input })
  /** Sends money without a signed authorization. */
  const send = async (payment: Payment, rawAmount: bigint, from = TEST_PAYER) => {
    shop.mine([{ ...createTransferFor(payment, rawAmount), from }])
    await mineFinal(shop)
  }
  return { ...relaying, refund, send, sender: payer.address }
}

type Opened = Awaited<ReturnType<typeof open>>

async function paidWithoutGas({ shop, authorize, finish }: Opened): Promise<Payment> {
  const payment = await shop.create()
  await authorize(payment)
  await finish()
  return payment
}

/** Once set, the coin's contract reports every account as blocked. */
const BLOCKED = `0x${'1'.padStart(64, '0')}`
const IS_BLACKLISTED = '0xfe575a87'

test.each(['direct', 'deposit'])('who paid without gas is paid back where the money came from, by %s', async (mode) => {
  const opened = await open({ collection: mode })
  const { shop, refund, sender } = opened
  const payment = await paidWithoutGas(opened)
  const part = await refund(payment, { amount: 4 })
  expect(part).toMatchObject({ destination: sender, destinationMemo: null, status: 'pending' })
  expect(part.nextAction).toMatchObject({
    type: 'sign',
    call: { data: expect.stringContaining(sender.slice(2).toLowerCase()) },
  })
  expect((await listEventTypes(shop)).at(-1)).toBe('refund.created')
  expect(await refund(payment)).toMatchObject({ amount: 6, nextAction: { type: 'sign' } })
})

test('a destination that is named comes first', async () => {
  const opened = await open()
  const payment = await paidWithoutGas(opened)
  expect(await opened.refund(payment, { destination: REFUND_TO })).toMatchObject({ destination: REFUND_TO })
})

test('a memo belongs to a destination that is named', async () => {
  const { shop, ...opened } = await open()
  const payment = await paidWithoutGas({ shop, ...opened })
  const body = { paymentId: payment.id, destinationMemo: '7' }
  const answer = await shop.request('POST', '/sandbox/v1/refunds', { body })
  expect(readProblem(answer)).toMatchObject({ code: 'invalid_parameter', param: 'destinationMemo' })
})

test('who sent the money is asked, whoever signed for another payment', async () => {
  const opened = await open({ collection: 'deposit' })
  await paidWithoutGas(opened)
  const payment = await opened.shop.create()
  await opened.send(payment, 10_000_000n, opened.sender)
  expect((await opened.refund(payment)).nextAction).toMatchObject({ type: 'collect_destination' })
})

test('who signed and then sent a part from the same account is paid back there', async () => {
  const opened = await open({ collection: 'deposit' })
  const payment = await opened.shop.create()
  await opened.send(payment, 4_000_000n, opened.sender)
  await opened.authorize(payment)
  await opened.finish()
  const { destination, amount } = await opened.refund(payment)
  expect({ destination, amount }).toEqual({ destination: opened.sender, amount: 10 })
})

test('where a part came from another account, the payer is asked', async () => {
  const opened = await open({ collection: 'deposit' })
  const payment = await opened.shop.create()
  await opened.send(payment, 4_000_000n)
  await opened.authorize(payment)
  await opened.finish()
  const { destination, nextAction } = await opened.refund(payment)
  expect({ destination, nextAction }).toMatchObject({ destination: null, nextAction: { type: 'collect_destination' } })
})

test('what comes from another account while the refund is made counts too', async () => {
  const opened = await open({ collection: 'deposit' })
  const { shop, refund, send } = opened
  const payment = await paidWithoutGas(opened)
  shop.node.distortion = async (_, __, answer) => {
    shop.node.distortion = null
    await send(payment, 3_000_000n)
    return answer()
  }
  const { destination, amount } = await refund(payment)
  expect({ destination, amount }).toEqual({ destination: null, amount: 13 })
})

test('an account that the coin moves nothing to is not used: the payer is asked', async () => {
  const opened = await open()
  const { shop, refund } = opened
  const payment = await paidWithoutGas(opened)
  shop.node.distortion = (method, params, answer) => {
    const [call] = params as [{ data?: string }]
    return method === 'eth_call' && call.data?.startsWith(IS_BLACKLISTED) ? BLOCKED : answer()
  }
  expect((await refund(payment)).nextAction).toMatchObject({ type: 'collect_destination' })
})
