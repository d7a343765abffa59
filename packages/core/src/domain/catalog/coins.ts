/** The coins in which a payment can be made. */
export const coins = ['USDC', 'USDT', 'DAI'] as const
export type Coin = (typeof coins)[number]

/** Coins with EIP-3009 in their own contracts: a holder can sign a transfer that another account sends. */
export const signedCoins: readonly string[] = ['USDC'] satisfies Coin[]

export function isCoin(name: string): name is Coin {
  return coins.some((coin) => coin === name)
}

/**
 * Coins that look like one of those and are not: bridged by someone other than their issuer. Nothing is ever priced in
 * them. Transfers of them are reported as such.
 */
export const bridgedCoins = ['USDC.e'] as const
export type BridgedCoin = (typeof bridgedCoins)[number]
