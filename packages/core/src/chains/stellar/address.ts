import type { StellarAsset } from './asset.ts'
import { decodeStrKey } from './strkey.ts'

/** An account's address, G...; null if it is not one. */
export function parseStellarAddress(text: string): string | null {
  return decodeStrKey('G', text) ? text : null
}

/** Why no money may be sent to the address; null if nothing speaks against it. */
export function stellarObjection(
  text: string,
  assets: readonly (StellarAsset & { readonly coin: string })[],
): string | null {
  if (decodeStrKey('M', text)) {
    return 'is a muxed account (M...): give the account itself (G...), a memo tells its payments apart'
  }
  if (decodeStrKey('C', text)) return 'is a contract (C...): give an account (G...)'
  if (decodeStrKey('S', text)) return 'is a secret key (S...): give it to nobody, give the account (G...)'
  const issued = assets.find(({ issuer }) => issuer === text)
  return issued ? `is the issuer of ${issued.coin}, where the coin ceases to exist` : null
}
