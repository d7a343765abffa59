import { createPublicKey, type KeyObject } from 'node:crypto'
import { decodeStrKey } from './strkey.ts'

/** DER prefix of the 32 bytes of an Ed25519 public key (RFC 8410). */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex')

/** The public key of an account (G...); null for any other text. */
export function readAccountKey(account: string): KeyObject | null {
  const key = decodeStrKey('G', account)
  return key && createPublicKey({ key: Buffer.concat([SPKI, key]), format: 'der', type: 'spki' })
}
