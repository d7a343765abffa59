import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from 'jose'
import jsqr from 'jsqr'
import { afterEach, expect, test } from 'vitest'
import { createTransferFor } from '../testing/index.ts'
import { createCompletedPayment, mineFinal, openRefunding, REFUND_TO, refundTransfer } from '../testing/refunding.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function open(...options: Parameters<typeof openRefunding>) {
  const shop = await openRefunding(...options)
  closing.push(shop.stop)
  const get = (path: string, accept?: string) =>
    shop.request('GET', path, { key: null, headers: { 'user-agent': 'Mozilla/5.0', ...(accept ? { accept } : {}) } })
  return { shop, get }
}

const pathOf = (url: string | null) => new URL(url ?? '').pathname

async function openCompleted() {
  const { shop, get } = await open()
  const created = await shop.create({ reference: 'A-17' })
  shop.mine([createTransferFor(created)])
  await mineFinal(shop)
  const payment = await shop.retrieve(created)
  return { shop, get, payment, path: pathOf(payment.receiptUrl) }
}

async function refundOf(shop: Awaited<ReturnType<typeof open>>['shop'], paymentId: string) {
  const { refunds } = shop.checkout.sandbox
  const refund = await refunds.create({ paymentId, amount: 4, destination: REFUND_TO })
  shop.mine([refundTransfer(refund)])
  await mineFinal(shop)
  return refunds.retrieve(refund.id)
}

test('a receipt is a page, JSON or the signed text, as the client asks', async () => {
  const { get, payment, path } = await openCompleted()
  const [page, json, jwt, file] = [
    await get(path, 'text/html,application/xhtml+xml,*/*;q=0.8'),
    await get(path, 'application/json'),
    await get(path, 'application/jwt'),
    await get(`${path}.jwt`),
  ]
  expect([page, json, jwt, file].map(({ status, headers }) => [status, headers['content-type']])).toEqual([
    [200, 'text/html; charset=utf-8'],
    [200, 'application/json'],
    [200, 'application/jwt'],
    [200, 'application/jwt'],
  ])
  expect(jwt.body).toBe(payment.receipt)
  expect(file.body).toBe(payment.receipt)
  expect(json.body).toMatchObject({
    object: 'receipt',
    receipt: payment.receipt,
    claims: { sub: payment.id, orderReference: 'A-17' },
    url: payment.receiptUrl,
    keysUrl: 'https://pay.example.com/sandbox/.well-known/jwks.json',
  })
  // Caches must not mix them up.
  for (const { headers } of [page, json, jwt]) expect(headers.vary).toMatch(/^Accept\b/)
})

test('the page of a receipt has its code, no script, and says that it is a test and no invoice', async () => {
  const { get, payment, path } = await openCompleted()
  const { body, headers } = await get(path, 'text/html')
  expect(body).not.toContain('<script')
  expect(body).toContain('Test mode.')
  expect(body).toContain('It is not an invoice.')
  expect(body).toContain(payment.transactions[0]?.hash)
  expect(headers['content-security-policy']).toContain("default-src 'none'")
  const content = /data-content="([^"]*)"/.exec(body)?.[1]
  expect(content).toBe(`https://pay.example.com/receipts/verify#${payment.receipt}`)
  expect(scan(body)).toBe(content)
})

// The package is CommonJS: Node's default export is the module, the types' default export is the function.
const decode = (typeof jsqr === 'function' ? jsqr : (jsqr as { default: unknown }).default) as (
  data: Uint8ClampedArray,
  width: number,
  height: number,
) => { data: string } | null

/** Reads the code of a page as a camera does. */
function scan(body: string): string | undefined {
  const svg = /<svg[^>]* class="qr-code".*?<\/svg>/s.exec(body)?.[0] ?? ''
  const [, modules] = /viewBox="0 0 (\d+)/.exec(svg) ?? []
  const scale = 4
  const width = Number(modules) * scale
  const pixels = new Uint32Array(width * width).fill(0xff_ff_ff_ff)
  const [, start, moves = ''] = /d="M(\d+) \d+\.5([^"]*)"/.exec(svg) ?? []
  let [x, y] = [Number(start), Number(start)]
  for (const [, right, down, length] of moves.matchAll(/m(-?\d+) (\d+)h(\d+)/g)) {
    x += Number(right)
    y += Number(down)
    for (let row = y * scale; row < (y + 1) * scale; row++)
      pixels.fill(0xff_00_00_00, row * width + x * scale, row * width + (x + Number(length)) * scale)
    x += Number(length)
  }
  return decode(new Uint8ClampedArray(pixels.buffer), width, width)?.data
}

