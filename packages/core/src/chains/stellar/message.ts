import type { SignedMessages } from '../addresses.ts'
import { parseStellarAddress } from './address.ts'
import type { StellarEndpoints } from './endpoints.ts'
import { loadSdk } from './sdk.ts'

/** 64 bytes. */
const SIGNATURE = /^[A-Za-z0-9+/]{86}==$/

/** Signed messages (SEP-53). Other signers of an account do not count. */
export function createStellarMessages(endpoints: StellarEndpoints): SignedMessages {
  return {
    standard: 'SEP-53',
    help: "sign it with the account's own key as a message (SEP-53), 64 bytes in base64",
    isSigned,
    async isSignedByHolder(account, text, signature) {
      return isSigned(account, text, signature) && (await mayOwnKeyPay(endpoints, account))
    },
  }
}

function isSigned(account: string, text: string, signature: string): boolean {
  if (!SIGNATURE.test(signature) || !parseStellarAddress(account)) return false
  return loadSdk().Keypair.fromPublicKey(account).verifyMessage(text, Buffer.from(signature, 'base64'))
}

/**
 * Whether an account exists and its own key alone can make payments: an account can be handed over, or shared, by
 * changing its signers. By most nodes, and at least as many as must show what is final.
 */
async function mayOwnKeyPay(endpoints: StellarEndpoints, account: string): Promise<boolean> {
  const answers = await endpoints.all(async (node) => (await node.account(account, null))?.ownKeyPays ?? false)
  const pays = endpoints.vote(answers)
  if (pays !== null) return pays
  throw endpoints.undecided(answers, `the nodes do not agree about the signers of ${account}`)
}
