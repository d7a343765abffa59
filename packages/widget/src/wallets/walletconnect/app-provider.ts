/**
 * In the modules for npm: WalletConnect's package as an app's bundler has it, if the app imports
 * `@crypto-checkout/widget/walletconnect`. Bundlers warn of an import of a package that is not installed.
 */
import type { Provider } from './load-provider.ts'

let load: (() => Promise<Provider>) | null = null

export function setProvider(loader: () => Promise<Provider>): void {
  load = loader
}

/**
 * Throws if the app has no WalletConnect.
 * @public The build for npm puts it in place of the other one.
 */
export async function loadProvider(): Promise<Provider> {
  if (load === null) throw new Error("WalletConnect needs import '@crypto-checkout/widget/walletconnect'")
  return load()
}
