/** The kinds of encoded keys on Stellar (SEP-23), by their first letter. */
const versions = { G: 6 << 3, M: 12 << 3, C: 2 << 3, S: 18 << 3, B: 1 << 3, L: 11 << 3 } as const
export type StrKeyKind = keyof typeof versions

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const CHECKSUM_BYTES = 2
/** A muxed account is a key and an id of eight bytes, a claimable balance a version and a hash. */
const payloadBytes: Readonly<Record<StrKeyKind, number>> = { G: 32, M: 40, C: 32, S: 32, B: 33, L: 32 }

/** `encodeStrKey('G', key) // 'GA5Z...'` */
export function encodeStrKey(kind: StrKeyKind, payload: Uint8Array): string {
  const body = Buffer.concat([Buffer.of(versions[kind]), payload])
  const checksum = Buffer.alloc(CHECKSUM_BYTES)
  checksum.writeUInt16LE(crc16(body))
  return toBase32(Buffer.concat([body, checksum]))
}

/** Decodes a text; null unless it is of this kind, to the last bit. */
export function decodeStrKey(kind: StrKeyKind, text: string): Buffer | null {
  if (!text.startsWith(kind)) return null
  const bytes = fromBase32(text)
  if (bytes?.length !== 1 + payloadBytes[kind] + CHECKSUM_BYTES) return null
  const payload = bytes.subarray(1, -CHECKSUM_BYTES)
  // Encoding it again checks the unused bits, the version and the checksum.
  return encodeStrKey(kind, payload) === text ? payload : null
}

function toBase32(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let value = 0
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xffff
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += ALPHABET[(value >>> bits) & 31]
    }
  }
  return bits > 0 ? text + ALPHABET[(value << (5 - bits)) & 31] : text
}

function fromBase32(text: string): Buffer | null {
  const bytes: number[] = []
  let bits = 0
  let value = 0
  for (const letter of text) {
    const digit = ALPHABET.indexOf(letter)
    if (digit < 0) return null
    value = ((value << 5) | digit) & 0xffff
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((value >>> bits) & 255)
  }
  return Buffer.from(bytes)
}

/** CRC-16/XMODEM. */
function crc16(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff
  }
  return crc
}
