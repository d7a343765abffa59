export const idPrefixes = [
  'pay',
  'pl',
  're',
  'set',
  'mer',
  'wh',
  'evt',
  'dlv',
  'key',
  'tr',
  'req',
  'usr',
  'inv',
  'ses',
  'psk',
  'aud',
  'rcp',
  'con',
] as const
export type IdPrefix = (typeof idPrefixes)[number]

/** Crockford's base 32: no i, l, o, u. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** An id from the time and 10 random bytes: a UUIDv7 (RFC 9562, 74 random bits) in 26 characters. */
export function createId(prefix: IdPrefix, nowMs: number, random: Uint8Array): string {
  const bytes = new Uint8Array(16)
  const view = new DataView(bytes.buffer)
  view.setUint16(0, Math.floor(nowMs / 2 ** 32))
  view.setUint32(2, nowMs % 2 ** 32)
  bytes.set(random.subarray(0, 10), 6)
  view.setUint8(6, 0x70 | (view.getUint8(6) & 0x0f))
  view.setUint8(8, 0x80 | (view.getUint8(8) & 0x3f))
  return `${prefix}_${base32(bytes)}`
}

/** 128 bits as 26 characters. The first one carries three bits. */
function base32(bytes: Uint8Array): string {
  let text = ''
  let bits = 2 // two leading zero bits make 130, a multiple of five
  let buffer = 0
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += ALPHABET[(buffer >> bits) & 31]
      buffer &= (1 << bits) - 1
    }
  }
  return text
}

/** The time in an id, in milliseconds: 48 bits after two that are zero. */
export function readIdTime(id: string): number {
  return Array.from(id.slice(-26, -16)).reduce((time, digit) => time * 32 + ALPHABET.indexOf(digit), 0)
}

export function isId(prefix: IdPrefix, text: string): boolean {
  return (
    text.length === prefix.length + 27 &&
    text.startsWith(`${prefix}_`) &&
    /^[0-9a-hjkmnp-tv-z]{26}$/.test(text.slice(-26))
  )
}
