import type { Refund } from '@crypto-checkout/api-types'
import fc from 'fast-check'
import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { createTransferFor, paymentInput } from '../testing/index.ts'
import { mineFinal, openRefunding, REFUND_TO, refundTransfer } from '../testing/refunding.ts'
import { fetchText, openShop, readProblem } from '../testing/shop.ts'

const inDinars = { ...paymentInput, currency: 'KWD' }
const { amount: _, ...open } = { ...inDinars, title: 'Donation' }
const lineItems = [
  { name: 'Tea', quantity: 3, unitAmount: 4.5 },
  { name: 'Discount', quantity: 1, unitAmount: -1.155 },
]

async function openDinars() {
  const shop = await openRefunding({ rates: { KWD: 3.25 } })
  const post = (path: string, body: object) => shop.request('POST', `/sandbox/v1/${path}`, { body })
  const follow = (url: string) => shop.request('GET', new URL(url).pathname + new URL(url).search, { key: null })
  return { shop, post, follow }
}

test('an amount of dinars has its three decimals from the payment to its receipt, refund and files', async () => {
  const { shop, post, follow } = await openDinars()
  const { body: created } = await post('payments', { ...inDinars, amount: '12.345', lineItems })
  expect(created).toMatchObject({ amount: 12.345, currency: 'KWD', rate: '0.30769231', lineItems })
  // 12.345 dinars at 3.25, and a tail that identifies the payment.
  expect(created.cryptoAmount).toMatch(/^40\.12\d{4}$/)
  shop.mine([createTransferFor(created)])
  await mineFinal(shop)
  const payment = await shop.retrieve(created)
  expect(decodeJwt(payment.receipt ?? '')).toMatchObject({ amount: '12.345', currency: 'KWD' })

  const { body: part } = await post('refunds', { paymentId: payment.id, amount: 1.005, destination: REFUND_TO })
  expect(part).toMatchObject({ amount: 1.005, currency: 'KWD', cryptoAmount: '3.266250' })
  expect(part.nextAction.uri).toBeTypeOf('string')
  const tooMuch = await post('refunds', { paymentId: payment.id, amount: 11.35, destination: REFUND_TO })
  expect(readProblem(tooMuch)).toMatchObject({
    code: 'refund_exceeds_payment',
    message: expect.stringMatching(/^Only 11\.34\d KWD of this payment can still be refunded\.$/),
  })
  shop.mine([refundTransfer(part as Refund)])
  await mineFinal(shop)
  const refund = await shop.checkout.sandbox.refunds.retrieve(part.id)
  expect(decodeJwt(refund.receipt ?? '')).toMatchObject({ amount: '1.005', currency: 'KWD' })
  const { body: rest } = await post('refunds', { paymentId: payment.id, destination: REFUND_TO })
  // The tail that identified the payment goes back too. It is worth up to three thousandths.
  expect(rest.amount).toBeGreaterThanOrEqual(11.34)
  expect(rest.amount).toBeLessThan(11.344)

  const { payments, settlements } = shop.checkout.sandbox
  for (const q of ['12.345', '12,345 KWD', 'KWD 12.345'])
    expect((await payments.list({ q })).data.map(({ id }) => id)).toEqual([payment.id])
  const file = await follow((await payments.export({})).url)
  expect(file.body).toContain(',12.345,KWD,')
  const [settlement] = (await settlements.create()).data
  expect((await follow(settlement?.reportUrl ?? '')).body).toContain(',12.345,KWD,')

  const texts = [
    await fetchText(shop, `/sandbox/v1/payments/${payment.id}`),
    await fetchText(shop, '/sandbox/v1/payments'),
    await fetchText(shop, '/sandbox/v1/events?limit=100'),
    await fetchText(shop, `/pay/${payment.id}/status`),
  ]
  for (const text of texts) {
    expect(text).toContain('"amount":12.345,')
    expect(text).toContain('"unitAmount":-1.155,')
    expect(text).toContain('"unitAmount":4.500,')
  }
  expect(await fetchText(shop, `/sandbox/v1/refunds/${rest.id}`)).toContain(`"amount":${rest.amount.toFixed(3)},`)
  await shop.stop()
})

