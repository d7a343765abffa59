/** The coins a payment can be made in. */
export const coins = ['USDC', 'USDT', 'DAI'] as const
export type Coin = (typeof coins)[number]

/** Coins whose own contracts know EIP-3009: a holder can sign a transfer that somebody else sends. */
export const signedCoins: readonly string[] = ['USDC'] satisfies Coin[]

export function isCoin(name: string): name is Coin {
  return coins.some((coin) => coin === name)
}

/**
 * Coins that look like one of those and are another: bridged by somebody else than their issuer.
 * Nothing is ever priced in them; what is sent in them is told as what it is.
 */
export const bridgedCoins = ['USDC.e'] as const
export type BridgedCoin = (typeof bridgedCoins)[number]
