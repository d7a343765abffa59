import { type Picture, requireEnd, take } from './take.ts'

const HEADER_BYTES = 12
/** The flag of VP8X that says that the picture is transparent in places. */
const ALPHA = 0x10
const KEY_FRAME = '9d012a'

type Chunk = { readonly type: string; readonly data: Buffer }
type Size = Pick<Picture, 'width' | 'height'>

/** Reads a still WebP (RFC 9649), without its metadata and profile. Throws RangeError for a damaged or animated one. */
export function readWebp(bytes: Buffer): Picture {
  const chunks = readChunks(bytes)
  if (chunks.some(({ type }) => type === 'ANIM' || type === 'ANMF'))
    throw new RangeError('is animated: send a still image')
  const [pixels, ...others] = chunks.filter(({ type }) => type === 'VP8 ' || type === 'VP8L')
  if (!pixels || others.length > 0) throw damaged()
  const size = pixels.type === 'VP8 ' ? readLossySize(pixels.data) : readLosslessSize(pixels.data)
  const [first] = chunks
  if (first === pixels) return { ...size, bytes: write([pixels]) }
  if (first?.type !== 'VP8X') throw damaged()
  const canvas = readCanvas(first, size)
  const alpha = chunks.filter(({ type }) => type === 'ALPH').slice(0, 1)
  return { ...size, bytes: write([canvas, ...alpha, pixels]) }
}

function damaged(): RangeError {
  return new RangeError('is a damaged WebP: its header or its pixels are missing')
}

function readChunks(bytes: Buffer): Chunk[] {
  const end = take(bytes, 4, 4).readUInt32LE() + 8
  if (end < HEADER_BYTES) throw damaged()
  take(bytes, 0, end)
  requireEnd(bytes, end)
  const chunks: Chunk[] = []
  for (let at = HEADER_BYTES; at < end; ) {
    const head = take(bytes, at, 8)
    const length = head.readUInt32LE(4)
    const padded = length + (length % 2)
    chunks.push({ type: head.toString('latin1', 0, 4), data: take(bytes, at + 8, padded).subarray(0, length) })
    at += 8 + padded
  }
  return chunks
}

function readLossySize(data: Buffer): Size {
  const header = take(data, 0, 10)
  if (header.toString('hex', 3, 6) !== KEY_FRAME) throw damaged()
  return { width: header.readUInt16LE(6) & 0x3fff, height: header.readUInt16LE(8) & 0x3fff }
}

function readLosslessSize(data: Buffer): Size {
  const header = take(data, 0, 5)
  if (header[0] !== 0x2f) throw damaged()
  const bits = header.readUInt32LE(1)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}

/** The canvas of a still picture has the picture's size. Of its flags only transparency is left. */
function readCanvas({ type, data }: Chunk, size: Size): Chunk {
  const canvas = Buffer.from(take(data, 0, 10))
  if (canvas.readUIntLE(4, 3) + 1 !== size.width || canvas.readUIntLE(7, 3) + 1 !== size.height) throw damaged()
  canvas.writeUInt32LE((canvas[0] ?? 0) & ALPHA)
  return { type, data: canvas }
}

function write(chunks: readonly Chunk[]): Buffer {
  const body = Buffer.concat(
    chunks.flatMap(({ type, data }) => [
      Buffer.from(type, 'latin1'),
      uint32(data.length),
      data,
      Buffer.alloc(data.length % 2),
    ]),
  )
  return Buffer.concat([Buffer.from('RIFF'), uint32(body.length + 4), Buffer.from('WEBP'), body])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
