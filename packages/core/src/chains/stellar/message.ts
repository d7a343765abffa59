import { hash, verify } from 'node:crypto'
import type { SignedMessages } from '../chain.ts'
import { readAccountKey } from './account-key.ts'

/** 64 bytes. */
const SIGNATURE = /^[A-Za-z0-9+/]{86}==$/
const PREFIX = 'Stellar Signed Message:\n'

/** Signed messages (SEP-53). Other signers of an account do not count. */
export const stellarMessages: SignedMessages = {
  standard: 'SEP-53',
  help: "sign it with the account's own key as a message (SEP-53), 64 bytes in base64",
  isSigned(account, text, signature) {
    const key = SIGNATURE.test(signature) ? readAccountKey(account) : null
    const digest = hash('sha256', `${PREFIX}${text}`, 'buffer')
    return key !== null && verify(null, digest, key, Buffer.from(signature, 'base64'))
  },
}
