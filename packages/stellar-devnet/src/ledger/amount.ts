import { Asset } from '@stellar/stellar-sdk'

const STROOPS = 10_000_000n

/** `parseStroops('12.5') // 125_000_000n`; for values that the SDK has parsed, so at most seven decimals */
export function parseStroops(decimal: string): bigint {
  const [integer = '0', fraction = ''] = decimal.replace('-', '').split('.')
  const stroops = BigInt(integer) * STROOPS + BigInt(fraction.padEnd(7, '0'))
  return decimal.startsWith('-') ? -stroops : stroops
}

/** `formatStroops(125_000_000n) // '12.5000000'`, as Horizon writes amounts */
export function formatStroops(stroops: bigint): string {
  return `${stroops / STROOPS}.${String(stroops % STROOPS).padStart(7, '0')}`
}

export const NATIVE = 'native'

/** SEP-11: `native` or `CODE:ISSUER`; the ledger's name for an asset */
export function formatAsset(asset: Asset): string {
  return asset.isNative() ? NATIVE : `${asset.getCode()}:${asset.getIssuer()}`
}

const assets = new Map<string, Asset>()

export function parseAsset(name: string): Asset {
  const known = assets.get(name)
  if (known) return known
  const [code = '', issuer] = name.split(':')
  const asset = name === NATIVE ? Asset.native() : new Asset(code, issuer)
  assets.set(name, asset)
  return asset
}

/** Empty for XLM, which has no issuer */
export function readIssuer(name: string): string {
  return name.split(':')[1] ?? ''
}

const contracts = new Map<string, string>()

/** The id (C...) of the asset's contract, under which its events are found */
export function deriveContract(name: string, passphrase: string): string {
  const known = contracts.get(`${name} ${passphrase}`)
  if (known) return known
  const id = parseAsset(name).contractId(passphrase)
  contracts.set(`${name} ${passphrase}`, id)
  return id
}
