import { readFileSync } from 'node:fs'
import { type UriSigner, uriSigner } from '../chains/stellar/sign-uri.ts'
import type { Asset } from './checkout.ts'
import { ConfigError, type ValidConfig } from './config.ts'

type Given = Pick<ValidConfig, 'sep7SigningKey' | 'publicUrl'>

/** Who signs the URIs of Stellar payments, in the name of the checkout's host; null without a key. Throws ConfigError. */
export function sep7Signer({ sep7SigningKey: given, publicUrl }: Given): UriSigner | null {
  if (!given || !publicUrl) return null
  const signer = uriSigner(secretOf(given), new URL(publicUrl).host)
  if (signer) return signer
  throw new ConfigError(`sep7SigningKey: ${nameOf(given)} holds no secret key of Stellar (S...)`)
}

type KeyPlace = NonNullable<ValidConfig['sep7SigningKey']>

function secretOf(given: KeyPlace): string {
  if ('env' in given) return process.env[given.env]?.trim() ?? ''
  try {
    return readFileSync(given.file, 'utf8').trim()
  } catch (error) {
    throw new ConfigError(`sep7SigningKey: ${nameOf(given)} can not be read: ${String(error)}`)
  }
}

function nameOf(given: KeyPlace): string {
  return 'env' in given ? `the variable ${given.env}` : given.file
}

/** What tells wallets by which key the URIs are signed (SEP-1): it must be found at the root of the host. */
export function stellarToml({ account }: UriSigner): Asset {
  const body = Buffer.from(`URI_REQUEST_SIGNING_KEY="${account}"\n`)
  return { name: '.well-known/stellar.toml', contentType: 'text/plain; charset=utf-8', body }
}
