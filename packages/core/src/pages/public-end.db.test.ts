import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '../domain/time.ts'
import { asBrowser, createTransferFor, TEST_WALLET } from '../testing/index.ts'
import { createCompletedPayment, openRefunding, REFUND_TO } from '../testing/refunding.ts'
import { publicRoutes } from './public-routes.ts'

type Shop = Awaited<ReturnType<typeof openRefunding>>

/** Content of the pages of a payment and of a refund that is gone with them. */
const SECRET = /49\.99|53\.89|Shop &amp; Söhne|0xf39fd6e5|0x3C44CdDd/i

const ask = (shop: Shop, method: string, path: string, headers: Record<string, string> = asBrowser) =>
  shop.request(method, path, { key: null, headers, ...(method === 'POST' ? { body: {} } : {}) })

const toText = (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body))

test('every address that needs no keys has an end', () => {
  expect(publicRoutes).toEqual({
    '/pay/{id}': 'payment',
    '/pay/{id}/status': 'payment',
    '/pay/{id}/wallet': 'payment',
    '/pay/{id}/method': 'payment',
    '/pay/{id}/email': 'payment',
    '/pay/{id}/funds': 'payment',
    '/pay/{id}/transactions': 'payment',
    '/pay/{id}/claims/challenge': 'payment',
    '/pay/{id}/claims/prove': 'payment',
    '/pay/{id}/authorization': 'payment',
    '/pay/{id}/authorizations': 'payment',
    '/pay/{id}/stellar/assets': 'payment',
    '/pay/{id}/stellar/transaction': 'payment',
    '/pay/{id}/stellar/submit': 'payment',
    '/pay/{id}/claim': 'payment',
    '/pay/{id}/test/{scenario}': 'payment',
    '/pay/{id}/receipt': 'never',
    '/pay/{id}/receipt.jwt': 'never',
    '/pay/{id}/receipt/{refund}': 'never',
    '/refund/{token}': 'refund',
    '/refund/sign/{id}': 'refund',
    '/refund/sign/{id}/stellar/{step}': 'refund',
    '/l/{id}': 'link',
    '/l/{id}/qr': 'link',
    '/l/{id}/status': 'link',
    '/l/{id}/payments': 'link',
    '/reports/{id}': 'signature',
    '/logo/{name}': 'never',
    '/receipts/verify': 'never',
    '/.well-known/jwks.json': 'never',
    '/sandbox/.well-known/jwks.json': 'never',
    '/openapi.json': 'never',
    '/docs': 'never',
  })
})

