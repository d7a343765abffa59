import type { Translations } from '../language.ts'
import type { GaslessTexts } from '../wallet-texts.ts'

/** The texts about paying without gas, except English. Each is loaded when a payer needs it. */
export const translations: Translations<GaslessTexts> = {
  ar: () => import('../languages/ar/gasless.ts'),
  de: () => import('../languages/de/gasless.ts'),
  es: () => import('../languages/es/gasless.ts'),
  fr: () => import('../languages/fr/gasless.ts'),
  it: () => import('../languages/it/gasless.ts'),
  ja: () => import('../languages/ja/gasless.ts'),
  nl: () => import('../languages/nl/gasless.ts'),
  pl: () => import('../languages/pl/gasless.ts'),
  pt: () => import('../languages/pt/gasless.ts'),
  tr: () => import('../languages/tr/gasless.ts'),
  zh: () => import('../languages/zh/gasless.ts'),
}
