import { crc32, deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { logos } from '../../testing/logos.ts'
import { readImage } from './image.ts'

const files = Object.entries(logos).map(([name, base64]) => [name, Buffer.from(base64, 'base64')] as const)
const png = Buffer.from(logos.png, 'base64')
const jpeg = Buffer.from(logos.jpeg, 'base64')
const alpha = Buffer.from(logos.alpha, 'base64')

/** The end of a PNG, before which other chunks can be. */
const IEND_BYTES = 12

/** A greyscale PNG with one bit for each pixel. */
function createPng(width: number, height: number, rows: Uint8Array): Buffer {
  const header = Buffer.from([...uint32(width), ...uint32(height), 1, 0, 0, 0, 0])
  const chunks = [
    createChunk('IHDR', header),
    createChunk('IDAT', deflateSync(rows)),
    createChunk('IEND', Buffer.alloc(0)),
  ]
  return Buffer.concat([png.subarray(0, 8), ...chunks])
}

function createChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  return Buffer.concat([uint32(data.length), body, uint32(crc32(body))])
}

/** A PNG with another chunk before its end. */
function withChunk(type: string, data: Uint8Array): Buffer {
  return Buffer.concat([png.subarray(0, -IEND_BYTES), createChunk(type, data), png.subarray(-IEND_BYTES)])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** A JPEG with a segment after its start. */
function withSegment(marker: number, text: string): Buffer {
  const data = Buffer.from(text, 'latin1')
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, data, jpeg.subarray(2)])
}

/** A WebP with a chunk at its end, which its header counts in. */
function withWebpChunk(type: string, text: string): Buffer {
  const data = Buffer.from(text.padEnd(text.length + (text.length % 2), '\0'), 'latin1')
  const head = Buffer.from(`${type}____`, 'latin1')
  head.writeUInt32LE(data.length, 4)
  const file = Buffer.concat([alpha, head, data])
  file.writeUInt32LE(file.length - 8, 4)
  return file
}

test.each(files)('reads a %s of a browser, and again what it made of it', (name, file) => {
  const image = readImage(file)
  const contentType = name === 'png' || name === 'jpeg' ? `image/${name}` : 'image/webp'
  expect(image).toMatchObject({ contentType, width: 24, height: 16 })
  expect(readImage(image.bytes)).toEqual(image)
  expect(Buffer.from(image.bytes).toString('latin1')).not.toMatch(/ICC|sRGB\0|Google/)
})

describe('what is not needed to draw it is left out', () => {
  const secret = 'taken at 52.5200, 13.4050'
  test.each([
    ['a text in a PNG', withChunk('tEXt', Buffer.from(`Comment\0${secret}`))],
    ['a compressed text in a PNG', withChunk('zTXt', Buffer.concat([Buffer.from('C\0\0'), deflateSync(secret)]))],
    ['places in a PNG', withChunk('eXIf', Buffer.from(secret))],
    ['a comment in a JPEG', withSegment(0xfe, secret)],
    ['places in a JPEG', withSegment(0xe1, `Exif\0\0${secret}`)],
    ['another thumbnail in a JPEG', withSegment(0xe0, `JFXX\0${secret}`)],
    ['places in a WebP', withWebpChunk('EXIF', secret)],
    ['an unknown chunk in a WebP', withWebpChunk('ABCD', secret)],
  ])('%s', (_name, file) => {
    const { bytes } = readImage(file)
    expect(Buffer.from(bytes).toString('latin1')).not.toContain(secret)
    expect(bytes.length).toBeLessThan(file.length)
  })
})

describe('is refused', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const large = createPng(2_049, 1, Buffer.alloc(258))
  const pages: [string, Buffer, string][] = [
    ['nothing', Buffer.alloc(0), 'must be a PNG, WebP or JPEG image'],
    ['a text', Buffer.from('a text'), 'must be a PNG, WebP or JPEG image'],
    ['a GIF', Buffer.from('GIF89a'), 'must be a PNG, WebP or JPEG image'],
    ['another RIFF file', Buffer.from('RIFF\0\0\0\0WAVEfmt '), 'must be a PNG, WebP or JPEG image'],
    ['an SVG', Buffer.from(svg), 'not SVG or other markup'],
    ['an SVG with a byte order mark', Buffer.from(`\ufeff\n <?xml version="1.0"?>${svg}`), 'not SVG or other markup'],
    ['a page', Buffer.from('<!doctype html>'), 'not SVG or other markup'],
    ['markup in a text of a PNG', withChunk('tEXt', Buffer.from(`a\0${svg}`)), 'markup inside'],
    ['markup in a comment of a JPEG', withSegment(0xfe, '<?php system("id") ?>'), 'markup inside'],
    ['markup in capitals', withSegment(0xfe, '<SCRIPT SRC=x>'), 'markup inside'],
    ['markup in a WebP', withWebpChunk('XMP ', '<html>'), 'markup inside'],
    ['a side of too many pixels', large, '2049 x 1 pixels'],
    ['no pixels', createPng(0, 1, Buffer.alloc(1)), 'no pixels'],
    ['an unknown part of a PNG', withChunk('ABCD', Buffer.alloc(1)), 'unknown'],
    ['a second header of a PNG', withChunk('IHDR', Buffer.alloc(13)), 'header'],
    ['an end of a PNG that has content', Buffer.concat([png.subarray(0, -IEND_BYTES)]), 'cut off'],
    ['an animated WebP', withWebpChunk('ANIM', '\0'.repeat(6)), 'animated'],
    ['a second picture in a WebP', withWebpChunk('VP8L', '/\x17\xc0\x03\x00'), 'damaged'],
    ['a JPEG without pixels', Buffer.from([0xff, 0xd8, 0xff, 0xd9]), 'damaged'],
    ['a JPEG that browsers do not show', withSegment(0xc9, '\x08\0\x10\0\x18\x01\x01\x11\0'), 'do not show'],
  ]
  test.each(pages)('%s', (_name, file, reason) => {
    expect(() => readImage(file)).toThrow(reason)
    expect(() => readImage(file)).toThrow(RangeError)
  })

  test.each(files)('a %s with bytes after its end', (_name, file) => {
    for (const rest of ['\0', 'PK\x03\x04', svg])
      expect(() => readImage(Buffer.concat([file, Buffer.from(rest)]))).toThrow(RangeError)
  })

  test.each(files)('a %s that is cut off anywhere', (_name, file) => {
    for (let length = 0; length < file.length; length++)
      expect(() => readImage(file.subarray(0, length)), String(length)).toThrow(RangeError)
  })

  test.each(files)('a damaged %s, or it is read without another error', (_name, file) => {
    for (let at = 0; at < file.length; at++) {
      for (const flip of [0x01, 0x80, 0xff]) {
        const damaged = Buffer.from(file)
        damaged[at] = (damaged[at] ?? 0) ^ flip
        try {
          readImage(damaged)
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError)
          expect((error as Error & { code?: string }).code).toBeUndefined()
        }
      }
    }
  })

  test('a PNG with a wrong checksum anywhere', () => {
    for (let at = 8; at < png.length; at++) {
      const damaged = Buffer.from(png)
      damaged[at] = (damaged[at] ?? 0) ^ 0x10
      expect(() => readImage(damaged), String(at)).toThrow(RangeError)
    }
  })
})
