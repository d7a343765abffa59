/**
 * Challenges that a passkey signs. A challenge is sealed instead of stored, so that asking for one costs nothing; once
 * answered, it is stored until it expires, so that it is answered once.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Access } from './access.ts'

const LASTS_MS = 5 * 60_000
const NONCE_BYTES = 16
const TIME_BYTES = 6
const SEAL_BYTES = 16

/** A challenge for one purpose, which holds for five minutes. */
export function createChallenge(access: Access, purpose: string): Buffer {
  const expires = Buffer.alloc(TIME_BYTES)
  expires.writeUIntBE(access.ctx.now() + LASTS_MS, 0, TIME_BYTES)
  const open = Buffer.concat([randomBytes(NONCE_BYTES), expires])
  return Buffer.concat([open, seal(access, open, purpose)])
}

/** Reads the time when a challenge expires; null if it has, or was not made here for this purpose. Base64url. */
export function readChallenge(access: Access, text: string, purpose: string): number | null {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length !== NONCE_BYTES + TIME_BYTES + SEAL_BYTES) return null
  const [open, sealed] = [bytes.subarray(0, -SEAL_BYTES), bytes.subarray(-SEAL_BYTES)]
  const expiresAt = open.readUIntBE(NONCE_BYTES, TIME_BYTES)
  return timingSafeEqual(sealed, seal(access, open, purpose)) && expiresAt > access.ctx.now() ? expiresAt : null
}

function seal({ keys }: Access, open: Buffer, purpose: string): Buffer {
  return createHmac('sha256', keys.challenge).update(open).update(purpose).digest().subarray(0, SEAL_BYTES)
}