test('a link in dinars takes three decimals in its price, its limits and from the payer, and no fourth', async () => {
  const { shop, post } = await openDinars()
  const fixed = await post('payment_links', { ...open, amount: 12.345, lineItems })
  expect(fixed.body).toMatchObject({ amount: 12.345, lineItems })
  const { body: link } = await post('payment_links', { ...open, minimum: 0.005, maximum: 2.5, preset: 1.125 })
  expect(link).toMatchObject({ amount: null, minimum: 0.005, maximum: 2.5, preset: 1.125 })
  expect(await fetchText(shop, `/sandbox/v1/payment_links/${link.id}`)).toContain('"maximum":2.500,"preset":1.125')
  const path = `/l/${link.id.slice(3)}`
  const pay = (amount: number) => shop.request('POST', `${path}/payments`, { body: { amount }, key: null })
  expect((await pay(0.005)).body).toMatchObject({ amount: 0.005, currency: 'KWD' })
  expect(readProblem(await pay(2.501)).message).toBe('amount must be from 0.005 to 2.500 KWD.')
  expect(readProblem(await pay(1.0005)).message).toBe('amount must have at most three decimals in KWD.')
  for (const [name, body] of [
    ['amount', { amount: 1.0005 }],
    ['lineItems.0.unitAmount', { amount: 1, lineItems: [{ name: 'Tea', quantity: 1, unitAmount: 1.0005 }] }],
    ['minimum', { minimum: 1.0005 }],
    ['maximum', { minimum: 1, maximum: 1.0005 }],
    ['preset', { minimum: 1, preset: 1.0005 }],
  ] as const)
    expect(readProblem(await post('payment_links', { ...open, ...body })).message).toBe(
      `${name} must have at most three decimals in KWD.`,
    )
  const wrongSum = await post('payments', { ...inDinars, amount: 12.344, lineItems })
  expect(readProblem(wrongSum).message).toBe('lineItems must add up to the amount, 12.344: their sum is 12.345.')
  await shop.stop()
})

const known = Intl.supportedValuesOf('currency')
const currencies = [...new Set([...known, 'CLF', 'KWD', 'UYW', 'JPY'])].filter((code) => code !== 'USD')
const numbers = new Map([
  ['two', 2],
  ['three', 3],
  ['four', 4],
])

test('whatever is stated in a currency comes back in all answers, or is refused in words', async () => {
  const shop = await openShop({ rates: Object.fromEntries(currencies.map((code) => [code, 1])) })
  const amounts = fc.record({ whole: fc.nat(999_998), part: fc.integer({ min: 1, max: 99_999 }) })
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('USD', 'KWD', 'JPY', 'CLF', ...currencies), amounts, async (currency, given) => {
      const amount = Number(`${given.whole}.${String(given.part).padStart(5, '0')}`)
      const [, decimals = ''] = String(amount).split('.')
      const body = { ...paymentInput, currency, amount, lineItems: [{ name: 'Tea', quantity: 1, unitAmount: amount }] }
      const answer = await shop.request('POST', '/sandbox/v1/payments', { body })
      if (answer.status !== 201) {
        const { message } = readProblem(answer)
        const [, most] = /^amount must have at most (\w+) decimals in /.exec(message) ?? []
        if (most === undefined) expect(message).toMatch(/^amount must be a whole number, such as 500: /)
        else expect(numbers.get(most)).toBeLessThan(decimals.length)
        expect(message).toContain(currency)
        return
      }
      const text = await fetchText(shop, `/sandbox/v1/payments/${answer.body.id}`)
      const [, printed = ''] = /"amount":([^,]*),/.exec(text) ?? []
      expect(Number(printed)).toBe(amount)
      expect(printed.split('.')[1]?.length).toBeGreaterThanOrEqual(Math.max(2, decimals.length))
      expect(text).toContain(`"unitAmount":${printed},`)
      expect((await shop.checkout.sandbox.payments.list({ q: printed, limit: 1 })).totalCount).toBeGreaterThan(0)
    }),
    { numRuns: 150 },
  )
  await shop.stop()
})
