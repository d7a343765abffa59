import { hash, randomBytes } from 'node:crypto'

const TOKEN = /^[A-Za-z0-9_-]{43}$/

/** 256 random bits for a cookie or a link. Only their hash is stored. */
export function generateToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Enough for 256 random bits, which cannot be guessed. */
export function hashToken(token: string): string {
  return hash('sha256', token)
}

/** Tells whether a text may be a token. It spares the database texts of any length. */
export function isToken(text: string): boolean {
  return TOKEN.test(text)
}
