import { type UriSigner, uriSigner } from '../chains/stellar/sign-uri.ts'
import { nameOfPlace, readSecret } from '../transactions/read-secret.ts'
import type { Asset } from './checkout.ts'
import { ConfigError, type ValidConfig } from './config.ts'
import { keyOrMistake } from './sending.ts'

type Given = Pick<ValidConfig, 'sep7SigningKey' | 'publicUrl'>

/** The signer of Stellar payments' URIs, for the checkout's host; null without a key. Throws ConfigError. */
export function sep7Signer({ sep7SigningKey: given, publicUrl }: Given): UriSigner | null {
  if (!given || !publicUrl) return null
  const { secret } = keyOrMistake(() => readSecret(given, 'sep7SigningKey'))
  const signer = uriSigner(secret, new URL(publicUrl).host)
  if (signer) return signer
  throw new ConfigError(`sep7SigningKey: ${nameOfPlace(given)} holds no secret key of Stellar (S...)`)
}

/** The file that tells wallets the key that signs the URIs (SEP-1). It must be served at the root of the host. */
export function stellarToml({ account }: UriSigner): Asset {
  const body = Buffer.from(`URI_REQUEST_SIGNING_KEY="${account}"\n`)
  return { name: '.well-known/stellar.toml', contentType: 'text/plain; charset=utf-8', body }
}
