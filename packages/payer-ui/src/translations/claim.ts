import type { Translations } from '../language.ts'
import type { ClaimTexts } from '../wallet-texts.ts'

/** The texts about proving a transfer, except English. Each is loaded when a payer needs it. */
export const translations: Translations<ClaimTexts> = {
  ar: () => import('../languages/ar/claim.ts'),
  de: () => import('../languages/de/claim.ts'),
  es: () => import('../languages/es/claim.ts'),
  fr: () => import('../languages/fr/claim.ts'),
  it: () => import('../languages/it/claim.ts'),
  ja: () => import('../languages/ja/claim.ts'),
  nl: () => import('../languages/nl/claim.ts'),
  pl: () => import('../languages/pl/claim.ts'),
  pt: () => import('../languages/pt/claim.ts'),
  tr: () => import('../languages/tr/claim.ts'),
  zh: () => import('../languages/zh/claim.ts'),
}
