import type { EthereumProvider } from '@walletconnect/ethereum-provider'

export type Provider = typeof EthereumProvider

/** Loads WalletConnect's package as a script of its own. The modules for npm have `app-provider.ts` in place of this. */
export async function loadProvider(): Promise<Provider> {
  return (await import('@walletconnect/ethereum-provider')).EthereumProvider
}
