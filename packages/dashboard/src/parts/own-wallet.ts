/** The wallets in this browser, for merchants who prove that an address is theirs. */
import { discoverWallets, type Eip1193Provider } from '@crypto-checkout/payer-ui/wallets/discover'
import { showsAccount, signMessage } from '@crypto-checkout/payer-ui/wallets/sign-message'

/** Those that are there now. */
export function findOwnWallets(): Eip1193Provider[] {
  const discovery = discoverWallets(window, () => {})
  discovery.stop()
  return discovery.wallets.map(({ provider }) => provider)
}

/** Has the wallet that holds an address sign a text; null if none of them shows that address. */
export async function signByWallet(
  wallets: readonly Eip1193Provider[],
  address: string,
  message: string,
): Promise<string | null> {
  for (const wallet of wallets) if (await showsAccount(wallet, address)) return signMessage(wallet, address, message)
  return null
}
