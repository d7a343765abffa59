import { beforeAll, describe, expect, test } from 'vitest'
import { asBrowser, createTransferFor, paymentInput, testCheckout } from '../testing/index.ts'
import { addMerchant, countRows, fetchText, fillShop, openShop, readProblem } from '../testing/shop.ts'

type Shop = Awaited<ReturnType<typeof openShop>>
let shop: Shop
let filled: Awaited<ReturnType<typeof fillShop>>

beforeAll(async () => {
  shop = await openShop()
  filled = await fillShop(shop)
})

const statusOf = (id: string) => `/pay/${id.replace('pay_', '')}/status`
const read = (
  from: Pick<Shop, 'request'>,
  target: string,
  headers: Record<string, string> = {},
  address = '192.0.2.9',
) => from.request('GET', target, { key: null, headers: { ...asBrowser, ...headers }, address })

const FIELDS = [
  'id',
  'status',
  'amount',
  'currency',
  'cryptoAmount',
  'cryptocurrency',
  'network',
  'address',
  'memo',
  'memoType',
  'recognition',
  'paymentUri',
  'amountReceived',
  'amountDue',
  'expiresAt',
  'createdAt',
  'serverTime',
  'exceptions',
  'transactions',
  'transactionCount',
  'claimable',
  'confirmations',
  'misdirected',
  'reported',
  'merchantName',
  'methods',
  'merchantLogo',
  'supportEmail',
  'supportUrl',
  'livemode',
  'redirectUrl',
  'cancelUrl',
  'description',
  'reference',
  'lineItems',
  'supersededByUrl',
  'unnamed',
  'claims',
  'asksForEmail',
  'networkHealthy',
  'networkTitle',
  'networkColour',
  'exchangeNetwork',
  'confirmationsDelayed',
]

describe('the public view', () => {
  test('has these fields and no others, in every status', async () => {
    for (const key of ['expired', 'completed', 'processing', 'partlyPaid', 'cancelled', 'created'] as const) {
      const answer = await read(shop, statusOf(filled[key].id))
      expect(answer.status).toBe(200)
      expect(Object.keys(answer.body).sort()).toEqual([...FIELDS].sort())
      const own = await shop.retrieve(filled[key])
      for (const field of FIELDS.filter((name) => name in own && name !== 'redirectUrl' && name !== 'methods'))
        expect([field, answer.body[field]]).toEqual([field, own[field as 'id']])
    }
  })

  test("shows nothing that is the merchant's own", async () => {
    const secrets = { metadata: { note: 'TELL-NOBODY' }, webhookUrl: 'https://shop.example.com/TELL-NOBODY' }
    const { id } = await shop.create({ ...secrets, redirectUrl: 'https://shop.example.com/TELL-NOBODY' })
    expect(await fetchText(shop, statusOf(id))).not.toContain('TELL-NOBODY')
    expect((await read(shop, `/pay/${id}`)).body).not.toContain('TELL-NOBODY')
  })

  test('tells where to go on only once the payment is completed', async () => {
    const redirectUrl = 'https://shop.example.com/thanks'
    const payment = await shop.create({ redirectUrl, amount: 77 })
    const shown = async () => (await read(shop, statusOf(payment.id))).body.redirectUrl
    expect(await shown()).toBeNull()
    shop.mine([createTransferFor(payment)])
    await shop.settle()
    expect(await shown()).toBeNull()
    shop.mine()
    shop.mine()
    await shop.settle()
    expect(await shown()).toBe(redirectUrl)
  })

  test('is there with and without the prefix of the id, for production too, and counts confirmations', async () => {
    const live = await shop.checkout.payments.create({ ...paymentInput, merchantWallet: `0x${'1'.repeat(40)}` })
    for (const id of [live.id, live.id.slice(4)])
      expect((await read(shop, `/pay/${id}/status`)).body).toMatchObject({ id: live.id, livemode: true })
    const fresh = await openShop()
    for (let block = 0; block < 3; block++) fresh.mine()
    await fresh.settle()
    const payment = await fresh.create()
    const seen = []
    fresh.mine([createTransferFor(payment)])
    for (let block = 0; block < 4; block++) {
      await fresh.settle()
      seen.push((await read(fresh, statusOf(payment.id))).body.confirmations)
      fresh.mine()
    }
    expect(seen).toMatchObject([1, 2, 3, 3].map((count) => ({ seen: count, required: 3 })))
  })

  test('has an ETag that changes with the payment, not with the clock', async () => {
    const fresh = await openShop()
    await fresh.settle()
    const payment = await fresh.create()
    const first = await read(fresh, statusOf(payment.id))
    const etag = first.headers.etag ?? ''
    expect(etag).toMatch(/^"[\w-]+"$/)
    fresh.clock.advance(5_000)
    const later = await read(fresh, statusOf(payment.id))
    expect(later.headers.etag).toBe(etag)
    expect(later.body.serverTime).not.toBe(first.body.serverTime)
    for (const header of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const same = await read(fresh, statusOf(payment.id), { 'if-none-match': header })
      expect([header, same.status, same.body]).toEqual([header, 304, ''])
      expect(same.headers).toMatchObject({ etag, 'access-control-allow-origin': '*' })
    }
    for (const header of ['"other"', '', 'nonsense', etag.slice(1, -1)])
      expect((await read(fresh, statusOf(payment.id), { 'if-none-match': header })).status).toBe(200)
    fresh.mine([createTransferFor(payment)])
    await fresh.settle()
    const changed = await read(fresh, statusOf(payment.id), { 'if-none-match': etag })
    expect(changed.status).toBe(200)
    expect(changed.headers.etag).not.toBe(etag)
  })

  test('may be read from any origin, its refusals too', async () => {
    const { id } = filled.created
    const headers = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'ETag, Retry-After' }
    expect((await read(shop, statusOf(id))).headers).toMatchObject(headers)
    expect((await read(shop, statusOf('pay_nothing'))).headers).toMatchObject(headers)
    const preflight = await shop.request('OPTIONS', statusOf(id), { key: null })
    expect(preflight).toMatchObject({
      status: 204,
      body: '',
      headers: {
        ...headers,
        'access-control-allow-methods': 'GET, OPTIONS',
        'access-control-allow-headers': 'If-None-Match',
      },
    })
  })

  test.each([
    'x',
    'X',
    '',
    '%00',
    '%ff',
    '%',
    '..',
    '__proto__',
    'pay_',
    'pay_pay_',
    'x'.repeat(200),
    'pay_00000000000000000000000000',
    'PAY_00000000000000000000000000',
    'tr_00000000000000000000000000',
  ])('is a 404 in JSON for the id %j', async (id) => {
    const answer = await read(shop, `/pay/${id}/status`, {}, `address of ${id}`)
    expect(readProblem(answer)).toMatchObject({ status: 404, code: 'resource_missing', param: 'id' })
    expect(answer.headers['x-request-id']).toBe(answer.body.error.requestId)
  })

  test.each(['POST', 'PUT', 'DELETE', 'PATCH'])('takes no %s', async (method) => {
    const answer = await shop.request(method, statusOf(filled.created.id), { key: null })
    expect(readProblem(answer)).toMatchObject({ status: 404, code: 'unknown_endpoint' })
  })
})

