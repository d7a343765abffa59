type KnownNetwork = {
  /** A CSS colour. */
  readonly colour: string
  /** EIP-155, where coins have a value; null on other families. */
  readonly chainId: number | null
  /** SLIP-44, for wallets' links. */
  readonly coinType: number
}

/**
 * What page and element know of the built-in networks without a server. Other networks have a neutral colour. A test
 * of the core compares this table with the catalogue.
 */
export const knownNetworks: Readonly<Record<string, KnownNetwork>> = {
  polygon: { colour: '#8247e5', chainId: 137, coinType: 966 },
  ethereum: { colour: '#627eea', chainId: 1, coinType: 60 },
  stellar: { colour: 'light-dark(#12161f, #f1f3f7)', chainId: null, coinType: 148 },
}
