import { hashMessage, verifyMessage } from 'ethers/hash'
import type { SignedMessages } from '../addresses.ts'
import { isSignedByContract } from './contract-signature.ts'
import type { EvmEndpoints } from './endpoints.ts'
import { BYTES } from './words.ts'

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
