import { expect, test } from 'vitest'
import { TEST_WALLET } from '../../testing/index.ts'
import { openMethodsShop, STELLAR_WALLET } from '../../testing/methods.ts'
import { readProblem } from '../../testing/shop.ts'

test('the methods are the configured coins and networks, with the wallets of the settings', async () => {
  const shop = await openMethodsShop()
  const { sandbox } = shop.checkout
  await sandbox.merchant.updateSettings({ wallets: { ethereum: null, stellar: STELLAR_WALLET } })
  const before = await sandbox.paymentMethods.list()
  expect(before).toMatchObject({ object: 'payment_methods', livemode: false })
  const inEther = before.methods.filter((one) => one.network === 'ethereum')
  expect(inEther.map((one) => one.merchantWallet)).toEqual(inEther.map(() => null))
  await sandbox.merchant.updateSettings({ wallets: { ethereum: TEST_WALLET } })
  const { methods } = await sandbox.paymentMethods.list()
  const offered = methods.map((one) => [
    one.cryptocurrency,
    one.network,
    one.state,
    one.recognition,
    one.merchantWallet,
  ])
  expect(offered).toContainEqual(['USDC', 'ethereum', 'offered', 'amount', TEST_WALLET])
  expect(offered).toContainEqual(['USDC', 'stellar', 'offered', 'memo', STELLAR_WALLET])
  expect(methods.every((one) => one.networkTitle !== '')).toBe(true)
})

test('each method that is offered makes a payment', async () => {
  const shop = await openMethodsShop()
  await shop.checkout.sandbox.merchant.updateSettings({ wallets: { ethereum: TEST_WALLET, stellar: STELLAR_WALLET } })
  const { methods } = await shop.checkout.sandbox.paymentMethods.list()
  for (const { cryptocurrency, network, merchantWallet, state } of methods) {
    if (state !== 'offered' || merchantWallet === null) continue
    const input = { amount: 5, currency: 'USD', cryptocurrency, network, merchantWallet }
    expect(await shop.checkout.sandbox.payments.create(input)).toMatchObject({ cryptocurrency, network })
  }
})

test('it takes no parameters', async () => {
  const shop = await openMethodsShop()
  const answer = await shop.request('GET', '/sandbox/v1/payment_methods?limit=1', { key: shop.key })
  expect(readProblem(answer)).toMatchObject({ status: 400, param: 'limit' })
})
