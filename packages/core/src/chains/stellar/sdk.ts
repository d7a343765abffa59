import { createRequire } from 'node:module'

type Sdk = typeof import('@stellar/stellar-sdk/base')

let loaded: Sdk | null = null

/**
 * Loads Stellar's SDK, without its clients of nodes. The first call takes half a second and about 20 MB, so only code
 * that runs for a configured Stellar network may call it. `require`, because a checkout opens its networks synchronously.
 */
export function loadSdk(): Sdk {
  loaded ??= createRequire(import.meta.url)('@stellar/stellar-sdk/base') as Sdk
  return loaded
}

/**
 * Null if `decode`, which may only decode XDR, throws: `decodeXdr(() => xdr.ScVal.fromXdr(text, 'base64'))`. The SDK
 * throws errors of several classes, and the text is their only cause.
 */
export function decodeXdr<Value>(decode: () => Value): Value | null {
  try {
    return decode()
  } catch {
    return null
  }
}
