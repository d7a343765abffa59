export type TestTransfer = {
  readonly network: string
  readonly cryptocurrency: string
  readonly to: string
  /** Millionths of a coin */
  readonly amount: bigint
  readonly token?: 'genuine' | 'counterfeit'
  /** Where the network has memos; none when left out. */
  readonly memo?: string
}

/** Makes real transfers on a local development network. */
export type TestPayer = {
  /** Answers the transaction's hash once the node has it. */
  send(transfer: TestTransfer): Promise<string>
  /**
   * Sends, and lets the transfer vanish by a reorganisation once `seen` has resolved; until then it does not become
   * final. Answers the hash of what is gone. Throws what `seen` throws, and then the transfer stays.
   */
  sendAndTakeBack(transfer: TestTransfer, seen: (hash: string) => Promise<void>): Promise<string>
}
