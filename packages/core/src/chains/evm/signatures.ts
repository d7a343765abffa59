/** Signed messages: by an account (EIP-191), or as a contract verifies them itself (ERC-1271). */
import { hashMessage, verifyMessage } from 'ethers/hash'
import type { SignedMessages } from '../roles.ts'
import { BYTES, call, encodeBytes, encodeWord, NOBODY } from './call.ts'
import type { EvmEndpoints } from './endpoints.ts'

/** r, s and v. */
const SIGNATURE = /^0x[0-9a-fA-F]{130}$/

/**
 * Personal messages (EIP-191). To prove a merchant's wallet, a contract's own signature (ERC-1271) is not accepted: on
 * another network of the family, someone else may control the same address. A transfer is on one network, so there it is.
 */
export function createEvmMessages(endpoints: EvmEndpoints): SignedMessages {
  return {
    standard: 'EIP-191',
    help:
      'sign it as a personal message (EIP-191), 0x and 130 hexadecimal digits. A contract (ERC-1271) cannot be proven, ' +
      'ask the operator to share it',
    isSigned,
    async isSignedByHolder(address, text, signature) {
      if (isSigned(address, text, signature)) return true
      if (!BYTES.test(signature)) return false
      return isSignedByContract(endpoints, { contract: address, digest: hashMessage(text), signature })
    },
  }
}

function isSigned(address: string, text: string, signature: string): boolean {
  if (!SIGNATURE.test(signature)) return false
  try {
    return verifyMessage(text, signature) === address
  } catch {
    // A signature that is not canonical (EIP-2), or that no key made.
    return false
  }
}

/** Of `isValidSignature(bytes32,bytes)`, which is also its answer for a valid signature. */
const IS_VALID_SIGNATURE = '0x1626ba7e'

/** Encodes the question to a contract. `digest`: 32 bytes in hexadecimal. */
export function encodeSignatureQuestion(digest: string, signature: string): string {
  return `${IS_VALID_SIGNATURE}${encodeWord(digest)}${encodeWord('40')}${encodeBytes(signature)}`
}

/** Tells whether a contract's answer calls a signature valid. Null, where the contract refused, does not. */
export function isValidAnswer(answer: string | null): boolean {
  return answer?.toLowerCase().padEnd(66, '-') === IS_VALID_SIGNATURE.padEnd(66, '0')
}

type Signed = { readonly contract: string; readonly digest: string; readonly signature: string }

/**
 * Tells whether a contract calls a signature valid at the newest block, as most nodes say, and at least as many as must
 * show what is final. The newest block counts: a former owner's signature is refused as soon as the owner has changed.
 * Throws NodeError, also when the nodes are divided.
 */
async function isSignedByContract(endpoints: EvmEndpoints, signed: Signed): Promise<boolean> {
  const question = encodeSignatureQuestion(signed.digest, signed.signature)
  const answers = await endpoints.all(async ({ rpc }) =>
    isValidAnswer(await call(rpc, signed.contract, question, { from: NOBODY })),
  )
  const valid = endpoints.vote(answers)
  if (valid !== null) return valid
  throw endpoints.undecided(answers, `the nodes do not agree whether ${signed.contract} has signed a message`)
}
