import type { Network, Token } from '../chains/network.ts'
import type { Coin } from '../domain/catalog/coins.ts'

/** How a configured coin differs from its contract; null when they agree. */
export type CoinCheck = { readonly coin: Coin; readonly trouble: string | null }

/** Compares the configured coins with the chain. Throws when no node answers. */
export function checkCoins(network: Network): Promise<CoinCheck[]> {
  const check = async (token: Token) => ({ coin: token.coin, trouble: await network.chain.troubleOf(token) })
  return Promise.all(network.tokens.map(check))
}
