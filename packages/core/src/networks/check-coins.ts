import type { Coin } from '../catalog/coins.ts'
import type { Network, Token } from '../chains/network.ts'

/** What is wrong with a coin as it is configured; null when its contract agrees. */
export type CoinCheck = { readonly coin: Coin; readonly trouble: string | null }

/** Compares the configured coins with what their contracts say. Throws when no node answers. */
export function checkCoins(network: Network): Promise<CoinCheck[]> {
  const check = async (token: Token) => ({
    coin: token.coin,
    trouble: coinTrouble(token, await network.chain.decimals(token.address)),
  })
  return Promise.all(network.tokens.map(check))
}

function coinTrouble({ coin, address, decimals }: Token, found: number | null): string | null {
  if (found === null) return `${coin} at ${address} is no token contract: correct its address`
  if (found === decimals) return null
  return `${coin} at ${address} has ${found} decimals, not ${decimals}: correct the configuration`
}
