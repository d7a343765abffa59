export type LocalStellarNetwork = {
  /** On the loopback address, over http; open to every program on this machine. The friendbot is at `/friendbot`. */
  horizonUrl: string
  rpcUrl: string
  passphrase: string
  /** The same at every start, like the accounts. `issuer` is an address (G...). */
  coins: Record<'USDC' | 'USDT', { code: string; issuer: string }>
  /** Both trust every coin here. Their keys are public test keys: for this network only. */
  accounts: { merchant: string; payer: string }
}
