/** Payments that payers sign and the checkout sends: EIP-3009 authorizations, and transactions of Stellar wallets. */
import type { OfferedAsset, TypedData } from '@crypto-checkout/api-types'
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
  deriveNonce(text: string): string
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
  /** Tells whether this transaction used the authorization. */
  usedIn(receipt: Receipt, terms: Pick<AuthorizationTerms, 'token' | 'from' | 'nonce'>): boolean
}

/** The transfer that a payment URI asks a wallet to send. */
export type PaymentRequest = {
  readonly token: string
  readonly address: string
  /** The token's own integer. */
  readonly rawAmount: bigint
  readonly memo: string | null
  /** For the payer to read. */
  readonly message: string
}

/** A transfer for a wallet to sign. */
export type TransferRequest = Pick<PaymentRequest, 'token' | 'address' | 'rawAmount' | 'memo'> & {
  /** The wallet that must send it; null when any wallet may. */
  readonly from: string | null
  /** Both in milliseconds: when the payment's time is up, and the clock's time. */
  readonly deadline: number
  readonly now: number
}

/** The paying account, and the asset to send if it is not the payment's own coin. */
export type Payer = { readonly account: string; readonly send: Pick<OfferedAsset, 'asset' | 'max'> | null }

/**
 * `market` is the hash of a path payment, which depends on offers and cannot be rebuilt identically; otherwise null.
 */
type BuiltTransaction = {
  readonly xdr: string
  readonly networkPassphrase: string
  readonly market: Buffer | null
  /** The block in which the account last changed: everything it sent before is in this block or an earlier one. */
  readonly changedIn: number
}

/** For wallets that only sign: the checkout builds the transaction and submits it. */
export type WalletTransactions = {
  /** Other assets that an account can pay with now. Throws CheckoutError if `account` is not an account. */
  offers(order: TransferRequest, account: string): Promise<OfferedAsset[]>
  /** Throws CheckoutError when the payer cannot pay it. */
  build(order: TransferRequest, payer: Payer): Promise<BuiltTransaction>
  /**
   * Submits a signed transaction that `build` built. For a path payment, `wasBuilt` says whether it was. Throws
   * CheckoutError for any other transaction and when the network rejects it; `transaction_uncertain` when the network
   * may have accepted it.
   */
  submit(
    order: TransferRequest,
    xdr: string,
    wasBuilt: (hash: Buffer) => Promise<boolean>,
  ): Promise<{ readonly hash: string; readonly from: string }>
}
