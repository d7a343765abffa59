/** Payments that a payer signs and another account sends (EIP-3009, `TransferWithAuthorization`). */

import type { TypedData } from '@crypto-checkout/api-types'
import type { Call, Receipt } from './transactor.ts'

/** The terms that a payer authorizes. Addresses in any case, times in seconds. */
export type AuthorizationTerms = {
  readonly token: string
  readonly from: string
  readonly to: string
  /** The token's own integer. */
  readonly rawAmount: bigint
  /** Valid in blocks later than this. */
  readonly validAfter: number
  /** Valid in blocks earlier than this. */
  readonly validBefore: number
  /** 32 bytes in hexadecimal with 0x. A token accepts each nonce of an account once. */
  readonly nonce: string
}

/** Every method that asks a node throws NodeError when no node answers. */
export type Authorizations = {
  /** Deterministic: keccak256 of the text. */
  nonceOf(text: string): string
  /** As `eth_signTypedData_v4` takes it; null when the token does not support authorizations. */
  typedData(terms: AuthorizationTerms): Promise<TypedData | null>
  /**
   * The call that executes the authorization; null unless the payer has signed exactly these terms. An account's own
   * signature must be canonical (low s, EIP-2). A contract verifies its own signature (ERC-1271).
   */
  signedCall(terms: AuthorizationTerms, data: TypedData, signature: string): Promise<Omit<Call, 'from'> | null>
  isUsed(terms: Pick<AuthorizationTerms, 'token' | 'from' | 'nonce'>): Promise<boolean>
  /** In the token's own integer. */
  balance(token: string, account: string): Promise<bigint>
  /** Whether this transaction used the authorization. */
  usedIn(receipt: Receipt, terms: Pick<AuthorizationTerms, 'token' | 'from' | 'nonce'>): boolean
}
