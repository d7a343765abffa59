import type { PaymentLink } from '@crypto-checkout/api-types'
import { describe, expect, test } from 'vitest'
import { paymentInput, type TestCheckout, testCheckout } from '../testing/index.ts'
import { logos } from '../testing/logos.ts'
import { countRows, openShop, readProblem } from '../testing/shop.ts'

const coffee = { ...paymentInput, title: 'Coffee', amount: 4.5 } as const
const { amount: _, ...withoutAmount } = coffee
const donation = { ...withoutAmount, title: 'Donation', minimum: 5, maximum: 100, preset: 20 } as const

const create = (shop: TestCheckout, input: object = coffee) =>
  shop.checkout.sandbox.paymentLinks.create(input as typeof coffee)
const pathOf = ({ id }: Pick<PaymentLink, 'id'>, end: string) => `/l/${id.slice(3)}/${end}`
const read = (shop: TestCheckout, link: Pick<PaymentLink, 'id'>) =>
  shop.request('GET', pathOf(link, 'status'), { key: null })
const pay = (shop: TestCheckout, link: Pick<PaymentLink, 'id'>, body: object = {}) =>
  shop.request('POST', pathOf(link, 'payments'), { body, key: null })

describe('the public view of a link', () => {
  test('says what its page says, to pages of every origin, and nothing that is the merchant’s', async () => {
    const shop = await openShop()
    await shop.checkout.merchant.update({ name: 'Zoë & Söhne', logo: logos.png, supportEmail: 'help@zoe.example' })
    const lineItems = [{ name: 'Coffee', quantity: 1, unitAmount: 4.5 }]
    const link = await create(shop, { ...coffee, lineItems, metadata: { table: 7 }, limit: 3, alternatives: 'all' })
    const answer = await read(shop, link)
    expect(answer).toMatchObject({ status: 200, headers: { 'access-control-allow-origin': '*' } })
    expect(answer.body).toEqual({
      ...{ id: link.id, status: 'active', title: 'Coffee', description: null, lineItems: link.lineItems },
      ...{ amount: 4.5, minimum: null, maximum: null, preset: null, currency: 'USD', livemode: false },
      ...{ cryptocurrency: 'USDC', network: 'ethereum', networkTitle: 'Ethereum', networkColour: '#627eea' },
      offersChoice: true,
      ...{ merchantName: 'Zoë & Söhne', merchantLogo: expect.stringMatching(/\/logo\//) },
      ...{ supportEmail: 'help@zoe.example', supportUrl: null },
    })
  })

  test('is read however often without a payment, and says when there will be none', async () => {
    const shop = await openShop()
    const link = await create(shop, { ...coffee, limit: 1 })
    const before = await countRows(shop)
    expect((await read(shop, link)).body).toMatchObject({ status: 'active' })
    expect((await shop.request('HEAD', pathOf(link, 'status'), { key: null })).status).toBe(200)
    expect((await shop.request('GET', pathOf(link, 'payments'), { key: null })).status).toBe(404)
    expect(await countRows(shop)).toEqual(before)
    await pay(shop, link)
    expect(await read(shop, link)).toMatchObject({ status: 200, body: { status: 'exhausted' } })
  })
})

describe('a payment by a link', () => {
  test('is made by a page of another origin, which gets its public view and its address', async () => {
    const shop = await openShop()
    const link = await create(shop, { ...coffee, metadata: { table: 7 } })
    const preflight = await shop.request('OPTIONS', pathOf(link, 'payments'), { key: null })
    expect(preflight).toMatchObject({
      status: 204,
      headers: {
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'POST, OPTIONS',
        'access-control-allow-headers': 'Content-Type',
      },
    })
    const answer = await pay(shop, link)
    expect(answer).toMatchObject({ status: 201, headers: { 'access-control-allow-origin': '*' } })
    const [payment] = (await shop.checkout.sandbox.payments.list({ paymentLink: link.id })).data
    expect(answer.body).toMatchObject({ id: payment?.id, url: payment?.url, amount: 4.5, description: 'Coffee' })
    expect(answer.body).not.toHaveProperty('metadata')
    const { body: publicView } = await shop.request('GET', `/pay/${payment?.id.slice(4)}/status`, { key: null })
    expect(answer.body).toEqual({ ...publicView, url: payment?.url })
  })

  test('has the amount that the payer entered, within the limits', async () => {
    const shop = await openShop()
    const link = await create(shop, donation)
    expect((await pay(shop, link, { amount: 12.5 })).body).toMatchObject({ amount: 12.5 })
    const before = await countRows(shop)
    const message = 'amount must be from 5.00 to 100.00 USD.'
    for (const amount of [4.99, 100.01]) {
      const refused = await pay(shop, link, { amount })
      expect(refused.status).toBe(400)
      expect(readProblem(refused)).toMatchObject({ code: 'invalid_parameter', param: 'amount', message })
    }
    expect(readProblem(await pay(shop, link))).toMatchObject({ code: 'missing_parameter', param: 'amount', message })
    for (const amount of [-5, 5.001, '12,5', null]) {
      expect(readProblem(await pay(shop, link, { amount }))).toMatchObject({
        ...{ code: 'invalid_parameter', param: 'amount' },
      })
    }
    expect(readProblem(await pay(shop, link, { price: 7 }))).toMatchObject({ code: 'unknown_parameter' })
    expect(await countRows(shop)).toEqual(before)
    const open = await create(shop, { ...donation, maximum: undefined })
    expect(readProblem(await pay(shop, open, { amount: 1 }))).toMatchObject({
      message: 'amount must be at least 5.00 USD.',
    })
  })

  test('does not take its price from the payer', async () => {
    const shop = await openShop()
    const link = await create(shop)
    expect(readProblem(await pay(shop, link, { amount: 0.01 }))).toMatchObject({
      ...{ code: 'invalid_parameter', param: 'amount' },
    })
    expect((await shop.checkout.sandbox.paymentLinks.retrieve(link.id)).paymentCount).toBe(0)
  })

  test('is refused with the reason: turned off, expired, used up, or no such link', async () => {
    const shop = await openShop()
    const [off, late, full] = [
      await create(shop),
      await create(shop, { ...coffee, expiresIn: 60 }),
      await create(shop, { ...coffee, limit: 1 }),
    ]
    await shop.checkout.sandbox.paymentLinks.update(off.id, { active: false })
    expect((await pay(shop, full)).status).toBe(201)
    shop.clock.advance(60_000)
    const before = await countRows(shop)
    for (const [link, words] of [
      [off, 'is turned off'],
      [late, 'has expired'],
      [full, 'has as many open and paid payments as it may'],
    ] as const) {
      const refused = await pay(shop, link)
      expect(refused).toMatchObject({ status: 400, headers: { 'access-control-allow-origin': '*' } })
      expect(readProblem(refused)).toMatchObject({ code: 'invalid_state', message: expect.stringContaining(words) })
    }
    for (const id of ['pl_x', `pl_${'0'.repeat(26)}`]) {
      for (const answer of [await pay(shop, { id }), await read(shop, { id })]) {
        expect(answer).toMatchObject({ status: 404, headers: { 'access-control-allow-origin': '*' } })
        expect(readProblem(answer)).toMatchObject({ code: 'resource_missing' })
      }
    }
    expect(await countRows(shop)).toEqual(before)
  })

  test('is refused where the merchant’s plan has no room, and counts nothing', async () => {
    const shop = await testCheckout({ plans: { sandbox: { openPayments: 1 } } })
    const link = await create(shop, { ...coffee, limit: 5 })
    await shop.create()
    expect(readProblem(await pay(shop, link))).toMatchObject({ code: 'quota_exceeded' })
    expect(await shop.checkout.sandbox.paymentLinks.retrieve(link.id)).toMatchObject({ paymentCount: 0 })
  })

  test('is counted with those of the page’s form: an address makes 30 a minute at most', async () => {
    const shop = await openShop()
    const link = await create(shop)
    const answers: number[] = []
    for (let count = 0; count < 16; count++) {
      answers.push((await pay(shop, link)).status)
      answers.push((await shop.request('POST', `/l/${link.id.slice(3)}`, { key: null })).status)
    }
    expect(answers).toEqual([...Array.from({ length: 15 }, () => [201, 303]).flat(), 429, 429])
    const refused = await pay(shop, link)
    expect(refused.headers['retry-after']).toMatch(/^\d+$/)
    expect(readProblem(refused)).toMatchObject({ code: 'rate_limited' })
    expect((await read(shop, link)).status).toBe(200)
    expect((await shop.checkout.sandbox.payments.list({ paymentLink: link.id })).totalCount).toBe(30)
  })
})
