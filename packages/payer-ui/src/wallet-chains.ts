type WalletChain = {
  /** EIP-155, where coins have a value; null on other families. */
  readonly chainId: number | null
  /** SLIP-44, for wallets' links. */
  readonly coinType: number
}

/** What wallets know the built-in networks by. Apart from `knownNetworks`, so that only the panel of wallets loads it. */
export const walletChains: Readonly<Record<string, WalletChain>> = {
  polygon: { chainId: 137, coinType: 966 },
  ethereum: { chainId: 1, coinType: 60 },
  stellar: { chainId: null, coinType: 148 },
}
