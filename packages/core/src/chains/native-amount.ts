import type { Network } from './network.ts'

/** An amount of the chain's own coin, rounded to a millionth: `0.000188 ETH`. `wei` is in its smallest unit. */
export function formatNativeAmount(network: Pick<Network, 'walletChain'>, wei: bigint): string {
  const { symbol = 'ETH' } = network.walletChain?.nativeCurrency ?? {}
  return `${Math.round(Number(wei) / 1e12) / 1e6} ${symbol}`
}
