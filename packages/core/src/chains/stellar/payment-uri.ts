import type { PaymentRequest } from '../wallet-transactions.ts'
import { getAssetByContract, type KnownAsset } from './asset.ts'

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
