import { crc32, inflateSync } from 'node:zlib'
import { getQrContent } from '@crypto-checkout/payer-ui'
import jsqr from 'jsqr'
import { expect, test } from 'vitest'
import { createLru } from './cache.ts'
import { getQrPngCounters, renderQrPng, renderQrSvg } from './qr.ts'

// The package is CommonJS: Node's default export is the module, the types' default export is the function.
const decode = (typeof jsqr === 'function' ? jsqr : (jsqr as { default: unknown }).default) as (
  data: Uint8ClampedArray,
  width: number,
  height: number,
) => { data: string; version: number } | null

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'
const SEP7 =
  'web+stellar:pay?destination=GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ&amount=100.000000' +
  '&asset_code=USDC&asset_issuer=GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN&memo=1234567890123456&memo_type=MEMO_TEXT'

type Image = { width: number; height: number; bit(x: number, y: number): number }

function readPng(dataUri: string): Image {
  const png = Buffer.from(dataUri.replace('data:image/png;base64,', ''), 'base64')
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
  const parts: Buffer[] = []
  let header = Buffer.alloc(0)
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at)
    const body = png.subarray(at + 4, at + 8 + length)
    expect(png.readUInt32BE(at + 8 + length)).toBe(crc32(body))
    const type = body.subarray(0, 4).toString('latin1')
    if (type === 'IHDR') header = body.subarray(4)
    if (type === 'IDAT') parts.push(body.subarray(4))
    at += 12 + length
  }
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  expect([...header.subarray(8)]).toEqual([1, 0, 0, 0, 0])
  const rows = inflateSync(Buffer.concat(parts))
  const stride = Math.ceil(width / 8) + 1
  expect(rows.length).toBe(stride * height)
  for (let y = 0; y < height; y += 1) undoFilter(rows, y, stride)
  return { width, height, bit: (x, y) => ((rows[y * stride + 1 + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1 }
}

/** PNG's filters 0 (none) and 2 (difference to the scanline above). */
function undoFilter(rows: Buffer, y: number, stride: number): void {
  const filter = rows[y * stride] ?? -1
  expect([0, 2]).toContain(filter)
  for (let at = y * stride + 1; filter === 2 && at < (y + 1) * stride; at += 1) {
    rows[at] = ((rows[at] ?? 0) + (rows[at - stride] ?? 0)) & 0xff
  }
}

function scan(image: Image): string | undefined {
  const pixels = new Uint8ClampedArray(image.width * image.height * 4).fill(255)
  for (let y = 0; y < image.height; y += 1) {
    for (let x = 0; x < image.width; x += 1) {
      if (image.bit(x, y) === 0) pixels.fill(0, (y * image.width + x) * 4, (y * image.width + x) * 4 + 3)
    }
  }
  return decode(pixels, image.width, image.height)?.data
}

test.each([ADDRESS, SEP7, 'Zahlung für Köln', 'x', 'a'.repeat(1000)])('a scanner reads %s from the PNG', (text) => {
  expect(scan(readPng(renderQrPng(text)))).toBe(text)
})

test('the PNG has a white border of four modules of at least four pixels', () => {
  for (const text of [ADDRESS, SEP7, 'a'.repeat(1000)]) {
    const image = readPng(renderQrPng(text))
    let border = 0
    while (image.bit(border, border) === 1) border += 1
    expect(border).toBeGreaterThanOrEqual(16)
    expect(border % 4).toBe(0)
    for (let x = 0; x < image.width; x += 1) expect(image.bit(x, border - 1)).toBe(1)
  }
})

test('a scanner reads the SVG', () => {
  const svg = renderQrSvg(SEP7, 'code')
  const size = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1])
  const dark = new Set<string>()
  const [, start, moves = ''] = /d="M(\d+) \d+\.5([^"]*)"/.exec(svg) ?? []
  let [x, y] = [Number(start), Number(start)]
  for (const [, right, down, length] of moves.matchAll(/m(-?\d+) (\d+)h(\d+)/g)) {
    x += Number(right)
    y += Number(down)
    for (const end = x + Number(length); x < end; x += 1) dark.add(`${x},${y}`)
  }
  const scale = 4
  const bit = (x: number, y: number) => (dark.has(`${Math.floor(x / scale)},${Math.floor(y / scale)}`) ? 0 : 1)
  expect(scan({ width: size * scale, height: size * scale, bit })).toBe(SEP7)
})

test('the SVG is one path on a white ground with an accessible name that stays text', () => {
  const svg = renderQrSvg(ADDRESS, 'Send "5" <b> & more')
  expect(svg.match(/<path/g)).toHaveLength(1)
  expect(svg).toContain('role="img" aria-label="Send &quot;5&quot; &lt;b&gt; &amp; more"')
  expect(svg).toContain('shape-rendering="crispEdges"')
  expect(svg).toContain('fill="#fff"')
  expect(svg).toContain('<path stroke="#000"')
})

test('the same code is rendered once', () => {
  const text = `${ADDRESS}-once`
  const before = getQrPngCounters()
  expect(renderQrPng(text)).toBe(renderQrPng(text))
  const after = getQrPngCounters()
  expect([after.hits - before.hits, after.misses - before.misses]).toEqual([1, 1])
})

test('the cache forgets what was used longest ago', () => {
  const computed: string[] = []
  const cache = createLru(2, (key) => computed.push(key))
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) cache.get(key)
  expect(computed).toEqual(['a', 'b', 'c', 'b'])
  expect(cache.counters()).toEqual({ hits: 2, misses: 4, size: 2 })
})

test('a code says the plain address on EVM networks and the SEP-7 URI without msg on Stellar', () => {
  expect(getQrContent({ network: 'polygon', address: ADDRESS, paymentUri: 'ethereum:0xtoken@137/transfer' })).toBe(
    ADDRESS,
  )
  for (const uri of [
    `${SEP7}&msg=Order%201`,
    SEP7.replace('?', '?msg=Order%201&'),
    SEP7.replace('&memo=', '&msg=a&memo='),
  ]) {
    expect(getQrContent({ network: 'stellar', address: 'G', paymentUri: uri })).toBe(SEP7)
  }
})
