/** Payment URIs for wallets (SEP-7), and their signatures. */
import type { PaymentRequest } from '../payer-transactions.ts'
import { getAssetByContract, type KnownAsset } from './identifiers.ts'
import { loadSdk } from './sdk.ts'

const PUBLIC_PASSPHRASE = 'Public Global Stellar Network ; September 2015'

/** Wallets refuse longer messages (SEP-7). */
const MAX_MESSAGE = 300

/** Signs a URI for its origin domain. Returns the URI with the domain and the signature. */
export type SignUri = (uri: string) => string

/**
 * SEP-7: `web+stellar:pay?destination=<G...>&amount=<coins>&asset_code=...&memo=<digits>&memo_type=MEMO_TEXT`. A signed
 * URI has no message: it is also shown as a QR code, which a message makes denser, and the signature covers all of it.
 */
export function formatSep7Uri(
  request: PaymentRequest,
  network: {
    readonly networkPassphrase: string
    readonly assets: readonly KnownAsset[]
    readonly sign: SignUri | null
  },
): string {
  const asset = getAssetByContract(network.assets, request.token)
  const fields: [string, string | null][] = [
    ['destination', request.address],
    ['amount', formatStroops(request.rawAmount)],
    ['asset_code', asset?.code ?? null],
    ['asset_issuer', asset?.issuer ?? null],
    ['memo', request.memo],
    ['memo_type', request.memo === null ? null : 'MEMO_TEXT'],
    ['msg', network.sign ? null : request.message.slice(0, MAX_MESSAGE)],
    ['network_passphrase', network.networkPassphrase === PUBLIC_PASSPHRASE ? null : network.networkPassphrase],
  ]
  const query = fields.flatMap(([name, value]) => (value ? [`${name}=${encodeURIComponent(value)}`] : []))
  const uri = `web+stellar:pay?${query.join('&')}`
  return network.sign ? network.sign(uri) : uri
}

/** `formatStroops(125_000_000n) // '12.5'` */
export function formatStroops(stroops: bigint): string {
  const digits = stroops.toString().padStart(8, '0')
  return `${digits.slice(0, -7)}.${digits.slice(-7)}`.replace(/\.?0+$/, '')
}

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
