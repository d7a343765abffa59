/** Payments that a payer signs and somebody else sends (EIP-3009, `TransferWithAuthorization`). */

import type { TypedData } from '../wire.ts'
import type { Call, Receipt } from './transactor.ts'

/** What a payer authorizes. Addresses in any case, times in seconds. */
export type AuthorizationTerms = {
  readonly token: string
  readonly from: string
  readonly to: string
  /** The token's own integer. */
  readonly rawAmount: bigint
  /** It counts in blocks later than this. */
  readonly validAfter: number
  /** It counts in blocks earlier than this. */
  readonly validBefore: number
  /** 32 bytes in hexadecimal with 0x. A token takes each once from an account. */
  readonly nonce: string
}

/** Everything that asks throws NodeError where no node answers. */
export type Authorizations = {
  /** Always the same for the same text (keccak256). */
  nonceOf(text: string): string
  /** As `eth_signTypedData_v4` takes it; null where the token knows no authorizations. */
  typedData(terms: AuthorizationTerms): Promise<TypedData | null>
  /**
   * The call by which a token does what was authorized; null where the payer has not signed exactly that. An
   * account's own signature has to be canonical (low s, EIP-2); a contract is asked for its own (ERC-1271).
   */
  signedCall(terms: AuthorizationTerms, data: TypedData, signature: string): Promise<Omit<Call, 'from'> | null>
  isUsed(terms: Pick<AuthorizationTerms, 'token' | 'from' | 'nonce'>): Promise<boolean>
  /** In the token's own integer. */
  balance(token: string, account: string): Promise<bigint>
  /** Whether a transaction is the one that used it. */
  usedIn(receipt: Receipt, terms: Pick<AuthorizationTerms, 'token' | 'from' | 'nonce'>): boolean
}
