import type { SignedMessages } from '../addresses.ts'
import { parseStellarAddress } from './address.ts'
import { loadSdk } from './sdk.ts'

/** 64 bytes. */
const SIGNATURE = /^[A-Za-z0-9+/]{86}==$/

/** Signed messages (SEP-53). Other signers of an account do not count. */
export const stellarMessages: SignedMessages = {
  standard: 'SEP-53',
  help: "sign it with the account's own key as a message (SEP-53), 64 bytes in base64",
  isSigned(account, text, signature) {
    if (!SIGNATURE.test(signature) || !parseStellarAddress(account)) return false
    return loadSdk().Keypair.fromPublicKey(account).verifyMessage(text, Buffer.from(signature, 'base64'))
  },
}
