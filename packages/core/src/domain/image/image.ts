import { readJpeg } from './jpeg.ts'
import { readPng } from './png.ts'
import { readWebp } from './webp.ts'

export type ImageType = 'image/png' | 'image/jpeg' | 'image/webp'

/** A still picture that consists of its picture data alone. */
export type Image = {
  readonly contentType: ImageType
  readonly width: number
  readonly height: number
  readonly bytes: Uint8Array
}

/** In pixels. A small file can hold a picture that fills a browser's memory. */
const MAX_SIDE = 2_048

/** Tags that make a browser or a server treat a file as a document or a program. */
const MARKUP =
  /<(?:\?(?:php|xml)|(?:!doctype|html|head|body|script|svg|iframe|img|object|embed|link|style|foreignobject)[\s>/])/i

/**
 * Reads a PNG, JPEG or WebP file by its content. What is not needed to draw it is left out: texts, places, profiles.
 * Throws RangeError, with the reason as its message, for any other file and for one that is two things at once: markup
 * inside, or bytes after the end. It checks the structure, and does not decode the pixels.
 */
export function readImage(file: Uint8Array): Image {
  const bytes = Buffer.from(file)
  if (/^[\s\ufeff]*</.test(bytes.toString('utf8', 0, 256)))
    throw new RangeError('must be PNG, WebP or JPEG, not SVG or other markup')
  const image = readKnown(bytes)
  if (!image) throw new RangeError('must be a PNG, WebP or JPEG image')
  if (MARKUP.test(bytes.toString('latin1'))) throw new RangeError('has markup inside: export the image again')
  const { width, height } = image
  if (width < 1 || height < 1) throw new RangeError('has no pixels')
  if (width > MAX_SIDE || height > MAX_SIDE)
    throw new RangeError(`has ${width} x ${height} pixels: at most ${MAX_SIDE} x ${MAX_SIDE} are allowed`)
  return image
}

/** Null if the first bytes are those of no known kind. */
function readKnown(bytes: Buffer): Image | null {
  const start = bytes.toString('latin1', 0, 12)
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return { contentType: 'image/png', ...readPng(bytes) }
  if (start.startsWith('\xff\xd8\xff')) return { contentType: 'image/jpeg', ...readJpeg(bytes) }
  if (/^RIFF.{4}WEBP$/s.test(start)) return { contentType: 'image/webp', ...readWebp(bytes) }
  return null
}
