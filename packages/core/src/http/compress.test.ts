import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { asBrowser, testCheckout } from '../testing/index.ts'
import { negotiateEncoding } from './compress.ts'

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['GZIP', 'gzip'],
  ['x-gzip', 'gzip'],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['br;q=0, *;q=0.5', 'gzip'],
  ['*', 'br'],
  ['*;q=0', null],
  ['br;q=0, gzip; q=0', null],
  ['identity, gzip;q=0.5', null],
  ['identity;q=0.5, gzip', 'gzip'],
  ['deflate', null],
  ['br;q=nonsense', null],
  ['', null],
  [undefined, null],
] as const)('who accepts %j is sent %s', (accepted, encoding) => {
  expect(negotiateEncoding(accepted)).toBe(encoding)
})

const SCRIPT = 'export const words = "a script that says the same again and again"\n'.repeat(100)
const assets = [
  { name: 'entry.js', contentType: 'text/javascript; charset=utf-8', body: Buffer.from(SCRIPT) },
  {
    name: 'chunk-1a2b3c4d.js',
    contentType: 'text/javascript; charset=utf-8',
    body: Buffer.from(SCRIPT),
    immutable: true,
  },
  { name: 'small.js', contentType: 'text/javascript; charset=utf-8', body: Buffer.from('export {}') },
]

async function open() {
  const shop = await testCheckout({ assets })
  const get = async (path: string, accepted?: string) => {
    const headers = { ...asBrowser, ...(accepted === undefined ? {} : { 'accept-encoding': accepted }) }
    const body = { kind: 'bytes', bytes: new Uint8Array() } as const
    const answer = await shop.checkout.handle({ method: 'GET', path, query: '', headers, body, address: 'a' })
    if (!answer) throw new Error(`nothing at ${path}`)
    return answer
  }
  return { shop, get }
}

test('scripts, stylesheets, the description and pages are compressed for who accepts it, and read the same', async () => {
  const { shop, get } = await open()
  const { id } = await shop.create()
  for (const path of ['/entry.js', '/pay.css', '/openapi.json', `/pay/${id}`]) {
    const plain = Buffer.from((await get(path)).body)
    for (const [encoding, read] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const { headers, body } = await get(path, encoding)
      expect([path, headers['content-encoding']]).toEqual([path, encoding])
      expect(Buffer.byteLength(body)).toBeLessThan(plain.length / 2)
      expect(read(Buffer.from(body)).equals(plain)).toBe(true)
    }
  }
})

test('caches are told that the encoding matters, also where the client accepts none', async () => {
  const { shop, get } = await open()
  const { id } = await shop.create()
  for (const accepted of ['br', 'identity', undefined]) {
    expect((await get('/entry.js', accepted)).headers.vary).toBe('Accept-Encoding')
    expect((await get(`/pay/${id}`, accepted)).headers.vary).toBe('Accept-Language, Accept-Encoding')
  }
  expect((await get('/entry.js')).headers).not.toHaveProperty('content-encoding')
})

test('what is small, has an entity tag or comes from the API is sent as it is', async () => {
  const { shop, get } = await open()
  const { id } = await shop.create()
  for (const path of ['/small.js', `/pay/${id}/status`, '/sandbox/v1/payments'])
    expect((await get(path, 'br')).headers).not.toHaveProperty('content-encoding')
})

test('a file is compressed once', async () => {
  const { get } = await open()
  const bodies = await Promise.all(['/entry.js', '/entry.js', '/pay.css', '/pay.css'].map((path) => get(path, 'br')))
  expect(bodies[0]?.body).toBe(bodies[1]?.body)
  expect(bodies[2]?.body).toBe(bodies[3]?.body)
})

test('a script whose name changes with its content is never asked for again', async () => {
  const { get } = await open()
  expect((await get('/chunk-1a2b3c4d.js')).headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect((await get('/entry.js')).headers['cache-control']).toBe('public, max-age=300')
})
