/** Token transfers that payers authorize and the checkout sends in transactions of its own, paying their fee. */

/** The operator's budget for network fees of payers, in the network's smallest unit. */
export type FeeBudget = {
  readonly maxFeePerPayment: bigint
  /** In any 24 hours. */
  readonly maxFeePerDay: bigint
}

/** The terms that a payer is asked to authorize. */
export type SponsoredTerms = {
  /** The token's contract; display form. */
  readonly token: string
  /** The account that is paid, and the memo that names its payment; display form. */
  readonly to: string
  readonly memo: string
  /** The token's own integer. */
  readonly rawAmount: bigint
}

/** An authorization as a payer has signed it. */
export type SponsoredAuthorization = {
  /** Display form. */
  readonly from: string
  /** The network accepts each nonce of an account once. */
  readonly nonce: string
  /** The last block in which it can be used. */
  readonly validUntil: number
  /** The authorization itself, in the network's own encoding. */
  readonly entry: string
}

/** The effect and the cost of a transaction with the authorization, by one node. */
export type Trial = {
  /** In the smallest unit of the network's own coin, as are all fees. */
  readonly fee: bigint
  /** The spendable balance of the account that pays fees. */
  readonly available: bigint
  /** The number of that account's next transaction. */
  readonly sequence: bigint
  /** The node's newest block. */
  readonly newest: number
  /** The resources that the transaction must declare, in the network's own encoding. */
  readonly resources: string
  readonly inclusionFee: number
}

/** A signed transaction. The network takes it once, and not after `until` (seconds). */
export type Attempt = {
  readonly envelope: string
  /** As readings name it. */
  readonly hash: string
  readonly sequence: bigint
  readonly until: number
  readonly fee: bigint
}

/**
 * The reason for which something cannot be paid so, as x402 names reasons. `isUsed`: an authorization with its nonce
 * was used before.
 */
export type Refused = { readonly refused: string; readonly isUsed?: boolean }

/** Methods that ask a node throw NodeError when none answers. */
export type Sponsor = {
  /** The account that pays fees; display form. */
  readonly account: string
  readonly budget: FeeBudget
  /** Problems with the place of its key, in words for the operator. */
  readonly warnings: readonly string[]
  /** The address that names an account and a memo together; null if the memo has no such address. */
  payTo(account: string, memo: string): string | null
  /**
   * Reads a payer's transaction. It must hold nothing but a transfer of exactly these terms and its sender's signed
   * authorization for that. Signatures are verified by `tryOut`. Asks no node.
   */
  read(transaction: string, terms: SponsoredTerms): SponsoredAuthorization | Refused
  /** Tells whether code decides what an account has signed, and not its keys alone. */
  hasCode(account: string): boolean
  /** The first authorization in a payer's transaction, unchecked; null if there is none. Asks no node. */
  identify(transaction: string): Pick<SponsoredAuthorization, 'from' | 'nonce' | 'entry'> | null
  /** Tries the transfer on the newest block. Null if the account that pays fees does not exist. */
  tryOut(authorization: SponsoredAuthorization, terms: SponsoredTerms): Promise<Trial | Refused | null>
  /** Signs what was tried out. Deterministic. */
  sign(authorization: SponsoredAuthorization, terms: SponsoredTerms, trial: Trial, until: number): Attempt
  /** Hands a signed transaction to a node. Why it is not taken; null if it is, or may have been before. */
  submit(envelope: string): Promise<string | null>
  /** The spendable balance of the account that pays fees; null if there is no such account. */
  available(): Promise<bigint | null>
}
