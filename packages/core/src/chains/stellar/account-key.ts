import { createPublicKey, type KeyObject } from 'node:crypto'
import { decodeStrKey } from './strkey.ts'

/** DER before the 32 bytes of an Ed25519 key (RFC 8410). */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex')

/** The key by which an account (G...) is named; null for any other text. */
export function readAccountKey(account: string): KeyObject | null {
  const key = decodeStrKey('G', account)
  return key && createPublicKey({ key: Buffer.concat([SPKI, key]), format: 'der', type: 'spki' })
}
