import { describe, expect, test } from 'vitest'
import { paymentInput, TEST_PAYER } from '../testing/index.ts'
import { logos } from '../testing/logos.ts'
import { addMerchant, countRows, openShop, readProblem } from '../testing/shop.ts'
import { testStorage } from '../testing/storage.ts'

async function openOwn() {
  const shop = await openShop({}, { storage: await testStorage() })
  const key = await shop.makeKey('production')
  const update = (body: object, pair = key) => shop.request('PATCH', '/v1/merchant', { key: pair, body })
  return { shop, key, update }
}
type Own = Awaited<ReturnType<typeof openOwn>>

const publicView = async ({ shop }: Own, id: string) =>
  (await shop.request('GET', `/pay/${id}/status`, { key: null })).body

async function fetchLogo({ shop }: Own, url: string, method = 'GET') {
  const path = url.replace('https://pay.example.com', '')
  const body = { kind: 'bytes', bytes: new Uint8Array() } as const
  const answer = await shop.checkout.handle({ method, path, query: '', headers: {}, body, address: '192.0.2.1' })
  if (!answer) throw new Error('not served')
  return answer
}

describe('PATCH /merchant', () => {
  test('changes what is given, keeps what is left out, and removes what is null', async () => {
    const own = await openOwn()
    const before = (await own.shop.request('GET', '/v1/merchant', { key: own.key })).body
    expect(before).toMatchObject({ name: 'My shop', accent: null, logo: null, supportEmail: null, supportUrl: null })
    const all = {
      name: 'Beans & Co',
      accent: '#0A7D4F',
      logo: logos.png,
      supportEmail: 'help@beans.example',
      supportUrl: 'https://beans.example/help?from=pay',
    }
    const { status, body } = await own.update(all)
    const logo = expect.stringMatching(/^https:\/\/pay\.example\.com\/logo\/[0-9a-f]{32}\.png$/)
    const changed = { ...before, ...all, accent: '#0a7d4f', logo }
    expect([status, body]).toEqual([200, changed])
    expect((await own.update({})).body).toEqual(changed)
    expect((await own.update({ name: 'Beans' })).body).toEqual({ ...changed, name: 'Beans' })
    expect((await own.update({ name: 'Beans', accent: null, supportEmail: null, supportUrl: null })).body).toEqual({
      ...before,
      name: 'Beans',
      logo,
    })
    expect((await own.update({ logo: null, name: 'My shop' })).body).toEqual(before)
    expect((await countRows(own.shop)).logos).toBe(0)
  })

  test('is seen by payers at once, and by no other merchant', async () => {
    const own = await openOwn()
    const other = await addMerchant(own.shop)
    const mine = await own.shop.create()
    const body = { ...paymentInput, merchantWallet: TEST_PAYER }
    const theirs = (await own.shop.request('POST', '/sandbox/v1/payments', { key: other.sandbox, body })).body
    await own.update({ logo: logos.alpha, supportEmail: 'help@beans.example', supportUrl: 'https://beans.example' })
    expect(await publicView(own, mine.id)).toMatchObject({
      merchantLogo: expect.stringMatching(/\/logo\/[0-9a-f]{32}\.webp$/),
      supportEmail: 'help@beans.example',
      supportUrl: 'https://beans.example',
    })
    const nothing = { merchantLogo: null, supportEmail: null, supportUrl: null }
    expect(await publicView(own, theirs.id)).toMatchObject(nothing)
    const { body: seen } = await own.shop.request('GET', '/sandbox/v1/merchant', { key: other.sandbox })
    expect(seen).toMatchObject({ name: 'Another shop', logo: null, supportEmail: null, supportUrl: null })
  })

  test('needs the scope merchant:write', async () => {
    const own = await openOwn()
    const reader = await own.shop.makeKey('production', ['merchant:read', 'payments:write'])
    expect(readProblem(await own.update({ name: 'X' }, reader))).toMatchObject({
      status: 403,
      code: 'insufficient_scope',
    })
    const writer = await own.shop.makeKey('production', ['merchant:write'])
    expect((await own.update({ name: 'X' }, writer)).body.name).toBe('X')
  })

  test('cannot be done with keys of the sandbox where real payments are taken', async () => {
    const own = await openOwn()
    const send = (body: object) => own.shop.request('PATCH', '/sandbox/v1/merchant', { body })
    expect(readProblem(await send({ supportUrl: 'https://evil.example' }))).toMatchObject({
      status: 403,
      type: 'permission_error',
      code: 'insufficient_scope',
    })
    expect((await send({})).body).toMatchObject({ livemode: false, supportUrl: null })
    expect(readProblem(await own.update({ supportUrl: 'http://beans.example' }))).toMatchObject({
      code: 'invalid_parameter',
      param: 'supportUrl',
    })
  })

  test('can be done with keys of the sandbox where it is all that there is', async () => {
    const shop = await openShop({ production: { networks: {} } }, { storage: await testStorage() })
    const body = { supportUrl: 'http://127.0.0.1:4000/help', logo: logos.jpeg }
    expect((await shop.request('PATCH', '/sandbox/v1/merchant', { body })).body).toMatchObject({
      supportUrl: 'http://127.0.0.1:4000/help',
      logo: expect.stringMatching(/\.jpg$/),
    })
    expect((await shop.checkout.merchant.retrieve()).supportUrl).toBe('http://127.0.0.1:4000/help')
  })

  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')
  const wrong: Record<string, unknown[]> = {
    name: ['', ' ', 'x'.repeat(101), 'a\nb', 'a\u0000b', 'a\u202eb', 'a\u2028b', '\ud800', null, 1, []],
    accent: ['', 'red', '0a7d4f', '#0a7', '#0a7d4f;', '#0a7d4f0', 1, []],
    logo: ['', 'x', `data:image/png;base64,${logos.png}`, svg, logos.png.slice(0, -8), `${logos.png}\n`, 1, {}],
    supportEmail: ['', 'x', 'x@y', 'x@y.example?cc=a@b.example', 'a b@y.example', 'x@y.example\n', 'Ann <x@y.example>'],
    supportUrl: ['', 'javascript:alert(1)', 'mailto:x@y.example', 'https://a@b.example', 'https://b.example/\u0007'],
  }
  test.each(Object.entries(wrong))('refuses wrong values of %s, and changes nothing', async (name, values) => {
    const own = await openOwn()
    for (const value of values) {
      const problem = readProblem(await own.update({ [name]: value, ...(name === 'name' ? {} : { name: 'Changed' }) }))
      expect([value, problem]).toMatchObject([value, { status: 400, code: 'invalid_parameter', param: name }])
    }
    expect((await own.update({})).body.name).toBe('My shop')
  })

  test('says what is wrong with a logo', async () => {
    const own = await openOwn()
    const reasonFor = async (logo: string) => readProblem(await own.update({ logo })).message
    const polyglot = Buffer.concat([Buffer.from(logos.png, 'base64'), Buffer.from('PK\x03\x04')]).toString('base64')
    expect(await reasonFor(svg)).toBe('logo must be PNG, WebP or JPEG, not SVG or other markup.')
    expect(await reasonFor(polyglot)).toBe("logo has bytes after the image's end: export the image again.")
    expect(await reasonFor('A'.repeat(136_540))).toBe('logo must be at most 100 KiB.')
    expect(await reasonFor(`data:image/png;base64,${logos.png}`)).toBe('logo must be the file in base64.')
    expect(readProblem(await own.update({ logo: 'A'.repeat(170_000) }))).toMatchObject({
      code: 'body_too_large',
      message: 'The body is larger than 160 KiB.',
    })
  })
})

