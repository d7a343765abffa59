import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import type { SignUri } from './payment-uri.ts'
import { decodeStrKey, encodeStrKey } from './strkey.ts'

export type UriSigner = {
  /** The signing key's account, G... */
  readonly account: string
  readonly sign: SignUri
}

/** DER prefix of the 32 bytes of an Ed25519 private key (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')
const PURPOSE = Buffer.concat([Buffer.alloc(35), Buffer.of(4), Buffer.from('stellar.sep.7 - URI Scheme')])

/**
 * Signs URIs (SEP-7) for a domain. Its `/.well-known/stellar.toml` tells wallets the key's account. Null for a text
 * that is not a secret key (S...).
 */
export function uriSigner(secret: string, originDomain: string): UriSigner | null {
  const seed = decodeStrKey('S', secret)
  if (!seed) return null
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' })
  return {
    account: accountOf(key),
    sign(uri) {
      const named = `${uri}&origin_domain=${encodeURIComponent(originDomain)}`
      const signature = sign(null, Buffer.concat([PURPOSE, Buffer.from(named)]), key).toString('base64')
      return `${named}&signature=${encodeURIComponent(signature)}`
    },
  }
}

function accountOf(key: KeyObject): string {
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' })
  return encodeStrKey('G', Buffer.from(x, 'base64url'))
}
