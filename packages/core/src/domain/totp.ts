/** One-time codes from a shared secret and the time, as authenticator apps compute them (RFC 6238, RFC 4226). */
import { createHmac } from 'node:crypto'
import { areEqual } from './text.ts'

const STEP_MS = 30_000
const DIGITS = 6
/** Clocks of phones are off, and people type slowly: one step before and after counts too. */
const TOLERATED_STEPS = [-1, 0, 1]

/** The code of a step: six digits. SHA-1, because other algorithms are ignored by many apps. */
export function computeTotp(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 0x0f
  const number = (digest.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS
  return String(number).padStart(DIGITS, '0')
}

/** The step whose code this is now; null if it is none. Compares with all steps, so that time shows nothing. */
export function findTotpStep(secret: Uint8Array, code: string, nowMs: number): number | null {
  const now = Math.floor(nowMs / STEP_MS)
  let found: number | null = null
  for (const offset of TOLERATED_STEPS) if (areEqual(computeTotp(secret, now + offset), code)) found = now + offset
  return found
}

/** The URI that authenticator apps read from a QR code (Key Uri Format). */
export function formatTotpUri(secret: Uint8Array, issuer: string, account: string): string {
  const label = account === '' ? issuer : `${issuer}:${account}`
  return `otpauth://totp/${encodeURIComponent(label)}?secret=${encodeBase32(secret)}&issuer=${encodeURIComponent(issuer)}`
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648, without padding. */
export function encodeBase32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return bits.replace(/.{1,5}/g, (group) => ALPHABET[Number.parseInt(group.padEnd(5, '0'), 2)] ?? '')
}
