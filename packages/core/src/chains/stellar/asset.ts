import { hash } from 'node:crypto'
import { decodeStrKey, encodeStrKey } from './strkey.ts'
import { accountXdr, uint32, type XdrReader } from './xdr.ts'

/** An issued asset (SEP-11 calls it `code:issuer`). */
export type StellarAsset = {
  /** One to twelve letters and digits. */
  readonly code: string
  /** The account that issues it, G... */
  readonly issuer: string
}

/** Amounts on Stellar are integers of 10^-7. */
export const STELLAR_DECIMALS = 7

const CODE = /^[a-zA-Z0-9]{1,12}$/
export const SHORT_CODE = 4
const LONG_CODE = 12

export function isAssetCode(text: string): boolean {
  return CODE.test(text)
}

/**
 * The address of the Stellar Asset Contract of an asset, C...: it follows from the asset and the
 * network. Of XLM when null.
 */
export function contractIdOf(asset: StellarAsset | null, networkPassphrase: string): string {
  const ENVELOPE_TYPE_CONTRACT_ID = 8
  const FROM_ASSET = 1
  const preimage = Buffer.concat([
    uint32(ENVELOPE_TYPE_CONTRACT_ID),
    networkIdOf(networkPassphrase),
    uint32(FROM_ASSET),
    assetXdr(asset),
  ])
  return encodeStrKey('C', hash('sha256', preimage, 'buffer'))
}

export function networkIdOf(networkPassphrase: string): Buffer {
  return hash('sha256', networkPassphrase, 'buffer')
}

/** XLM when null. Throws for an issuer that is no account. */
export function assetXdr(asset: StellarAsset | null): Buffer {
  if (!asset) return uint32(0)
  const { code, issuer } = asset
  const key = decodeStrKey('G', issuer)
  if (!key) throw new RangeError(`not an account: ${issuer}`)
  const isShort = code.length <= SHORT_CODE
  const padded = Buffer.alloc(isShort ? SHORT_CODE : LONG_CODE)
  padded.write(code, 'ascii')
  return Buffer.concat([uint32(isShort ? 1 : 2), padded, accountXdr(key)])
}

/** Throws RangeError for what is no asset that a transaction can name. */
export function readAsset(reader: XdrReader): StellarAsset | null {
  const CODE_BYTES: Readonly<Record<number, number>> = { 1: SHORT_CODE, 2: LONG_CODE }
  const kind = reader.uint32()
  if (kind === 0) return null
  const codeBytes = CODE_BYTES[kind]
  if (codeBytes === undefined) throw new RangeError('not an asset')
  const code = reader.fixed(codeBytes).toString('latin1').replace(/\0+$/, '')
  reader.uint32()
  return { code, issuer: encodeStrKey('G', reader.fixed(32)) }
}

/** As SEP-11 writes it: `native`, or `CODE:G...` */
export function nameOf(asset: StellarAsset | null): string {
  return asset ? `${asset.code}:${asset.issuer}` : 'native'
}

const networkNames: Readonly<Record<string, string>> = {
  'Public Global Stellar Network ; September 2015': 'pubnet',
  'Test SDF Network ; September 2015': 'testnet',
}

/** CAIP-2; a network without a name of its own is known by its id. */
export function chainIdOf(networkPassphrase: string): string {
  return `stellar:${networkNames[networkPassphrase] ?? networkIdOf(networkPassphrase).toString('hex').slice(0, 8)}`
}

/** A configured asset with its contract, by which readings know it. */
export type KnownAsset = StellarAsset & { readonly coin: string; readonly contract: string }

/** Whatever the case of the contract's address. */
export function knownAt(assets: readonly KnownAsset[], contract: string): KnownAsset | null {
  return assets.find((asset) => asset.contract.toLowerCase() === contract.toLowerCase()) ?? null
}
