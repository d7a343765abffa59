import { chooseQrMask } from '@crypto-checkout/payer-ui'
import { create } from 'qrcode'
import { createLru, type LruCounters } from '../domain/lru.ts'
import { escapeMarkup } from './escape-markup.ts'
import { encodeOneBitPng } from './png.ts'

const QUIET_ZONE_MODULES = 4
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

/** A QR code as inline SVG. `label` is its accessible name: it should say what the code contains. */
export function renderQrSvg(text: string, label: string): string {
  const { size, data } = matrix(text)
  const width = size + 2 * QUIET_ZONE_MODULES
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" class="qr-code" role="img" aria-label="${escapeMarkup(label)}"` +
    ` viewBox="0 0 ${width} ${width}" width="240" height="240" shape-rendering="crispEdges">` +
    `<rect width="${width}" height="${width}" fill="#fff"/><path fill="#000" d="${darkRuns(size, data)}"/></svg>`
  )
}

function matrix(text: string): { size: number; data: Uint8Array } {
  // One byte segment: the search for the shortest mix of segments costs more than everything else.
  const segments = [{ mode: 'byte' as const, data: new TextEncoder().encode(text) }]
  const { size, data } = create(segments, { errorCorrectionLevel: 'M', maskPattern: chooseQrMask(text) }).modules
  return { size, data }
}

/** Each horizontal run of dark modules as one rectangle of a path. */
function darkRuns(size: number, data: Uint8Array): string {
  let path = ''
  for (let y = 0; y < size; y += 1) {
    let x = 0
    while (x < size) {
      const start = x
      while (x < size && data[y * size + x]) x += 1
      const run = x - start
      if (run > 0) path += `M${start + QUIET_ZONE_MODULES} ${y + QUIET_ZONE_MODULES}h${run}v1h-${run}z`
      else x += 1
    }
  }
  return path
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
  for (let x = 0; x < size; x += 1) {
    if (!data[y * size + x]) continue
    const from = (x + QUIET_ZONE_MODULES) * scale
    for (let pixel = from; pixel < from + scale; pixel += 1) {
      const index = pixel >> 3
      line[index] = (line[index] ?? 0) & ~(0x80 >> (pixel & 7))
    }
  }
}
