type KnownNetwork = {
  /** A CSS colour. */
  readonly colour: string
  /** How exchanges name it in their forms. */
  readonly exchangeName: string
}

/**
 * What page and element know of the built-in networks without a server. Other networks have a neutral colour. A test
 * of the core compares this table with the catalogue.
 */
export const knownNetworks: Readonly<Record<string, KnownNetwork>> = {
  polygon: { colour: '#8247e5', exchangeName: 'Polygon (POL, MATIC)' },
  ethereum: { colour: '#627eea', exchangeName: 'Ethereum (ERC20)' },
  stellar: { colour: 'light-dark(#12161f, #f1f3f7)', exchangeName: 'Stellar (XLM)' },
}

/** The network as exchanges name it; its own title if that is not known. */
export function getExchangeName({ network, networkTitle }: { network: string; networkTitle: string }): string {
  return knownNetworks[network]?.exchangeName ?? networkTitle
}
