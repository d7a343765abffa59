import { crc32, deflateSync } from 'node:zlib'
import { chooseQrMask, formatQrPath, QUIET_ZONE_MODULES } from '@crypto-checkout/payer-ui'
import { create } from 'qrcode'
import { createLru, type LruCounters } from './cache.ts'
import { escapeMarkup } from './text.ts'

const MIN_MODULE_PX = 4
/** Codes are scaled up to about this width, so that small ones are not blurred when shown larger. */
const TARGET_WIDTH_PX = 256
const CACHED_CODES = 1000
/** PNG's filter type 2: each byte is the difference to the byte above. */
const FILTER_UP = 2

const pngs = createLru(CACHED_CODES, renderPng)

/**
 * A QR code as a PNG data URI: dark on white, error correction M, quiet zone of four modules.
 * @throws when the text is longer than a QR code can hold (2,331 bytes).
 */
export function renderQrPng(text: string): string {
  return pngs.get(text)
}

/** The cache counters of `renderQrPng`. */
export function getQrPngCounters(): LruCounters {
  return pngs.counters()
}

/** The most bytes that a code holds at error correction L (ISO/IEC 18004). */
export const MAX_QR_BYTES = 2_953

/**
 * A QR code as SVG within HTML. `label` is its accessible name: it should say what the code contains. `level` L, for long
 * texts on paper, has larger modules and repairs less.
 */
export function renderQrSvg(text: string, label: string, level: 'L' | 'M' = 'M'): string {
  const { size, data } = matrix(text, level)
  const width = size + 2 * QUIET_ZONE_MODULES
  return (
    `<svg class="qr-code" data-content="${escapeMarkup(text)}" role="img" aria-label="${escapeMarkup(label)}"` +
    ` viewBox="0 0 ${width} ${width}" width="240" height="240" shape-rendering="crispEdges">` +
    `<rect width="${width}" height="${width}" fill="#fff"/><path stroke="#000" d="${formatQrPath(size, data)}"/></svg>`
  )
}

function matrix(text: string, errorCorrectionLevel: 'L' | 'M' = 'M'): { size: number; data: Uint8Array } {
  // One byte segment: the search for the shortest mix of segments costs more than everything else.
  const segments = [{ mode: 'byte' as const, data: new TextEncoder().encode(text) }]
  const { size, data } = create(segments, { errorCorrectionLevel, maskPattern: chooseQrMask(text) }).modules
  return { size, data }
}

function renderPng(text: string): string {
  const { size, data } = matrix(text)
  const modules = size + 2 * QUIET_ZONE_MODULES
  const scale = Math.max(MIN_MODULE_PX, Math.round(TARGET_WIDTH_PX / modules))
  const width = modules * scale
  const stride = Math.ceil(width / 8) + 1
  // A row of modules is one scanline, followed by scanlines without differences to the one above.
  const rows = Buffer.alloc(stride * width)
  for (let y = 0; y < modules; y += 1) {
    const top = y * scale * stride
    drawLine(rows.subarray(top + 1, top + stride), size, data, y - QUIET_ZONE_MODULES, scale)
    for (let copy = 1; copy < scale; copy += 1) rows[top + copy * stride] = FILTER_UP
  }
  return `data:image/png;base64,${encodeOneBitPng(width, width, rows).toString('base64')}`
}

/** The pixels of one row of modules; a set bit is white. */
function drawLine(line: Uint8Array, size: number, data: Uint8Array, y: number, scale: number): void {
  line.fill(0xff)
  if (y < 0 || y >= size) return
  const white = (1 << scale) - 1
  let [pixels, waiting, index] = [0, 0, 0]
  for (let x = -QUIET_ZONE_MODULES; x < size + QUIET_ZONE_MODULES; x += 1) {
    const isDark = x >= 0 && x < size && data[y * size + x] === 1
    pixels = (pixels << scale) | (isDark ? 0 : white)
    // A byte takes the lowest eight bits. What is left at the end is of the quiet zone.
    for (waiting += scale; waiting >= 8; waiting -= 8) line[index++] = pixels >> (waiting - 8)
  }
}

/**
 * Of deflate. Level 6 saves 61 bytes of 428, and takes two and a half times as long. The buffers are for few bytes: those of
 * 288 KiB that Node takes by default have to be cleared each time.
 */
const DEFLATE = { level: 3, windowBits: 12, memLevel: 5, chunkSize: 1_024 }
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/**
 * A greyscale PNG with one bit per pixel (PNG third edition, colour type 0). `rows` are the scanlines in order, each
 * beginning with its filter byte; a set bit is white.
 */
function encodeOneBitPng(width: number, height: number, rows: Uint8Array): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, DEFLATE)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  framed.set(body, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}
