import type { TypedData } from '@crypto-checkout/api-types'
import { keccak256 } from 'ethers/crypto'
import { TypedDataEncoder } from 'ethers/hash'
import { recoverAddress } from 'ethers/transaction'
import { createCache } from '../../domain/cache.ts'
import { NodeError } from '../node-error.ts'
import type { Authorizations, AuthorizationTerms } from '../payer-transactions.ts'
import type { Call, Transactor } from '../transactor.ts'
import { parseEvmAddress } from './address.ts'
import { encodeBytes, encodeWord, NOBODY, WORD } from './call.ts'
import type { EvmEndpoints } from './endpoints.ts'
import { encodeSignatureQuestion, isValidAnswer } from './signatures.ts'
import { AUTHORIZATION_STATE, createTypedData, readDomain, type TokenDomain } from './token-domain.ts'

/** The first four bytes of keccak256 of `transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)`. */
const TRANSFER_SPLIT = '0xe3ee160e'
/** The same with `bytes` instead of v, r and s, as contracts' signatures need. */
const TRANSFER_BYTES = '0xcf092995'
/** keccak256 of `AuthorizationUsed(address,bytes32)`. */
export const AUTHORIZATION_USED_TOPIC = '0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5'

/** A token's owner may change its name. The token then refuses signatures under the old name, and moves nothing. */
const KEEP_DOMAIN_MS = 300_000

/** `elapsed`: milliseconds of a monotonic clock. */
export function createEvmAuthorizations(
  transactor: Transactor,
  endpoints: EvmEndpoints,
  elapsed: () => number,
): Authorizations {
  const domains = createCache<TokenDomain | null>(KEEP_DOMAIN_MS, elapsed)
  const ask = (to: string, data: string) => transactor.call({ from: NOBODY, to, data })
  const isUsed: Authorizations['isUsed'] = async ({ token, from, nonce }) => {
    const answer = await ask(token, `${AUTHORIZATION_STATE}${encodeWord(from)}${encodeWord(nonce)}`)
    if (answer === null || !WORD.test(answer)) throw new NodeError('malformed', 'authorizationState: no boolean')
    return BigInt(answer) !== 0n
  }
  return {
    deriveNonce: (text) => keccak256(Buffer.from(text)),
    async typedData(terms) {
      const read = () => readDomain(endpoints, transactor.chainId, terms.token)
      const domain = await domains(terms.token.toLowerCase(), read)
      return domain && createTypedData(domain, terms)
    },
    async signedCall(terms, data, signature) {
      const digest = hashTypedData(data)
      if (signerIs(terms.from, digest, signature)) return splitCall(terms, signature)
      // One node is enough: the token itself asks the contract when the transfer is mined.
      const answer = await ask(terms.from, encodeSignatureQuestion(digest, signature))
      return isValidAnswer(answer) ? bytesCall(terms, signature) : null
    },
    isUsed,
    balance: transactor.tokenBalance,
    usedIn: (receipt, { token, from, nonce }) =>
      receipt.logs.some(
        ({ address, topics: [topic, authorizer, used] }) =>
          address === token.toLowerCase() &&
          topic === AUTHORIZATION_USED_TOPIC &&
          authorizer === `0x${encodeWord(from)}` &&
          used === nonce,
      ),
  }
}

function hashTypedData({ domain, types, message }: TypedData): string {
  const { EIP712Domain: _, ...own } = types
  return TypedDataEncoder.hash(domain, own, message)
}

/** `recoverAddress` throws for a signature that is not canonical. */
function signerIs(from: string, digest: string, signature: string): boolean {
  const parts = splitSignature(signature)
  if (!parts) return false
  try {
    return recoverAddress(digest, parts) === parseEvmAddress(from.toLowerCase())
  } catch {
    return false
  }
}

/** Some wallets use 0 and 1 for 27 and 28. */
function splitSignature(signature: string): { r: string; s: string; v: number } | null {
  if (signature.length !== 132) return null
  const v = Number.parseInt(signature.slice(130), 16)
  return { r: `0x${signature.slice(2, 66)}`, s: `0x${signature.slice(66, 130)}`, v: v < 27 ? v + 27 : v }
}

function termsWords({ from, to, rawAmount, validAfter, validBefore, nonce }: AuthorizationTerms): string {
  const numbers = [rawAmount, validAfter, validBefore].map((one) => encodeWord(one.toString(16)))
  return [encodeWord(from), encodeWord(to), ...numbers, encodeWord(nonce)].join('')
}

function splitCall(terms: AuthorizationTerms, signature: string): Omit<Call, 'from'> {
  const { r = '', s = '', v = 0 } = splitSignature(signature) ?? {}
  return {
    to: terms.token,
    data: `${TRANSFER_SPLIT}${termsWords(terms)}${encodeWord(v.toString(16))}${encodeWord(r)}${encodeWord(s)}`,
  }
}

function bytesCall(terms: AuthorizationTerms, signature: string): Omit<Call, 'from'> {
  return { to: terms.token, data: `${TRANSFER_BYTES}${termsWords(terms)}${encodeWord('e0')}${encodeBytes(signature)}` }
}
