import type { Payment } from '@crypto-checkout/api-types'
import { expect, test } from 'vitest'
import { createTransferFor, paymentInput, type TestCheckout } from '../testing/index.ts'
import { addMerchant, openShop, shareTestWallet } from '../testing/shop.ts'
import { createSettleJob } from '../workers/settle.ts'

const DAY_MS = 86_400_000

async function pay(shop: TestCheckout, payment: Payment): Promise<void> {
  shop.mine([createTransferFor(payment)])
  for (let block = 0; block < 3; block++) shop.mine()
  await shop.settle()
}

test('what may still be taken back is in no statement', async () => {
  const shop = await openShop()
  await shop.settle()
  const payment = await shop.create()
  await pay(shop, payment)
  shop.mine([createTransferFor(payment)])
  await shop.watch()
  const { amountReceived, cryptoAmount, exceptions } = await shop.retrieve(payment)
  expect([amountReceived, exceptions]).not.toEqual([cryptoAmount, []])
  const [settlement] = (await shop.checkout.sandbox.settlements.create()).data
  expect(settlement).toMatchObject({ amount: cryptoAmount, paymentCount: 1 })
  const { body } = await shop.request('GET', new URL(settlement?.reportUrl ?? '').href.slice(23), { key: null })
  const lines = String(body).trim().split('\r\n').slice(1)
  expect(lines.map((line) => line.split(',')[9])).toEqual([cryptoAmount])
})

test('a link to a report is one link, whatever stands before its signature', async () => {
  const shop = await openShop()
  await shop.settle()
  await pay(shop, await shop.create())
  const [settlement] = (await shop.checkout.sandbox.settlements.create()).data
  const { pathname, search } = new URL(settlement?.reportUrl ?? '')
  const take = (before: string) =>
    shop.request('GET', `${pathname}?signature=${before}&${search.slice(1)}`, { key: null })
  const statuses: number[] = []
  for (let time = 0; time < 7; time++) statuses.push((await take(String(time))).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429])
})

test('a merchant whose period cannot be closed holds up nobody else', async () => {
  const shop = await openShop()
  await shop.settle()
  const other = await addMerchant(shop)
  await shareTestWallet(shop, other.id)
  const first = await shop.create()
  const { body: second } = await shop.request('POST', '/sandbox/v1/payments', {
    key: other.sandbox,
    body: paymentInput,
  })
  await pay(shop, first)
  await pay(shop, second)
  // A zone that a newer runtime no longer knows.
  const schedule = { frequency: 'daily', time: '00:00', weekday: null, dayOfMonth: null, timeZone: 'Nowhere/Sunken' }
  const settings = JSON.stringify({ settlementCurrency: 'USDC', settlementSchedule: schedule })
  const { id: merchant_id } = await shop.checkout.merchant.retrieve()
  const change = { merchant_id, livemode: false as const, changed_at: shop.clock.now(), changed_by: 'key' }
  await shop.checkout.context.transact((tx) =>
    tx
      .insertInto('settings_changes')
      .values({ ...change, settings_before: settings, settings_after: settings })
      .execute(),
  )
  shop.clock.advance(DAY_MS)
  const job = createSettleJob(shop.checkout.context)
  await expect(job.run()).rejects.toThrow('Nowhere/Sunken')
  const settled = await shop.request('GET', '/sandbox/v1/settlements', { key: other.sandbox })
  expect(settled.body.data).toMatchObject([{ paymentCount: 1 }])
})
