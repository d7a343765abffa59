/** Stellar's names of assets, contracts, chains and accounts. */
import { hash } from 'node:crypto'
import type { Asset } from '@stellar/stellar-sdk/base'
import { loadSdk } from './sdk.ts'

/** An issued asset (SEP-11 calls it `code:issuer`). */
export type StellarAsset = {
  /** One to twelve letters and digits. */
  readonly code: string
  /** The issuing account, G... */
  readonly issuer: string
}

/** Amounts on Stellar are integers of 10^-7. */
export const STELLAR_DECIMALS = 7
/** Stroops in an XLM */
export const STROOPS = 1e7

const CODE = /^[a-zA-Z0-9]{1,12}$/

export function isAssetCode(text: string): boolean {
  return CODE.test(text)
}

/**
 * The asset as the SDK has it. Null means XLM. The SDK's constructor changes a code such as `xlm` to `XLM`, which is
 * another asset, so the code is set again. Throws Error if the code or the issuer is invalid.
 */
export function toSdkAsset(asset: StellarAsset | null): Asset {
  const { Asset } = loadSdk()
  return asset ? Object.assign(new Asset(asset.code, asset.issuer), { code: asset.code }) : Asset.native()
}

/** The address of an asset's Stellar Asset Contract, C..., derived from the asset and the network. Null means XLM. */
export function deriveContractId(asset: StellarAsset | null, networkPassphrase: string): string {
  return toSdkAsset(asset).contractId(networkPassphrase)
}

/** In SEP-11's form: `native`, or `CODE:G...` */
export function formatAssetName(asset: StellarAsset | null): string {
  return asset ? `${asset.code}:${asset.issuer}` : 'native'
}

const networkNames: Readonly<Record<string, string>> = {
  'Public Global Stellar Network ; September 2015': 'pubnet',
  'Test SDF Network ; September 2015': 'testnet',
}

/** CAIP-2. A network without a name has the start of its id instead. */
export function deriveChainId(networkPassphrase: string): string {
  return `stellar:${networkNames[networkPassphrase] ?? hash('sha256', networkPassphrase).slice(0, 8)}`
}

/** A configured asset with its contract. Readings name assets by contract. */
export type KnownAsset = StellarAsset & { readonly coin: string; readonly contract: string }

/** Finds an asset by its contract's address, in any case. */
export function getAssetByContract(assets: readonly KnownAsset[], contract: string): KnownAsset | null {
  return assets.find((asset) => asset.contract.toLowerCase() === contract.toLowerCase()) ?? null
}

/** An account's address, G...; null if it is not one. */
export function parseStellarAddress(text: string): string | null {
  return loadSdk().StrKey.isValidEd25519PublicKey(text) ? text : null
}

const EVM_ADDRESS = /^0x[0-9a-fA-F]{40}$/

/** Finds the reason to send no money to the address; null if nothing speaks against it. */
export function findStellarRecipientProblem(
  text: string,
  assets: readonly (StellarAsset & { readonly coin: string })[],
): string | null {
  if (EVM_ADDRESS.test(text)) return 'looks like an address of an EVM network: accounts of Stellar begin with G'
  const { StrKey } = loadSdk()
  if (StrKey.isValidMed25519PublicKey(text)) {
    return 'is a muxed account (M...): give the account itself (G...), a memo tells its payments apart'
  }
  if (StrKey.isValidContract(text)) return 'is a contract (C...): give an account (G...)'
  if (StrKey.isValidEd25519SecretSeed(text)) {
    return 'is a secret key (S...): give it to nobody, give the account (G...)'
  }
  const issued = assets.find(({ issuer }) => issuer === text)
  return issued ? `is the issuer of ${issued.coin}, where the coin ceases to exist` : null
}
