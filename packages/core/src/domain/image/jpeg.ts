import { type Picture, requireEnd, take } from './take.ts'

const START = Buffer.from([0xff, 0xd8])
const END = Buffer.from([0xff, 0xd9])
const EOI = 0xd9
const SCAN = 0xda
/** Baseline, extended and progressive: the kinds that browsers show. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2])
/** Huffman tables, quantisation tables, restart interval. */
const TABLES = new Set([0xc4, 0xdb, 0xdd])
const APPLICATION = { first: 0xe0, last: 0xef } as const
const COMMENT = 0xfe
/** Application data that changes how a picture is drawn: the density, and Adobe's colour transform. */
const DRAWN_BY: ReadonlyMap<number, string> = new Map([
  [0xe0, 'JFIF\0'],
  [0xee, 'Adobe'],
])

/** A segment without its marker's fill bytes. A scan's pixels follow its data. */
type Segment = { readonly marker: number; readonly data: Buffer; readonly pixels: Buffer }

/** Reads a JPEG (ITU-T T.81), without its comments and metadata. Throws RangeError for a damaged one. */
export function readJpeg(bytes: Buffer): Picture {
  const segments = readSegments(bytes)
  const drawn = segments.filter(isDrawn)
  if (segments.some((segment) => !isDrawn(segment) && !isMetadata(segment)))
    throw new RangeError('is a JPEG that browsers do not show: export the image again')
  const [frame, ...others] = segments.filter(({ marker }) => FRAMES.has(marker))
  const scan = segments.findIndex(({ marker }) => marker === SCAN)
  if (!frame || others.length > 0 || scan < segments.indexOf(frame)) throw damaged()
  const header = take(frame.data, 0, 8)
  return { width: header.readUInt16BE(3), height: header.readUInt16BE(1), bytes: write(drawn) }
}

function damaged(): RangeError {
  return new RangeError('is a damaged JPEG: its header or its pixels are missing')
}

/** All segments, up to the end marker. */
function readSegments(bytes: Buffer): Segment[] {
  const segments: Segment[] = []
  let at = START.length
  for (;;) {
    const marker = findMarker(bytes, at)
    if (bytes[marker] === EOI) {
      requireEnd(bytes, marker + 1)
      return segments
    }
    const length = take(bytes, marker + 1, 2).readUInt16BE()
    if (length < 2) throw damaged()
    const data = take(bytes, marker + 1, length).subarray(2)
    at = marker + 1 + length
    const end = bytes[marker] === SCAN ? findScanEnd(bytes, at) : at
    segments.push({ marker: bytes[marker] ?? 0, data, pixels: bytes.subarray(at, end) })
    at = end
  }
}

/** The place of a marker's code, after 0xff once or more. */
function findMarker(bytes: Buffer, from: number): number {
  if (take(bytes, from, 1)[0] !== 0xff) throw damaged()
  let at = from
  while (take(bytes, at, 1)[0] === 0xff) at += 1
  return at
}

function isDrawn({ marker, data }: Segment): boolean {
  if (FRAMES.has(marker) || TABLES.has(marker) || marker === SCAN) return true
  const name = DRAWN_BY.get(marker)
  return name !== undefined && data.toString('latin1', 0, name.length) === name
}

function isMetadata({ marker }: Segment): boolean {
  return marker === COMMENT || (marker >= APPLICATION.first && marker <= APPLICATION.last)
}

function write(segments: readonly Segment[]): Buffer {
  const parts = segments.flatMap(({ marker, data, pixels }) => {
    const head = Buffer.from([0xff, marker, 0, 0])
    head.writeUInt16BE(data.length + 2, 2)
    return [head, data, pixels]
  })
  return Buffer.concat([START, ...parts, END])
}

/** Finds the start of the next marker: in a scan, 0xff is followed by zero, or by a restart marker. */
function findScanEnd(bytes: Buffer, from: number): number {
  let at = bytes.indexOf(0xff, from)
  for (; at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const [second = 0] = take(bytes, at + 1, 1)
    if (second !== 0 && !(second >= 0xd0 && second <= 0xd7)) return at
  }
  throw damaged()
}
