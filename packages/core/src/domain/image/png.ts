import { crc32 } from 'node:zlib'
import { type Picture, requireEnd, take } from './take.ts'

const SIGNATURE_BYTES = 8
/** The length, the type and the checksum. */
const FRAME_BYTES = 12
/** The chunks that a picture is drawn from. Their content is numbers. */
const DRAWN = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'pHYs'])
/** A decoder can ignore a chunk whose type begins with a small letter. */
const OPTIONAL = /^[a-z]/

type Chunk = { readonly type: string; readonly data: Buffer; readonly framed: Buffer }

/** Reads a PNG (third edition), without its texts and animation. Throws RangeError for a damaged one. */
export function readPng(bytes: Buffer): Picture {
  const chunks = readChunks(bytes)
  const types = chunks.map(({ type }) => type)
  const unknown = types.find((type) => !DRAWN.has(type) && !OPTIONAL.test(type))
  if (unknown !== undefined) throw new RangeError('is a damaged PNG: a part of it is unknown')
  if (types[0] !== 'IHDR' || types.lastIndexOf('IHDR') !== 0 || !types.includes('IDAT'))
    throw new RangeError('is a damaged PNG: its header or its pixels are missing')
  const header = take(chunks[0]?.data ?? bytes, 0, 13)
  const drawn = chunks.filter(({ type }) => DRAWN.has(type)).map(({ framed }) => framed)
  return {
    width: header.readUInt32BE(0),
    height: header.readUInt32BE(4),
    bytes: Buffer.concat([bytes.subarray(0, SIGNATURE_BYTES), ...drawn]),
  }
}

/** All chunks, up to IEND. */
function readChunks(bytes: Buffer): Chunk[] {
  const chunks: Chunk[] = []
  let at = SIGNATURE_BYTES
  while (chunks.at(-1)?.type !== 'IEND') {
    const length = take(bytes, at, 4).readUInt32BE()
    const framed = take(bytes, at, length + FRAME_BYTES)
    const body = framed.subarray(4, -4)
    if (crc32(body) !== framed.readUInt32BE(length + 8)) throw new RangeError('is a damaged PNG: a checksum is wrong')
    chunks.push({ type: body.toString('latin1', 0, 4), data: body.subarray(4), framed })
    at += framed.length
  }
  if (chunks.at(-1)?.data.length !== 0) throw new RangeError("has bytes after the image's end: export the image again")
  requireEnd(bytes, at)
  return chunks
}
