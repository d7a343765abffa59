import { afterEach, expect, test } from 'vitest'
import { REFUND_TO } from '../testing/refunding.ts'
import { openReady } from '../testing/sweeping.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

test('who signs a refund is told while money of the payment is not in the wallet yet', async () => {
  const { shop, paid, close, finish, send } = await openReady()
  closing.push(shop.stop)
  const [payment] = await paid([10_000_000n])
  const refund = await shop.checkout.sandbox.refunds.create({
    paymentId: payment?.id ?? '',
    amount: 4,
    destination: REFUND_TO,
  })
  const url = refund.nextAction?.type === 'sign' ? refund.nextAction.url : ''
  const isTold = async () =>
    (await shop.request('GET', new URL(url).pathname, { key: null })).body.includes('The next settlement brings it')
  expect(await isTold()).toBe(true)
  const [settlement] = await close()
  await send()
  expect(await isTold()).toBe(true)
  await finish()
  expect((await shop.checkout.sandbox.settlements.retrieve(settlement?.id ?? '')).status).toBe('completed')
  expect(await isTold()).toBe(false)
})
