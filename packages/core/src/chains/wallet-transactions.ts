import type { OfferedAsset } from '@crypto-checkout/api-types'

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
