/** Facts of the network before it runs: nothing here loads the SDK, which takes most of a second. */

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

/**
 * A test may set another one before this is loaded, such as that of a public network: some clients know only those. The
 * ledger stays a local one.
 */
export const PASSPHRASE = process.env.STELLAR_DEVNET_PASSPHRASE ?? 'Local Stellar Network ; Crypto Checkout'

/** Derived from the mnemonic of `ledger/network.ts`. A test derives them again. */
const ADDRESSES = {
  merchant: 'GCRN5PMAG5FM5QLCH7BUZPRQ7UIW37LBZLF2BIDEOSG4ZQ6HYRC45ALA',
  payer: 'GBK4HMMPZU3HGEUR6IT3ZWRRHBD6P4OISMUGFVLF5G2B6H4XRPWPD7WP',
  issuer: 'GCQWQ3NXYJKWJC45QUDXNUCTCNP3LFNNAEJS6ROLFNJRMRA5H2P6CCIP',
  secondIssuer: 'GDC7WLKNMCDN3W672M2VHP5JX6QE4NFWRUWKGDIUDFJNR6YIO5YR6APT',
} as const

/** The network on a port of the loopback address. */
export function describeStellarNetwork(port: number): LocalStellarNetwork {
  const horizonUrl = `http://127.0.0.1:${port}`
  return {
    horizonUrl,
    rpcUrl: `${horizonUrl}/rpc`,
    passphrase: PASSPHRASE,
    coins: {
      USDC: { code: 'USDC', issuer: ADDRESSES.issuer },
      USDT: { code: 'USDT', issuer: ADDRESSES.secondIssuer },
    },
    accounts: { merchant: ADDRESSES.merchant, payer: ADDRESSES.payer },
  }
}
