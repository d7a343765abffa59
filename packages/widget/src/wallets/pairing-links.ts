import type { WalletLink } from './links.ts'

/** Links that hand a WalletConnect URI to a wallet on the same device. */
export function listPairingLinks(uri: string): WalletLink[] {
  const encoded = encodeURIComponent(uri)
  return [
    { wallet: 'MetaMask', href: `https://link.metamask.io/wc?uri=${encoded}` },
    { wallet: 'Trust Wallet', href: `https://link.trustwallet.com/wc?uri=${encoded}` },
    { wallet: 'Rainbow', href: `https://rnbwapp.com/wc?uri=${encoded}` },
  ]
}