const [ONE, OTHER] = ['198.51.100.1', '198.51.100.2']

describe('the public view is limited', () => {
  test('to 240 reads a minute for a payment and an address, which is room for eight screens', async () => {
    const fresh = await testCheckout()
    const [one, two] = [await fresh.create(), await fresh.create()]
    const status = async (id: string, address: string) => (await read(fresh, statusOf(id), {}, address)).status
    for (let requests = 0; requests < 240; requests++) expect(await status(one.id, ONE)).toBe(200)
    const refused = await read(fresh, statusOf(one.id), {}, ONE)
    expect(readProblem(refused)).toMatchObject({ status: 429, code: 'rate_limited' })
    expect(refused.headers).toMatchObject({ 'retry-after': '60', 'access-control-allow-origin': '*' })
    expect([await status(two.id, ONE), await status(one.id, OTHER)]).toEqual([200, 200])
    fresh.clock.advance(59_999)
    expect(await status(one.id, ONE)).toBe(429)
    fresh.clock.advance(1)
    expect(await status(one.id, ONE)).toBe(200)
  })

  test('and does not count what else is done for a payment: sixty requests a minute', async () => {
    const fresh = await testCheckout()
    const { id } = await fresh.create()
    const ask = async (path: string) => (await read(fresh, `/pay/${id}${path}`, {}, ONE)).status
    for (let requests = 0; requests < 240; requests++) await ask('/status')
    expect(await ask('/status')).toBe(429)
    for (let requests = 0; requests < 60; requests++) expect(await ask(requests % 2 ? '/wallet' : '')).toBe(200)
    expect([await ask('/wallet'), await ask('')]).toEqual([429, 429])
  })

  test('to six hundred an address, unknown payments included; the refused do not count', async () => {
    const fresh = await testCheckout()
    const [first, ...payments] = await Promise.all(Array.from({ length: 11 }, () => fresh.create()))
    if (!first) throw new Error('no payment')
    const status = async (id: string) => (await read(fresh, statusOf(id), {}, ONE)).status
    for (let requests = 0; requests < 700; requests++) await status(first.id)
    for (const { id } of payments.slice(0, 6))
      for (let requests = 0; requests < 50; requests++) expect(await status(id)).toBe(200)
    for (let requests = 0; requests < 60; requests++) expect(await status(`pay_${requests}`)).toBe(404)
    expect(await status(payments[9]?.id ?? '')).toBe(429)
    expect(await status('pay_x')).toBe(429)
  })
})

