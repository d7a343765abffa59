/** Makes real transfers on a local development network. */
export type TestPayer = {
  /** Answers the transaction's hash once the node has it. Amount in millionths of a coin. */
  send(transfer: {
    network: string
    cryptocurrency: string
    to: string
    amount: bigint
    token?: 'genuine' | 'counterfeit'
    /** Where the network has memos; none when left out. */
    memo?: string
  }): Promise<string>
}
