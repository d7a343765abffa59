type KnownNetwork = {
  /** A CSS colour. */
  readonly colour: string
  /** EIP-155, where coins have a value; null on other families. */
  readonly chainId: number | null
  /** SLIP-44, for wallets' links. */
  readonly coinType: number
  /** How exchanges name it in their forms. */
  readonly exchangeName: string
}

/**
 * What page and element know of the built-in networks without a server. Other networks have a neutral colour. A test
 * of the core compares this table with the catalogue.
 */
export const knownNetworks: Readonly<Record<string, KnownNetwork>> = {
  polygon: { colour: '#8247e5', chainId: 137, coinType: 966, exchangeName: 'Polygon (POL, MATIC)' },
  ethereum: { colour: '#627eea', chainId: 1, coinType: 60, exchangeName: 'Ethereum (ERC20)' },
  stellar: { colour: 'light-dark(#12161f, #f1f3f7)', chainId: null, coinType: 148, exchangeName: 'Stellar (XLM)' },
}

/** The network as exchanges name it; its own title if that is not known. */
export function getExchangeName({ network, networkTitle }: { network: string; networkTitle: string }): string {
  return knownNetworks[network]?.exchangeName ?? networkTitle
}
