import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const MARK = 'sealed:'
const SALT_BYTES = 16
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts an answer with a key made of a secret that the client sends with each request and the database does not have
 * (HKDF-SHA256, AES-256-GCM).
 */
export function sealAnswer(text: string, secret: string): string {
  const salt = randomBytes(SALT_BYTES)
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', deriveSealKey(secret, salt), nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return MARK + Buffer.concat([salt, nonce, cipher.getAuthTag(), sealed]).toString('base64')
}

/** The text of a stored answer, sealed or not; null if it was sealed with another secret. */
export function openAnswer(stored: string, secret: string | null): string | null {
  if (!stored.startsWith(MARK)) return stored
  if (secret === null) return null
  const bytes = Buffer.from(stored.slice(MARK.length), 'base64')
  const [salt, nonce, tag, sealed] = split(bytes, SALT_BYTES, NONCE_BYTES, TAG_BYTES)
  try {
    const decipher = createDecipheriv('aes-256-gcm', deriveSealKey(secret, salt), nonce)
    decipher.setAuthTag(tag)
    return Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

function deriveSealKey(secret: string, salt: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, salt, 'idempotent answer', 32))
}

function split(bytes: Buffer, ...sizes: [number, number, number]): [Buffer, Buffer, Buffer, Buffer] {
  const [first, second, third] = sizes
  const [one, two] = [first + second, first + second + third]
  return [bytes.subarray(0, first), bytes.subarray(first, one), bytes.subarray(one, two), bytes.subarray(two)]
}
