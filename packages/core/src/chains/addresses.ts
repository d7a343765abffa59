/** The addresses of a chain: how they are written, and what they can receive and sign. */

/** Needs no node. */
export type AddressFormat = {
  /** The address in its display form; null if it is not an address. */
  parse(text: string): string | null
  /** The display form of an address. Readings use lower case. */
  display(address: string): string
  /** Why no money may be sent to the address, as in "is the zero address"; null if nothing speaks against it. */
  recipientProblem(address: string): string | null
}

/** What nodes know of an account, for chains on which not every account can receive every token. */
export type RecipientChecks = {
  /**
   * Why an account cannot receive this amount of a token now, as in "does not exist"; null if it can, or if no node
   * answers in time.
   */
  cannotReceiveReason(request: { token: string; address: string; rawAmount: bigint }): Promise<string | null>
  /** Whether an account requires a memo; false when no node answers in time. */
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
   * Whether a text is signed by who can move the address's money now: by its own key while that key may pay, or on EVM
   * by the contract at the address (ERC-1271). Most nodes must say so, and at least as many as must show what is final.
   * `address` in display form. Throws NodeError, also when the nodes are divided.
   */
  isSignedByHolder(address: string, text: string, signature: string): Promise<boolean>
}
