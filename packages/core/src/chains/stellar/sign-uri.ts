import type { SignUri } from './payment-uri.ts'
import { loadSdk } from './sdk.ts'

export type UriSigner = {
  /** The signing key's account, G... */
  readonly account: string
  readonly sign: SignUri
}

const PURPOSE = Buffer.concat([Buffer.alloc(35), Buffer.of(4), Buffer.from('stellar.sep.7 - URI Scheme')])

/**
 * Signs URIs (SEP-7) for a domain. Its `/.well-known/stellar.toml` tells wallets the key's account. Null for a text
 * that is not a secret key (S...).
 */
export function createUriSigner(secret: string, originDomain: string): UriSigner | null {
  const { Keypair, StrKey } = loadSdk()
  if (!StrKey.isValidEd25519SecretSeed(secret)) return null
  const key = Keypair.fromSecret(secret)
  return {
    account: key.publicKey(),
    sign(uri) {
      const named = `${uri}&origin_domain=${encodeURIComponent(originDomain)}`
      const signature = key.sign(Buffer.concat([PURPOSE, Buffer.from(named)]))
      return `${named}&signature=${encodeURIComponent(Buffer.from(signature).toString('base64'))}`
    },
  }
}
