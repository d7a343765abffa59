import type { ExchangeTexts } from '../exchange.ts'
import type { Translations } from '../language.ts'

/** The steps of a withdrawal from an exchange, except English. Each is loaded when a payer needs it. */
export const translations: Translations<ExchangeTexts> = {
  ar: () => import('../languages/ar/exchange.ts'),
  de: () => import('../languages/de/exchange.ts'),
  es: () => import('../languages/es/exchange.ts'),
  fr: () => import('../languages/fr/exchange.ts'),
  it: () => import('../languages/it/exchange.ts'),
  ja: () => import('../languages/ja/exchange.ts'),
  nl: () => import('../languages/nl/exchange.ts'),
  pl: () => import('../languages/pl/exchange.ts'),
  pt: () => import('../languages/pt/exchange.ts'),
  tr: () => import('../languages/tr/exchange.ts'),
  zh: () => import('../languages/zh/exchange.ts'),
}
