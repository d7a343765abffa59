import type { Network } from './network.ts'

/** So much of the chain's own coin, in its own unit, to a millionth: `0.000188 ETH`. */
export function nativeAmount(network: Pick<Network, 'walletChain'>, wei: bigint): string {
  const { symbol = 'ETH' } = network.walletChain?.nativeCurrency ?? {}
  return `${Math.round(Number(wei) / 1e12) / 1e6} ${symbol}`
}
