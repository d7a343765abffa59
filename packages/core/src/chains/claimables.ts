/** Money that an account could claim (Stellar's claimable balances). It pays nothing until it is claimed. */
export type Claimable = {
  /** B..., the sender of the transfer that claims it. */
  readonly id: string
  /** Lower case. */
  readonly token: string
  /** The token's own integer. */
  readonly rawAmount: bigint
  /** Memo and hash of the transaction that created it. */
  readonly memo: string | null
  readonly txHash: string
}

/**
 * What an account (display form) could claim of the configured tokens at a time in milliseconds, the newest of each
 * first. Very new balances may be missing. Null when no node can tell.
 */
export type ListClaimables = (account: string, now: number) => Promise<readonly Claimable[]>
