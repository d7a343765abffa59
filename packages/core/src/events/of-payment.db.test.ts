import type { Event } from '@crypto-checkout/api-types'
import { expect, test } from 'vitest'
import { createTransferFor, TEST_PAYER, TEST_TOKEN, TEST_WALLET } from '../testing/index.ts'
import { addMerchant, openShop, readProblem } from '../testing/shop.ts'

type Shop = Awaited<ReturnType<typeof openShop>>

async function listTypes(shop: Shop, query: string, key = shop.key): Promise<[string[], number]> {
  const { body } = await shop.request('GET', `/sandbox/v1/events?limit=100&${query}`, { key })
  return [body.data.map(({ type }: Event) => type), body.totalCount]
}

/** Two payments; the first is paid, gets a second transfer by hand, and is refunded. */
async function openPaid() {
  const shop = await openShop()
  const [payment, other] = [await shop.create(), await shop.create()]
  shop.mine([
    createTransferFor(payment),
    { token: TEST_TOKEN, from: TEST_PAYER, to: TEST_WALLET, rawAmount: 7_000_000n },
  ])
  for (let block = 0; block < shop.node.finalizedDepth; block++) shop.mine()
  await shop.settle()
  const { data } = await shop.checkout.sandbox.transfers.list({ status: 'unattributed' })
  await shop.checkout.sandbox.transfers.assign(data[0]?.id ?? '', { paymentId: payment.id })
  await shop.checkout.sandbox.refunds.create({ paymentId: payment.id, amount: 1, destination: `0x${'7'.repeat(40)}` })
  return { shop, payment, other }
}

const STORY = [
  'payment.created',
  'payment.processing',
  'payment.completed',
  'transfer.assigned',
  'payment.overpaid',
  'refund.created',
]

test('the events of a payment are its own, those of its transfers and those of its refunds', async () => {
  const { shop, payment, other } = await openPaid()
  expect(await listTypes(shop, `payment=${payment.id}&after=0`)).toEqual([STORY, STORY.length])
  expect(await listTypes(shop, `payment=${payment.id}`)).toEqual([STORY.toReversed(), STORY.length])
  expect(await listTypes(shop, `payment=${other.id}`)).toEqual([['payment.created'], 1])
  expect(await listTypes(shop, `payment=${payment.id}&type=refund.created`)).toEqual([['refund.created'], 1])
})

test('they are paged, and others see none', async () => {
  const { shop, payment } = await openPaid()
  const page = await shop.checkout.sandbox.events.list({ payment: payment.id, limit: 4 })
  expect(page).toMatchObject({ hasMore: true, totalCount: STORY.length })
  const rest = await shop.checkout.sandbox.events.list({ payment: payment.id, starting_after: page.data[3]?.id ?? '' })
  expect(rest.data.map(({ type }) => type)).toEqual(['payment.processing', 'payment.created'])
  const stranger = (await addMerchant(shop)).sandbox
  expect(await listTypes(shop, `payment=${payment.id}`, stranger)).toEqual([[], 0])
  const refused = await shop.request('GET', '/sandbox/v1/events?payment=evt_1', { key: shop.key })
  expect(readProblem(refused)).toMatchObject({ status: 400, code: 'invalid_parameter', param: 'payment' })
})
