import { expect, test } from 'vitest'
import { createTransferFor, paymentInput } from '../testing/index.ts'
import { mineFinal, openRefunding, REFUND_TO } from '../testing/refunding.ts'
import { readProblem } from '../testing/shop.ts'

const inYen = { ...paymentInput, currency: 'JPY', amount: 500 }
const { amount: _, ...open } = { ...inYen, title: 'Donation' }

const line = (unitAmount: number) => ({ name: 'Tea', quantity: 2, unitAmount })

test('half a yen is refused in each way that an amount comes in, and nothing is rounded', async () => {
  const shop = await openRefunding({ rates: { JPY: 0.0067 } })
  try {
    const post = (path: string, body: object) => shop.request('POST', `/sandbox/v1/${path}`, { body })
    const paid = await shop.create({ currency: 'JPY', amount: 500 })
    shop.mine([createTransferFor(paid)])
    await mineFinal(shop)
    expect(paid).toMatchObject({ currency: 'JPY', amount: 500 })
    const refund = { paymentId: paid.id, destination: REFUND_TO }
    const refused: [string, object, string][] = [
      ['payments', { ...inYen, amount: 500.5 }, 'amount'],
      ['payments', { ...inYen, amount: '500.50', currency: 'jpy' }, 'amount'],
      ['payments', { ...inYen, amount: 501, lineItems: [line(250.5)] }, 'lineItems.0.unitAmount'],
      ['payment_links', { ...open, amount: 500.5 }, 'amount'],
      ['payment_links', { ...open, amount: 501, lineItems: [line(250.5)] }, 'lineItems.0.unitAmount'],
      ['payment_links', { ...open, minimum: 0.5 }, 'minimum'],
      ['payment_links', { ...open, minimum: 5, maximum: 99.99 }, 'maximum'],
      ['payment_links', { ...open, minimum: 5, preset: 20.01 }, 'preset'],
      ['refunds', { ...refund, amount: 100.5 }, 'amount'],
    ]
    for (const [path, body, param] of refused) {
      const message = `${param} must be a whole number, such as 500: JPY has no decimals.`
      expect(readProblem(await post(path, body))).toMatchObject({
        status: 400,
        code: 'invalid_parameter',
        param,
        message,
      })
    }
    const donation = await post('payment_links', { ...open, minimum: 5, maximum: 1_000, preset: 20 })
    const pay = (amount: number) =>
      shop.request('POST', `/l/${donation.body.id.slice(3)}/payments`, { body: { amount }, key: null })
    expect(readProblem(await pay(20.5))).toMatchObject({ code: 'invalid_parameter', param: 'amount' })
    expect((await pay(20)).status).toBe(201)
    expect((await post('payments', { ...inYen, amount: '500.00', lineItems: [line(250)] })).status).toBe(201)
    expect((await post('payments', { ...inYen, currency: 'USD', amount: 500.5 })).status).toBe(201)
    const inThousandths = await post('payments', { ...inYen, currency: 'USD', amount: 500.005 })
    expect(readProblem(inThousandths).message).toBe('amount must have at most two decimals in USD.')
    expect((await post('refunds', { ...refund, amount: 100 })).body).toMatchObject({ amount: 100, currency: 'JPY' })
    // All that is left has the tail with it. Its part of a yen is computed, not given.
    const { body: rest } = await post('refunds', refund)
    expect(rest).toMatchObject({ status: 'pending', currency: 'JPY' })
    expect(rest.amount).toBeGreaterThanOrEqual(400)
  } finally {
    await shop.stop()
  }
})