describe('the page is limited as the public view is', () => {
  test('and says so to who reads it, in his language, and tries again by itself', async () => {
    const fresh = await openShop({
      publicUrl: 'https://shop.example.com/pay-here',
      frameAncestors: ['https://a.example'],
    })
    const { id } = await fresh.create()
    const page = (language = 'en') => read(fresh, `/pay/${id}?lang=de`, { 'accept-language': language }, ONE)
    for (let requests = 0; requests < 60; requests++) expect((await page()).status).toBe(200)
    const limited = await page()
    expect(limited).toMatchObject({
      status: 429,
      headers: {
        'retry-after': '60',
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': expect.stringContaining('frame-ancestors https://a.example'),
      },
    })
    expect(limited.body).toContain('<html lang="de" dir="ltr">')
    const again = `/pay-here/pay/${id.slice(4)}?lang=de`
    expect(limited.body).toContain(`<meta http-equiv="refresh" content="60; url=${again}">`)
    expect(limited.body).toContain(`href="${again}">Erneut versuchen</a>`)
    expect((await read(fresh, `/pay/${id}`, {}, OTHER)).status).toBe(200)
    fresh.clock.advance(60_000)
    expect((await page()).status).toBe(200)
  })

  test('and so are the buttons of test mode, and pages that do not exist', async () => {
    const fresh = await openShop()
    const { id } = await fresh.create()
    const play = async () => (await fresh.request('POST', `/pay/${id}/test/exact`, { key: null, address: ONE })).status
    for (let requests = 0; requests < 60; requests++) expect(await play()).toBe(303)
    expect(await play()).toBe(429)
    expect(fresh.sent).toHaveLength(60)
    for (let requests = 0; requests < 60; requests++) await read(fresh, `/pay/"><script>${requests}`, {}, ONE)
    const limited = await read(fresh, '/pay/"><script>alert(1)</script>', {}, ONE)
    expect(limited.status).toBe(429)
    expect(limited.body).not.toContain('<script>')
  })
})

describe('the page', () => {
  test('shows the payment, with the headers of a page that nobody can frame or script', async () => {
    const answer = await read(shop, `/pay/${filled.created.id.slice(4)}`)
    expect(answer.status).toBe(200)
    expect(answer.body).toContain(filled.created.id)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'content-security-policy': expect.stringMatching(/^default-src 'none';.*frame-ancestors 'none'/),
    })
    expect((await read(shop, `/pay/${filled.created.id}`)).body).toBe(answer.body)
  })

  test('is in the language that the browser asks for, and a cache keeps them apart', async () => {
    const { id } = filled.created
    const german = await read(shop, `/pay/${id}`, { 'accept-language': 'sv, de-CH;q=0.8, en;q=0.7' })
    expect(german.body).toContain('<html lang="de" dir="ltr">')
    expect(german.body).toContain('Warten auf Zahlung')
    const english = await read(shop, `/pay/${id}`)
    expect(english.body).toContain('<html lang="en" dir="ltr">')
    const missing = await read(shop, '/pay/nothing', { 'accept-language': 'ar' })
    expect(missing.body).toContain('<html lang="ar" dir="rtl">')
    for (const { headers } of [german, english, missing]) expect(headers.vary).toBe('Accept-Language, Accept-Encoding')
  })

  test('is in the language of its address, test payments included', async () => {
    const { id } = filled.created
    const page = await read(shop, `/pay/${id}?lang=ja`, { 'accept-language': 'de' })
    expect(page.body).toContain('<html lang="ja" dir="ltr">')
    expect(page.body).toContain(`action="/pay/${id.slice(4)}/test/exact?lang=ja"`)
    expect((await read(shop, `/pay/${id}?lang=xx`, { 'accept-language': 'de' })).body).toContain('<html lang="de"')
    const ended = await shop.request('POST', `/pay/${filled.cancelled.id}/test/expire?lang=ja`, { key: null })
    expect(ended.headers.location).toBe(`/pay/${filled.cancelled.id.slice(4)}?lang=ja`)
  })

  test('may be framed by the origins of the configuration, and by no others', async () => {
    const framed = await openShop({ frameAncestors: ['https://shop.example.com'] })
    const { id } = await framed.create()
    const { headers } = await read(framed, `/pay/${id}`)
    expect(headers['content-security-policy']).toContain('frame-ancestors https://shop.example.com')
    expect(headers['x-frame-options']).toBeUndefined()
    expect((await read(framed, '/pay/nothing')).headers['x-frame-options']).toBe('DENY')
  })

  test.each([
    'x',
    '',
    '%00',
    '%',
    '__proto__',
    'pay_',
    '00000000000000000000000000',
    'x/y',
    'x/y/z',
    'x/test',
    'x/test/',
    'x/status/',
    '"><script>alert(1)</script>',
    'x'.repeat(200),
  ])('is a 404 that repeats nothing for %j', async (id) => {
    const answer = await read(shop, `/pay/${id}`)
    expect(answer.status).toBe(404)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
    expect(answer.body).toContain('Payment not found')
    expect(answer.body).not.toContain('alert(1)')
  })

  test('shows names and addresses with markup in them as text', async () => {
    const evil = `</title><script>alert('name')</script><img src=x onerror=alert(2)>"' & co`
    const merchant = await addMerchant(shop, evil)
    const body = {
      ...paymentInput,
      metadata: { '<script>': '<script>alert(3)</script>' },
      merchantWallet: `0x${'2'.repeat(40)}`,
    }
    const { id } = (await shop.request('POST', '/sandbox/v1/payments', { key: merchant.sandbox, body })).body
    const page = (await read(shop, `/pay/${id}`)).body as string
    expect(page).not.toMatch(/<script>|<img|alert\(3\)/)
    expect(page).toContain('&lt;script&gt;')
    expect((await read(shop, statusOf(id))).body.merchantName).toBe(evil)
  })

  test('finds its files below the mount path', async () => {
    const mounted = await openShop({ publicUrl: 'https://shop.example.com/pay-here/' })
    const payment = await mounted.create()
    expect(payment.url).toBe(`https://shop.example.com/pay-here/pay/${payment.id.slice(4)}`)
    const page = (await read(mounted, `/pay/${payment.id}`)).body as string
    for (const [, address] of page.matchAll(/ (?:href|src|action)="(\/[^"]*)"/g))
      expect(address).toMatch(/^\/pay-here\//)
  })
})

