/**
 * A browser in which a user has signed in before. Failures of strangers count for the account and for their address;
 * those of a known device count for itself only. So nobody can lock a user out of the browser that it uses.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { areEqual } from '../domain/text.ts'
import type { Access } from './access.ts'

const MARK = /^[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}$/

/** The mark that a browser keeps after a user has signed in. It proves nothing else. */
export function createDeviceMark(access: Access, userId: string): string {
  const nonce = randomBytes(16).toString('base64url')
  return `${nonce}.${sign(access, userId, nonce)}`
}

/** Reads the mark that identifies a browser of this user; null for others. */
export function readDeviceMark(access: Access, userId: string, mark: string | null): string | null {
  if (mark === null || !MARK.test(mark)) return null
  const [nonce = '', signature = ''] = mark.split('.')
  return areEqual(signature, sign(access, userId, nonce)) ? `${userId} ${nonce}` : null
}

function sign({ keys }: Access, userId: string, nonce: string): string {
  return createHmac('sha256', keys.device).update(`${userId}\0${nonce}`).digest('base64url')
}
