import type { Coin } from '../catalog/coins.ts'
import type { Network, Token } from '../chains/network.ts'

/** What is wrong with a coin as it is configured; null when the chain agrees. */
export type CoinCheck = { readonly coin: Coin; readonly trouble: string | null }

/** Compares the configured coins with what is on the chain. Throws when no node answers. */
export function checkCoins(network: Network): Promise<CoinCheck[]> {
  const check = async (token: Token) => ({ coin: token.coin, trouble: await network.chain.troubleOf(token) })
  return Promise.all(network.tokens.map(check))
}
