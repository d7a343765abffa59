export type TestTransfer = {
  readonly network: string
  readonly cryptocurrency: string
  readonly to: string
  /** Millionths of a coin */
  readonly amount: bigint
  readonly token?: 'genuine' | 'counterfeit'
  /** Only for networks with memos. None by default. */
  readonly memo?: string
}

/** Makes real transfers on a local development network. */
export type TestPayer = {
  /** Returns the transaction's hash once the node has it. */
  send(transfer: TestTransfer): Promise<string>
  /**
   * Sends a transfer that a reorganisation removes once `seen` has resolved. Until then it does not become final.
   * Returns the hash of the removed transaction. Throws what `seen` throws; then the transfer stays.
   */
  sendAndTakeBack(transfer: TestTransfer, seen: (hash: string) => Promise<void>): Promise<string>
}
