/** `wallet`: its name, or the link's label if any wallet may open it. */
export type WalletLink = { wallet: string; href: string }

/**
 * Links that open a page inside the browsers of mobile wallets, where the wallet is injected. Plain links, because iOS
 * opens an app only from a click. These browsers open https pages only, so other pages get no links.
 *
 * Formats: docs.metamask.io (use deeplinks), developer.trustwallet.com (deep linking), docs.phantom.com (browse),
 * docs.cdp.coinbase.com (mobile dapp integration), web3.okx.com (app universal link). Rainbow has none.
 */
export function listBrowserLinks(page: string, coinType: number): WalletLink[] {
  const url = URL.canParse(page) ? new URL(page) : null
  if (url?.protocol !== 'https:') return []
  const encoded = encodeURIComponent(url.href)
  const okx = encodeURIComponent(`okx://wallet/dapp/url?dappUrl=${encoded}`)
  return [
    // MetaMask prepends https://; an encoded address opens an empty page.
    { wallet: 'MetaMask', href: `https://link.metamask.io/dapp/${url.href.slice('https://'.length)}` },
    {
      wallet: 'Trust Wallet',
      href: `https://link.trustwallet.com/open_url?coin_id=${coinType}&url=${encoded}`,
    },
    { wallet: 'Base (Coinbase Wallet)', href: `https://go.cb-w.com/dapp?cb_url=${encoded}` },
    { wallet: 'Phantom', href: `https://phantom.app/ul/browse/${encoded}?ref=${encodeURIComponent(url.origin)}` },
    { wallet: 'OKX Wallet', href: `https://web3.okx.com/download?deeplink=${okx}` },
  ]
}

/** The payment itself as a link that opens a wallet on this device (SEP-7); no links for any other kind of address. */
export function listPaymentLinks(uri: string, wallet: string): WalletLink[] {
  return uri.startsWith('web+stellar:pay?') ? [{ wallet, href: uri }] : []
}
