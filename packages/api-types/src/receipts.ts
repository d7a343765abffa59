/** Signed receipts: compact JWS (RFC 7515) whose payloads are these claims. Amounts are decimal strings, times seconds. */

/** The claims of every receipt (RFC 7519). */
export type ReceiptClaims = {
  /** The checkout's public address; in the sandbox with `/sandbox` at its end. */
  iss: string
  /** The id of the payment or refund. */
  sub: string
  iat: number
  /** The receipt's own id. */
  jti: string
  /** Only in the sandbox: no real money was paid. */
  test?: true
}

/** A final transfer on its chain. */
export type ReceiptTransfer = {
  transaction: string
  /** The log's index in its block. Not on Stellar. */
  index?: number
  block: number
  /** Not on Stellar. */
  blockHash?: string
  amount: string
  from: string
}

type ReceiptTerms = {
  /** The merchant's name when the receipt was issued. */
  merchant: string
  /** In `currency`, with its decimals, two at least. */
  amount: string
  currency: string
  /** With six decimals, in `cryptocurrency`: what a payment asked for, what left the sender of a refund. */
  cryptoAmount: string
  cryptocurrency: string
  /** The coin's contract; on Stellar the asset's (SEP-41). */
  token: string
  /** CAIP-2, as in `eip155:1`. */
  network: string
  recipient: string
  /** On Stellar, the memo of its transfers if they need one. */
  memo?: string
  /** At most 20, the largest first. */
  transfers: ReceiptTransfer[]
  /** The number of final transfers, if there were more. */
  transferCount?: number
}

/** `typ`: `payment-receipt+jwt`. */
export type PaymentReceipt = ReceiptClaims &
  ReceiptTerms & {
    /** The sum of all its final transfers. */
    cryptoAmountReceived: string
    /** The time of the block of its last transfer. */
    paidAt: number
    /** The time at which the last of them was known to be final. */
    finalizedAt: number
    /** The merchant accepted it as it was, whatever its amount and time. */
    accepted?: true
    /** The merchant's order number. */
    orderReference?: string
    /** SHA-256 of the order's items as canonical JSON (RFC 8785), in base64url. */
    lineItemsSha256?: string
  }

/** `typ`: `refund-receipt+jwt`. */
export type RefundReceipt = ReceiptClaims &
  ReceiptTerms & {
    /** The id of the payment. */
    payment: string
    /** The `jti` of the payment's receipt. Absent if the payment has none. */
    paymentReceipt?: string
    refundedAt: number
    finalizedAt: number
  }

/** An Ed25519 key as RFC 8037 writes it. */
export type ReceiptKey = {
  kty: 'OKP'
  crv: 'Ed25519'
  x: string
  /** Its thumbprint (RFC 7638). */
  kid: string
  alg: 'EdDSA'
  use: 'sig'
  /** The time of its last signature. A key that signs now has none. */
  signedUntil?: string
}

/** A JWK set (RFC 7517). */
export type ReceiptKeys = { keys: ReceiptKey[] }

/** A receipt as `/pay/<id>/receipt` shows it to programs. */
export type SignedReceipt = {
  object: 'receipt'
  /** The compact JWS. */
  receipt: string
  /** Its content, decoded and not verified. */
  claims: PaymentReceipt | RefundReceipt
  /** The page of the receipt. */
  url: string
  /** The address at which its issuer publishes the keys. */
  keysUrl: string
}