describe('a logo', () => {
  test('is served to every origin as what it is, for ever', async () => {
    const own = await openOwn()
    for (const [name, contentType] of [
      ['png', 'image/png'],
      ['jpeg', 'image/jpeg'],
      ['lossless', 'image/webp'],
    ] as const) {
      const { logo } = (await own.update({ logo: logos[name] })).body
      const { status, headers, body } = await fetchLogo(own, logo)
      expect(status).toBe(200)
      expect(headers).toEqual({
        'content-type': contentType,
        'x-content-type-options': 'nosniff',
        'strict-transport-security': 'max-age=63072000',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'public, max-age=31536000, immutable',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        'x-request-id': expect.any(String),
      })
      expect(Buffer.from(body).length).toBeLessThanOrEqual(Buffer.from(logos[name], 'base64').length)
    }
  })

  test('of another content has another address, and the former one ends', async () => {
    const own = await openOwn()
    const first = (await own.update({ logo: logos.png })).body.logo
    expect((await own.update({ logo: logos.png })).body.logo).toBe(first)
    const second = (await own.update({ logo: logos.webp })).body.logo
    expect(second).not.toBe(first)
    expect(await fetchLogo(own, first)).toMatchObject({ status: 404, headers: { 'cache-control': 'no-store' } })
    expect((await fetchLogo(own, second)).status).toBe(200)
  })

  test('of two merchants stays when one of them removes it', async () => {
    const own = await openOwn()
    const other = await addMerchant(own.shop)
    const { logo } = (await own.update({ logo: logos.png })).body
    expect((await own.update({ logo: logos.png }, other.production)).body.logo).toBe(logo)
    await own.update({ logo: null })
    expect((await fetchLogo(own, logo)).status).toBe(200)
    await own.update({ logo: null }, other.production)
    expect((await fetchLogo(own, logo)).status).toBe(404)
  })

  test.each(['', 'x', '..', '%2e%2e/pay.css', `${'0'.repeat(32)}.svg`, `${'0'.repeat(32)}.png`, '__proto__'])(
    'there is none of the name %j',
    async (name) => {
      const own = await openOwn()
      expect((await fetchLogo(own, `/logo/${name}`)).status).toBe(404)
    },
  )

  test('is only read', async () => {
    const own = await openOwn()
    const { logo } = (await own.update({ logo: logos.png })).body
    expect((await fetchLogo(own, logo, 'HEAD')).status).toBe(200)
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
      expect((await fetchLogo(own, logo, method)).status).toBe(404)
  })
})
