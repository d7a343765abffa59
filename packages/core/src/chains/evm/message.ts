import { verifyMessage } from 'ethers/hash'
import type { SignedMessages } from '../addresses.ts'

/** r, s and v. */
const SIGNATURE = /^0x[0-9a-fA-F]{130}$/

/**
 * Personal messages (EIP-191). A contract's own signature (ERC-1271) is not accepted: on another network of the family,
 * someone else may control the same address.
 */
export const evmMessages: SignedMessages = {
  standard: 'EIP-191',
  help:
    'sign it as a personal message (EIP-191), 0x and 130 hexadecimal digits. A contract (ERC-1271) cannot be proven, ask ' +
    'the operator to share it',
  isSigned(address, text, signature) {
    if (!SIGNATURE.test(signature)) return false
    try {
      return verifyMessage(text, signature) === address
    } catch {
      // A signature that is not canonical (EIP-2), or that no key made.
      return false
    }
  },
}