describe('thirty days after its end', () => {
  let shop: Shop
  let paid: Awaited<ReturnType<typeof createCompletedPayment>>
  let unpaid: Awaited<ReturnType<Shop['create']>>
  let open: Awaited<ReturnType<Shop['create']>>
  let asked: string
  let signed: string

  beforeAll(async () => {
    shop = await openRefunding()
    await shop.checkout.merchant.update({ name: 'Shop & Söhne' })
    paid = await createCompletedPayment(shop)
    open = await shop.create({ expiresIn: 30 * 86_400 })
    unpaid = await shop.create()
    await shop.checkout.sandbox.payments.cancel(unpaid.id)
    const { refunds } = shop.checkout.sandbox
    const collecting = await refunds.create({ paymentId: paid.id, amount: 1 })
    asked = collecting.nextAction?.url ?? ''
    const signing = await refunds.create({ paymentId: paid.id, amount: 2, destination: REFUND_TO })
    signed = signing.id.slice(3)
    for (const { id } of [collecting, signing]) await refunds.cancel(id)
  })
  afterAll(() => shop.stop())

  const addresses = () =>
    Object.entries(publicRoutes).flatMap(([route, end]) => {
      if (end !== 'payment' && end !== 'refund') return []
      const token = asked.slice(asked.lastIndexOf('/') + 1)
      const path = route.replace('{scenario}', 'pay').replace('{step}', 'transaction').replace('{token}', token)
      const ids = end === 'refund' ? [signed] : [paid.id, unpaid.id.slice(4)]
      return ids.map((id) => path.replace('{id}', id))
    })

  test('each address of a payment and of a refund is closed, to pages and programs', async () => {
    for (const path of ['', '/status']) expect((await ask(shop, 'GET', `/pay/${paid.id}${path}`)).status).toBe(200)
    expect((await ask(shop, 'GET', new URL(asked).pathname)).status).toBe(200)
    shop.clock.advance(30 * DAY_MS - 1)
    expect((await ask(shop, 'GET', `/pay/${paid.id}/status`)).status).toBe(200)
    shop.clock.advance(1)
    const answers: unknown[] = []
    for (const path of addresses())
      for (const method of ['GET', 'POST'])
        for (const headers of [asBrowser, { accept: '*/*' }]) {
          const { status, body } = await ask(shop, method, path, headers)
          answers.push([method, path, status, SECRET.test(toText(body))])
          shop.clock.advance(10_000)
        }
    expect(answers).toEqual(answers.map((answer) => [...(answer as unknown[]).slice(0, 2), expect.anything(), false]))
    expect(answers.filter((answer) => ![404, 410].includes((answer as [string, string, number])[2]))).toEqual([])
  })

  test('a page says so in the payer’s language, and leads to the receipt, which stays', async () => {
    const page = await ask(shop, 'GET', `/pay/${paid.id.slice(4)}?lang=de`)
    expect(page).toMatchObject({ status: 410, headers: { 'cache-control': 'no-store' } })
    expect(page.body).toContain('Diese Seite ist geschlossen')
    const receipt = `/pay/${paid.id.slice(4)}/receipt`
    expect(page.body).toContain(`href="${receipt}?lang=de"`)
    expect((await ask(shop, 'GET', receipt)).status).toBe(200)
    const other = await ask(shop, 'GET', `/pay/${unpaid.id.slice(4)}`)
    expect([other.status, toText(other.body).includes('/receipt')]).toEqual([410, false])
    expect((await ask(shop, 'GET', new URL(`${asked}?lang=fr`).pathname)).body).toContain('This page is closed')
  })

  test('programs are told so as JSON', async () => {
    for (const path of [`/pay/${paid.id}/status`, `/refund/sign/${signed}/stellar/transaction`]) {
      const method = path.endsWith('status') ? 'GET' : 'POST'
      const { status, headers, body } = await ask(shop, method, path)
      expect([path, status, headers['content-type']]).toEqual([path, 404, 'application/json'])
      const said = { code: 'resource_missing', message: expect.stringContaining('ended some time ago') }
      expect([path, body]).toMatchObject([path, { error: said }])
    }
  })

  test('one that is open is shown however old it is, and the merchant sees all', async () => {
    expect((await ask(shop, 'GET', `/pay/${open.id}`)).status).toBe(200)
    expect((await ask(shop, 'GET', `/pay/${open.id}/status`)).body).toMatchObject({ status: 'created' })
    expect((await shop.retrieve(paid)).transactions).toHaveLength(1)
    expect(await shop.retrieve(unpaid)).toMatchObject({ status: 'cancelled', address: TEST_WALLET })
  })

  test('money that comes then is recorded, and its page opens again if it is accepted', async () => {
    shop.mine([createTransferFor(unpaid)])
    for (let block = 0; block < 3; block++) shop.mine()
    await shop.settle()
    expect(await shop.retrieve(unpaid)).toMatchObject({ status: 'cancelled', exceptions: ['late'] })
    await shop.checkout.sandbox.payments.accept(unpaid.id)
    const page = await ask(shop, 'GET', `/pay/${unpaid.id}/status`)
    expect([page.status, page.body.status]).toEqual([200, 'completed'])
  })
})

test('pageDays says how long instead', async () => {
  const shop = await openRefunding({ pageDays: 2 })
  const payment = await shop.create()
  await shop.checkout.sandbox.payments.cancel(payment.id)
  shop.clock.advance(2 * DAY_MS)
  expect((await ask(shop, 'GET', `/pay/${payment.id}`)).status).toBe(410)
  await shop.stop()
})

test('a link that is closed shows nothing of its order', async () => {
  const shop = await openRefunding()
  const link = await shop.checkout.sandbox.paymentLinks.create({
    ...{ title: 'Coffee', description: 'A cup', amount: 4.5, currency: 'EUR', lineItems: [] },
    ...{ cryptocurrency: 'USDC', network: 'ethereum', merchantWallet: TEST_WALLET },
  })
  const read = async (path = '') => toText((await ask(shop, 'GET', `/l/${link.id}${path}`)).body)
  for (const path of ['', '/status']) expect(await read(path)).toContain('A cup')
  await shop.checkout.sandbox.paymentLinks.update(link.id, { active: false })
  for (const path of ['', '/qr', '/status']) expect(await read(path)).not.toMatch(/A cup|4[.,]5/)
  await shop.stop()
})

test('an address that the table lacks is not there', async () => {
  const shop = await openRefunding()
  const payment = await shop.create()
  for (const path of [`/pay/${payment.id}/all`, `/pay/${payment.id}/status/x`, '/l/x/y/z', '/refund/a/b/c/d'])
    expect([path, (await ask(shop, 'GET', path)).status]).toEqual([path, 404])
  await shop.stop()
})
