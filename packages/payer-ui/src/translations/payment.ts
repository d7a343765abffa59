import type { Translations } from '../language.ts'
import type { Texts } from '../payment-texts.ts'

/** The texts of a payment, except English. Each is loaded when a payer needs it. */
export const translations: Translations<Texts> = {
  ar: () => import('../languages/ar/payment.ts'),
  de: () => import('../languages/de/payment.ts'),
  es: () => import('../languages/es/payment.ts'),
  fr: () => import('../languages/fr/payment.ts'),
  it: () => import('../languages/it/payment.ts'),
  ja: () => import('../languages/ja/payment.ts'),
  nl: () => import('../languages/nl/payment.ts'),
  pl: () => import('../languages/pl/payment.ts'),
  pt: () => import('../languages/pt/payment.ts'),
  tr: () => import('../languages/tr/payment.ts'),
  zh: () => import('../languages/zh/payment.ts'),
}
