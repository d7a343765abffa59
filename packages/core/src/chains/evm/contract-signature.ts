/** Signatures that a contract verifies itself (ERC-1271). */
import { call } from './call.ts'
import type { EvmEndpoints } from './endpoints.ts'
import { encodeBytes, encodeWord, NOBODY } from './words.ts'

/** Of `isValidSignature(bytes32,bytes)`, which is also its answer for a valid signature. */
const IS_VALID_SIGNATURE = '0x1626ba7e'

/** What a contract is asked. `digest`: 32 bytes in hexadecimal. */
export function encodeSignatureQuestion(digest: string, signature: string): string {
  return `${IS_VALID_SIGNATURE}${encodeWord(digest)}${encodeWord('40')}${encodeBytes(signature)}`
}

/** Whether a contract's answer calls a signature valid. Null, where the contract refused, does not. */
export function isValidAnswer(answer: string | null): boolean {
  return answer?.toLowerCase().padEnd(66, '-') === IS_VALID_SIGNATURE.padEnd(66, '0')
}

type Signed = { readonly contract: string; readonly digest: string; readonly signature: string }

/**
 * Whether a contract calls a signature valid at the newest block, as most nodes say, and at least as many as must show
 * what is final. The newest block counts: a former owner's signature is refused as soon as the owner has changed. Throws
 * NodeError, also when the nodes are divided.
 */
export async function isSignedByContract(endpoints: EvmEndpoints, signed: Signed): Promise<boolean> {
  const question = encodeSignatureQuestion(signed.digest, signed.signature)
  const answers = await endpoints.all(async ({ rpc }) =>
    isValidAnswer(await call(rpc, signed.contract, question, { from: NOBODY })),
  )
  const valid = endpoints.vote(answers)
  if (valid !== null) return valid
  throw endpoints.undecided(answers, `the nodes do not agree whether ${signed.contract} has signed a message`)
}
