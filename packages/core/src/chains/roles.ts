/** Questions to a chain beside its transfers: addresses, nodes, price feeds and claimable balances. */

/** Needs no node. */
export type AddressFormat = {
  /** The address in its display form; null if it is not an address. */
  parse(text: string): string | null
  /** The display form of an address. Readings use lower case. */
  display(address: string): string
  /** The reason to send no money to the address, as in "is the zero address"; null if nothing speaks against it. */
  recipientProblem(address: string): string | null
}

/** A token at an account. Both are addresses in display form. */
export type CoinAccount = { readonly token: string; readonly address: string }

/** An amount that an account is to receive. Addresses in display form, amounts in the token's own integer. */
export type ReceiveRequest = CoinAccount & {
  readonly rawAmount: bigint
  /**
   * Sums the amounts that others were already asked to pay into the account. Only asked of accounts whose room is
   * limited.
   */
  readonly promised?: () => Promise<bigint>
}

/** Checks of an account by nodes: not every account can receive every token. */
export type RecipientChecks = {
  /**
   * The reason for which an account cannot receive this amount of a token now, as in "does not exist"; null if it can,
   * or if no node answers in time. One that could is not asked about for ten minutes.
   */
  cannotReceiveReason(request: ReceiveRequest): Promise<string | null>
  /** The same, by asking a node now whatever is known. */
  readReason(request: ReceiveRequest): Promise<string | null>
  /** The same by what was read last, without asking a node; null if nothing was, or it may be different by now. */
  knownReason(request: ReceiveRequest): string | null
  /** Tells whether an account requires a memo; false when no node answers in time. */
  requiresMemo(request: { token: string; address: string }): Promise<boolean>
}

/** Texts signed with the key of an address, to prove control of it. */
export type SignedMessages = {
  readonly standard: 'EIP-191' | 'SEP-53'
  /** For the merchant: what a signature must be, and which addresses cannot have one. */
  readonly help: string
  /** Needs no node. `address` in display form. */
  isSigned(address: string, text: string, signature: string): boolean
  /**
   * Tells whether a text is signed by who can move the address's money now: by its own key while that key may pay, or
   * on EVM by the contract at the address (ERC-1271). Most nodes must say so, and at least as many as must show what is
   * final. `address` in display form. Throws NodeError, also when the nodes are divided.
   */
  isSignedByHolder(address: string, text: string, signature: string): Promise<boolean>
}

/** The state of one of a network's nodes, for health views. */
export type NodeState = {
  /** Scheme, host and port only: the path and the query can contain keys. */
  readonly url: string
  readonly healthy: boolean
  /** From 0 to 1. Each failure lowers it (many halve it); answers and time restore it. */
  readonly score: number
  /** For how long it is not asked. */
  readonly restingSeconds: number
  /** The last error; null after a success. */
  readonly error: string | null
  readonly latencyMs: number | null
  /** The newest block that it last reported. */
  readonly head: number | null
  /** The number of logs that could not be read and were skipped. */
  readonly malformedLogs: number
  /** The number of blocks requested at once. */
  readonly range: number
}

/** The number of nodes that must show a block for it to be final, and of those that answer now, as far as is known. */
export type Witnesses = {
  readonly needed: number
  readonly present: number
  /** Host and reason of each node that does not answer. */
  readonly missing: readonly string[]
}

/** Asks for no part of the chain, except to compare the nodes. */
export type ChainNodes = {
  /** The configured nodes. */
  states(): readonly NodeState[]
  /** The number of nodes that must show what is final, and of those that answer. */
  witnesses(): Witnesses
  /** Finds the nodes that lag behind the others, so that the others are preferred. */
  compare(): Promise<void>
}

/** A contract that reports the USD value of a coin or a currency (Chainlink's AggregatorV3). */
export type Feed = {
  /** The coin or the currency: `USDC`, `EUR`. */
  readonly base: string
  /** Display form. */
  readonly address: string
  readonly heartbeatMs: number
  readonly marginMs: number
  /** In 10^-8 USD, both included: any other price is a mistake. */
  readonly minPrice: bigint
  readonly maxPrice: bigint
  /** An operator's remedy for a price outside these bounds. */
  readonly remedy: string
}

/** The answer of a price feed. */
export type FeedAnswer = {
  /** In 10^-8 USD. */
  readonly price: bigint
  /** Milliseconds; not later than the block in which it was read. */
  readonly updatedAt: number
}

/** A price feed's answer as the network's nodes agree on it. */
export type AgreedPrice = FeedAnswer & {
  /** The number of nodes that agree; 1 if they are divided. */
  readonly voices: number
  /** There is no other node to ask. */
  readonly alone: boolean
  /** The reason for which the nodes do not agree, for the operator; null when they do. */
  readonly doubt: string | null
}

/**
 * The answers of price feeds at one block, in the order of `feeds`. A feed that cannot be read or trusted is rejected
 * with the reason. Throws when too few nodes answer.
 */
export type ReadPrices = (feeds: readonly Feed[]) => Promise<PromiseSettledResult<AgreedPrice>[]>

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
 * Lists the configured tokens that an account (display form) could claim at a time in milliseconds, the newest of each
 * first. Very new balances may be missing. Null when no node can tell.
 */
export type ListClaimables = (account: string, now: number) => Promise<readonly Claimable[]>
