import type { Translations } from '../language.ts'
import type { WalletTexts } from '../wallet-texts.ts'

/** The texts of the wallet panel, except English. Each is loaded when a payer needs it. */
export const translations: Translations<WalletTexts> = {
  ar: () => import('../languages/ar/wallet.ts'),
  de: () => import('../languages/de/wallet.ts'),
  es: () => import('../languages/es/wallet.ts'),
  fr: () => import('../languages/fr/wallet.ts'),
  it: () => import('../languages/it/wallet.ts'),
  ja: () => import('../languages/ja/wallet.ts'),
  nl: () => import('../languages/nl/wallet.ts'),
  pl: () => import('../languages/pl/wallet.ts'),
  pt: () => import('../languages/pt/wallet.ts'),
  tr: () => import('../languages/tr/wallet.ts'),
  zh: () => import('../languages/zh/wallet.ts'),
}
