import type { SpokenTexts } from '@crypto-checkout/payer-ui'
import { html, nothing, type TemplateResult } from 'lit'
import { createQrPath } from '../qr-path.ts'
import { qrCode } from '../views/pay.ts'
import type { WalletLink } from './links.ts'

/** Renders links to wallets. `label` gives their text. */
type LinkList = (links: readonly WalletLink[], label: (wallet: string) => string) => TemplateResult[]

/**
 * The code that a wallet scans, dark on white. On a device that may have a wallet itself, `linkList` renders the links
 * that open it.
 */
export function renderPairingView(uri: string, texts: SpokenTexts, linkList: LinkList | null): TemplateResult {
  const code = createQrPath(uri)
  const anyWallet = { wallet: texts.openInAnyWallet, href: uri }
  return html`${
    linkList === null
      ? nothing
      : html`<ul class="wallet-list">${linkList(listPairingLinks(uri), texts.openIn)} ${linkList([anyWallet], (text) => text)}</ul>`
  }
    ${code === null ? nothing : qrCode(code, texts.pairingQr)}`
}
export type PairingView = typeof renderPairingView

/** Links that hand a WalletConnect URI to a wallet on the same device. */
export function listPairingLinks(uri: string): WalletLink[] {
  const encoded = encodeURIComponent(uri)
  return [
    { wallet: 'MetaMask', href: `https://link.metamask.io/wc?uri=${encoded}` },
    { wallet: 'Trust Wallet', href: `https://link.trustwallet.com/wc?uri=${encoded}` },
    { wallet: 'Rainbow', href: `https://rnbwapp.com/wc?uri=${encoded}` },
  ]
}
