import type { StellarAsset } from './asset.ts'
import { loadSdk } from './sdk.ts'

/** An account's address, G...; null if it is not one. */
export function parseStellarAddress(text: string): string | null {
  return loadSdk().StrKey.isValidEd25519PublicKey(text) ? text : null
}

/** Why no money may be sent to the address; null if nothing speaks against it. */
export function findStellarRecipientProblem(
  text: string,
  assets: readonly (StellarAsset & { readonly coin: string })[],
): string | null {
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
