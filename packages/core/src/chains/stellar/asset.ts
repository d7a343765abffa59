import { hash } from 'node:crypto'
import { decodeStrKey, encodeStrKey } from './strkey.ts'
import { accountXdr, uint32, type XdrReader } from './xdr.ts'

/** An issued asset (SEP-11 calls it `code:issuer`). */
export type StellarAsset = {
  /** One to twelve letters and digits. */
  readonly code: string
  /** The issuing account, G... */
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

/** The address of an asset's Stellar Asset Contract, C..., derived from the asset and the network. Null means XLM. */
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

/** Null means XLM. Throws RangeError if the issuer is not an account. */
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

/** Null means XLM. Throws RangeError for anything that is not an asset. */
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

/** In SEP-11's form: `native`, or `CODE:G...` */
export function nameOf(asset: StellarAsset | null): string {
  return asset ? `${asset.code}:${asset.issuer}` : 'native'
}

const networkNames: Readonly<Record<string, string>> = {
  'Public Global Stellar Network ; September 2015': 'pubnet',
  'Test SDF Network ; September 2015': 'testnet',
}

/** CAIP-2. A network without a name has the start of its id instead. */
export function chainIdOf(networkPassphrase: string): string {
  return `stellar:${networkNames[networkPassphrase] ?? networkIdOf(networkPassphrase).toString('hex').slice(0, 8)}`
}

/** A configured asset with its contract. Readings name assets by contract. */
export type KnownAsset = StellarAsset & { readonly coin: string; readonly contract: string }

/** Finds an asset by its contract's address, in any case. */
export function knownAt(assets: readonly KnownAsset[], contract: string): KnownAsset | null {
  return assets.find((asset) => asset.contract.toLowerCase() === contract.toLowerCase()) ?? null
}
