/** The coins a payment can be made in. */
export const coins = ['USDC', 'USDT', 'DAI'] as const
export type Coin = (typeof coins)[number]

export function isCoin(name: string): name is Coin {
  return coins.some((coin) => coin === name)
}
