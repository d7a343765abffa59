import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { openShop } from '../testing/shop.ts'

const SCRIPT = 'checkout-verify.js'

async function open(body = 'console.log("<&")\n') {
  const asset = { name: SCRIPT, contentType: 'text/javascript; charset=utf-8', body: Buffer.from(body) }
  const shop = await openShop({ assets: [asset] })
  return { shop, get: (path = '/receipts/verify') => shop.request('GET', path, { key: null }) }
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

test('the page that verifies is one document that may run its own script only, and reach nobody', async () => {
  const { get } = await open()
  const { status, headers, body } = await get()
  expect(status).toBe(200)
  const [, css = ''] = /<style>(.*?)<\/style>/s.exec(body) ?? []
  const [, script = ''] = /<script type="module">(.*?)<\/script>/s.exec(body) ?? []
  const policy = headers['content-security-policy']
  expect(policy).toContain(`default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(css)};`)
  expect(policy).not.toMatch(/connect-src|unsafe|'self'/)
  // A saved copy has no headers.
  const own = /<meta http-equiv="content-security-policy" content="([^"]*)">/.exec(body)?.[1]?.replaceAll('&#39;', "'")
  expect(policy).toBe(`${own}; frame-ancestors 'none'`)
  expect(body).not.toMatch(/\ssrc=|<link/)
})

test('the page has the public keys of both environments, each by itself', async () => {
  const { shop, get } = await open()
  const { body } = await get()
  const [, json = ''] = /id="embedded">(.*?)<\/script>/s.exec(body) ?? []
  const published = async (path: string) => JSON.parse((await shop.request('GET', path, { key: null })).body).keys
  expect(JSON.parse(json)).toMatchObject({
    production: await published('/.well-known/jwks.json'),
    sandbox: await published('/sandbox/.well-known/jwks.json'),
  })
  expect(json).not.toContain('"d"')
})

test('without the built scripts there is no such page, and nothing else is below it', async () => {
  const shop = await openShop()
  await expect(shop.request('GET', '/receipts/verify', { key: null })).rejects.toThrow('is not the checkout')
  const { get } = await open()
  await expect(get('/receipts/other')).rejects.toThrow('is not the checkout')
})

test.each(['/receipts/verify', '/.well-known/jwks.json', '/sandbox/.well-known/jwks.json'])(
  '%s is limited as other public pages are: sixty visits a minute from an address',
  async (path) => {
    const { get } = await open()
    for (let visits = 0; visits < 60; visits++) expect((await get(path)).status).toBe(200)
    expect(await get(path)).toMatchObject({ status: 429, headers: { 'retry-after': '60' } })
  },
)

test('the page is in the language of its address or of the browser, texts of its script included', async () => {
  const { shop } = await open()
  const get = async (query: string, accept?: string) => {
    const headers = accept === undefined ? {} : { 'accept-language': accept }
    return (await shop.request('GET', `/receipts/verify${query}`, { key: null, headers })).body as string
  }
  expect(await get('')).toContain('<html lang="en" dir="ltr">')
  const german = await get('', 'de-CH,de;q=0.9')
  for (const text of ['<html lang="de" dir="ltr">', 'Quittung prüfen', '"genuine":"Echt: '])
    expect(german).toContain(text)
  expect(german).not.toMatch(/receipt is checked|Genuine/)
  expect(await get('?lang=ar', 'de')).toContain('<html lang="ar" dir="rtl">')
})
