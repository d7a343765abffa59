import type { PaymentMethod } from '@crypto-checkout/api-types'
import { describe, expect, test } from 'vitest'
import { createTransferFor, paymentInput } from '../testing/index.ts'
import { openMethodsShop } from '../testing/methods.ts'
import { addMerchant, openShop } from '../testing/shop.ts'

describe('a payment that is asked for again and again', () => {
  test('is answered as it is after each change', async () => {
    const shop = await openShop()
    const payment = await shop.create()
    const path = `/sandbox/v1/payments/${payment.id}`
    const read = async () => (await shop.request('GET', path)).body
    expect(await read()).toEqual(payment)
    expect(await read()).toEqual(payment)
    await shop.request('POST', `${path}/cancel`)
    expect(await read()).toMatchObject({ status: 'cancelled' })
    expect(await read()).toMatchObject({ status: 'cancelled' })
    shop.mine([createTransferFor(payment)])
    await shop.watch()
    expect(await read()).toMatchObject({ exceptions: ['late'], transactionCount: 1 })
  })

  test('offers what can be chosen now', async () => {
    const shop = await openMethodsShop()
    const { body } = await shop.request('POST', '/sandbox/v1/payments', {
      body: { ...paymentInput, alternatives: 'all' },
    })
    const read = async () => (await shop.request('GET', `/sandbox/v1/payments/${body.id}`)).body.methods
    const offered = await read()
    expect(offered.map(({ state }: PaymentMethod) => state)).toEqual(['chosen', 'offered', 'offered', 'offered'])
    // The contract of a coin turns out to be another one.
    Object.assign(shop.checkout.context, {
      coinTrouble: (_: unknown, coin: string) => (coin === 'DAI' ? 'other decimals' : null),
    })
    const reasons = (await read()).map(({ cryptocurrency, reason }: PaymentMethod) => [cryptocurrency, reason])
    expect(reasons).toContainEqual(['DAI', 'coin_not_offered'])
    Object.assign(shop.checkout.context, { coinTrouble: () => null })
    expect(await read()).toEqual(offered)
  })

  test('is shown to its merchant alone', async () => {
    const shop = await openShop()
    const payment = await shop.create()
    const other = await addMerchant(shop)
    expect((await shop.request('GET', `/sandbox/v1/payments/${payment.id}`)).status).toBe(200)
    const refused = await shop.request('GET', `/sandbox/v1/payments/${payment.id}`, { key: other.sandbox })
    expect(refused.status).toBe(404)
  })

  test('is not changed by a host that changes what it got in process', async () => {
    const shop = await openShop()
    const payment = await shop.create()
    const read = async () => (await shop.request('GET', `/sandbox/v1/payments/${payment.id}`)).body
    await read()
    const own = await shop.checkout.sandbox.payments.retrieve(payment.id)
    Object.assign(own, { status: 'completed', metadata: { order: 'mine' } })
    expect(await read()).toEqual(payment)
  })
})