test('a payment has no receipt before it is completed: its page leads to the payment', async () => {
  const { shop, get } = await open()
  const payment = await shop.create()
  shop.mine([createTransferFor(payment)])
  await shop.watch()
  const path = `${pathOf(payment.url)}/receipt`
  const page = await get(`${path}?lang=de`, 'text/html')
  expect([page.status, page.headers.location]).toEqual([303, `${payment.url}?lang=de`])
  for (const type of ['application/json', 'application/jwt']) {
    const answer = await get(path, type)
    expect(answer.status).toBe(404)
    expect(answer.body.error.code).toBe('resource_missing')
  }
})

test('unknown payments and refunds have no receipts', async () => {
  const { get, payment, path, shop } = await openCompleted()
  const other = await createCompletedPayment(shop)
  const refund = await refundOf(shop, payment.id)
  const wrong = [
    '/pay/nothing/receipt',
    `${path}/re_nothing`,
    `${path}/${payment.id.replace('pay_', 're_')}`,
    // The refund of another payment.
    `${pathOf(other.receiptUrl)}/${refund.id}`,
  ]
  for (const one of wrong) {
    expect((await get(one, 'text/html')).status).toBe(404)
    expect((await get(one, 'application/jwt')).status).toBe(404)
  }
  expect((await shop.request('POST', path, { key: null })).status).toBe(404)
})

test('a refund’s receipt opens below that of its payment', async () => {
  const { shop, get, payment } = await openCompleted()
  const refund = await refundOf(shop, payment.id)
  const path = pathOf(refund.receiptUrl)
  expect((await get(path, 'application/jwt')).body).toBe(refund.receipt)
  expect((await get(`${path}.jwt`)).body).toBe(refund.receipt)
  const { status, body } = await get(path, 'text/html')
  expect(status).toBe(200)
  for (const text of [REFUND_TO, refund.transaction?.hash, 'This receipt proves the refund.'])
    expect(body).toContain(text)
  expect(scan(body)).toBe(`https://pay.example.com/receipts/verify#${refund.receipt}`)
})

test('a receipt says nothing of the metadata, and of the order’s items only their hash', async () => {
  const { shop, get } = await open()
  const payment = await shop.create({
    metadata: { secret: 'for the merchant' },
    description: 'A surprise',
    lineItems: [{ name: 'Ring', quantity: 1, unitAmount: 10 }],
  })
  shop.mine([createTransferFor(payment)])
  await mineFinal(shop)
  const { body } = await get(pathOf((await shop.retrieve(payment)).receiptUrl), 'application/json')
  const text = JSON.stringify(body.claims)
  for (const hidden of ['for the merchant', 'surprise', 'Ring']) expect(text).not.toContain(hidden)
  expect(body.claims.lineItemsSha256).toMatch(/^[\w-]{43}$/)
})

test('each environment publishes its keys below its issuer, and a test receipt never verifies as a real one', async () => {
  const { get, payment } = await openCompleted()
  const [production, sandbox] = [await get('/.well-known/jwks.json'), await get('/sandbox/.well-known/jwks.json')]
  const setOf = (answer: typeof production) => {
    expect(answer.headers['content-type']).toBe('application/jwk-set+json')
    expect(answer.headers['access-control-allow-origin']).toBe('*')
    return JSON.parse(answer.body) as JSONWebKeySet
  }
  const verify = (set: JSONWebKeySet) => compactVerify(payment.receipt ?? '', createLocalJWKSet(set))
  await verify(setOf(sandbox))
  await expect(verify(setOf(production))).rejects.toThrow('no applicable key')
  for (const { d } of [...setOf(production).keys, ...setOf(sandbox).keys]) expect(d).toBeUndefined()
})

test('the page of a completed payment leads to its receipt, unless it was completed before there were receipts', async () => {
  const { shop, get, payment, path } = await openCompleted()
  expect((await get(pathOf(payment.url), 'text/html')).body).toContain(`href="${path}"`)
  // As a payment of an earlier release is after the migration.
  await shop.checkout.context.transact((tx) =>
    tx
      .deleteFrom('receipts')
      .execute()
      .then(() => undefined),
  )
  expect((await get(pathOf(payment.url), 'text/html')).body).not.toContain('/receipt')
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed', receipt: null, receiptUrl: null })
  expect((await get(path, 'text/html')).status).toBe(303)
})

test('below a mount path, the issuer and the addresses have it too', async () => {
  const { shop, get } = await open({ publicUrl: 'https://shop.example.com/checkout' })
  const payment = await createCompletedPayment(shop)
  expect(payment.receiptUrl).toBe(`https://shop.example.com/checkout/pay/${payment.id.slice(4)}/receipt`)
  // The host takes the mount path off.
  const { body } = await get(pathOf(payment.receiptUrl).replace('/checkout', ''), 'application/json')
  expect(body.claims.iss).toBe('https://shop.example.com/checkout/sandbox')
  expect(body.keysUrl).toBe('https://shop.example.com/checkout/sandbox/.well-known/jwks.json')
})
