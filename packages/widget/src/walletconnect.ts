/** For apps with a bundler: lets the element use WalletConnect's package, which the app installs. */
import { setProvider } from './wallets/walletconnect/app-provider.ts'

setProvider(async () => (await import('@walletconnect/ethereum-provider')).EthereumProvider)