describe('the buttons of test mode', () => {
  test('lead back to the page, and do what they say', async () => {
    const fresh = await openShop({ publicUrl: 'https://shop.example.com/pay-here' })
    const payment = await fresh.create()
    const play = (scenario: string, method = 'POST') =>
      fresh.request(method, `/pay/${payment.id}/test/${scenario}`, { key: null })
    const answer = await play('exact')
    expect(answer).toMatchObject({ status: 303, headers: { location: `/pay-here/pay/${payment.id.slice(4)}` } })
    expect(fresh.sent).toHaveLength(1)
    expect((await play('expire')).status).toBe(303)
    expect((await fresh.retrieve(payment)).expiresAt).toBe(new Date(fresh.clock.now()).toISOString())
    const before = await countRows(fresh)
    for (const scenario of ['no_memo', 'nothing', '', '__proto__', 'constructor', 'x'.repeat(50)])
      expect([scenario, (await play(scenario)).status]).toEqual([scenario, 404])
    expect((await play('exact', 'GET')).status).toBe(404)
    expect(await countRows(fresh)).toEqual(before)
    expect(fresh.sent).toHaveLength(1)
  })

  test('are not there without a payer, in production, and for no payment', async () => {
    const bare = await testCheckout()
    const payment = await bare.create()
    expect((await bare.request('POST', `/pay/${payment.id}/test/exact`, { key: null })).status).toBe(404)
    expect((await read(bare, `/pay/${payment.id}`)).body).not.toContain('/test/')
    const live = await shop.checkout.payments.create({ ...paymentInput, merchantWallet: `0x${'3'.repeat(40)}` })
    const sent = shop.sent.length
    for (const scenario of ['exact', 'expire'])
      expect((await shop.request('POST', `/pay/${live.id}/test/${scenario}`, { key: null })).status).toBe(404)
    expect((await shop.request('POST', '/pay/nothing/test/exact', { key: null })).status).toBe(404)
    expect(await shop.checkout.payments.retrieve(live.id)).toEqual(live)
    expect(shop.sent).toHaveLength(sent)
    expect((await read(shop, `/pay/${live.id}`)).body).not.toContain('/test/')
    expect((await read(shop, `/pay/${filled.created.id}`)).body).toContain('/test/')
  })

  test('of a payment that has ended change nothing and lead back', async () => {
    const answer = await shop.request('POST', `/pay/${filled.cancelled.id}/test/expire`, { key: null })
    expect(answer.status).toBe(303)
    expect((await shop.retrieve(filled.cancelled)).status).toBe('cancelled')
  })
})
