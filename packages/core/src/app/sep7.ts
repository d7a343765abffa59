import type { SignUri } from '../chains/stellar/payment-uri.ts'
import { createUriSigner, type UriSigner } from '../chains/stellar/sign-uri.ts'
import { environments } from '../domain/catalog/environments.ts'
import { nameSecretSource, readSecret } from '../transactions/read-secret.ts'
import type { Asset } from './checkout.ts'
import { ConfigError, type ValidConfig } from './config.ts'
import { convertKeyErrors } from './sending.ts'

/**
 * The signer of Stellar payments' URIs, for the checkout's host; null without a key or a Stellar network. Throws
 * ConfigError.
 */
export function createSep7Signer(config: ValidConfig): UriSigner | null {
  const { sep7SigningKey: signingKey, publicUrl } = config
  const hasStellar = environments.some((environment) => config[environment]?.networks?.stellar)
  if (!signingKey || !publicUrl || !hasStellar) return null
  const { secret } = convertKeyErrors(() => readSecret(signingKey, 'sep7SigningKey'))
  const signer = createUriSigner(secret, new URL(publicUrl).host)
  if (signer) return signer
  throw new ConfigError(`sep7SigningKey: ${nameSecretSource(signingKey)} holds no secret key of Stellar (S...)`)
}

/** Signs as `createSep7Signer` does, but reads the key when there is something to sign. Null without a key. */
export function deferSigning(config: ValidConfig): SignUri | null {
  if (!config.sep7SigningKey || !config.publicUrl) return null
  let signer: UriSigner | null = null
  return (uri) => {
    signer ??= createSep7Signer(config)
    return signer ? signer.sign(uri) : uri
  }
}

/** The file that tells wallets the key that signs the URIs (SEP-1). It must be served at the root of the host. */
export function createStellarToml({ account }: UriSigner): Asset {
  const body = Buffer.from(`URI_REQUEST_SIGNING_KEY="${account}"\n`)
  return { name: '.well-known/stellar.toml', contentType: 'text/plain; charset=utf-8', body }
}
