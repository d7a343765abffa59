import { expect, test } from 'vitest'
import { createTransferFor, testCheckout } from '../testing/index.ts'

test('a payment is completed by the exact amount once it is final, never before', async () => {
  const shop = await testCheckout()
  await shop.settle()
  const payment = await shop.create()
  expect(payment).toMatchObject({ status: 'created', amount: 10, exceptions: [], transactions: [] })
  expect(payment.cryptoAmount).toMatch(/^10\.00\d{3}[1-9]$/)

  shop.mine([createTransferFor(payment)])
  await shop.settle()
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'processing', amountReceived: payment.cryptoAmount })
  shop.mine()
  await shop.settle()
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'processing' })
  shop.mine()
  await shop.settle()
  expect(await shop.retrieve(payment)).toMatchObject({
    status: 'completed',
    amountDue: '0.000000',
    transactions: [{ status: 'final' }],
  })
})
