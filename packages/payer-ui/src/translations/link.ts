import type { Translations } from '../language.ts'
import type { LinkTexts } from '../languages/en/link.ts'

/** The texts of a payment link, except English. Each is loaded when a payer needs it. */
export const translations: Translations<LinkTexts> = {
  ar: () => import('../languages/ar/link.ts'),
  de: () => import('../languages/de/link.ts'),
  es: () => import('../languages/es/link.ts'),
  fr: () => import('../languages/fr/link.ts'),
  it: () => import('../languages/it/link.ts'),
  ja: () => import('../languages/ja/link.ts'),
  nl: () => import('../languages/nl/link.ts'),
  pl: () => import('../languages/pl/link.ts'),
  pt: () => import('../languages/pt/link.ts'),
  tr: () => import('../languages/tr/link.ts'),
  zh: () => import('../languages/zh/link.ts'),
}
