import type { Texts } from '@crypto-checkout/core/payer'
import type { Translations } from './reader-language.ts'

/** The texts of the card, except English. */
export const translations: Translations<Texts> = {
  ar: () => import('@crypto-checkout/core/payer/languages/ar'),
  de: () => import('@crypto-checkout/core/payer/languages/de'),
  es: () => import('@crypto-checkout/core/payer/languages/es'),
  fr: () => import('@crypto-checkout/core/payer/languages/fr'),
  it: () => import('@crypto-checkout/core/payer/languages/it'),
  ja: () => import('@crypto-checkout/core/payer/languages/ja'),
  nl: () => import('@crypto-checkout/core/payer/languages/nl'),
  pl: () => import('@crypto-checkout/core/payer/languages/pl'),
  pt: () => import('@crypto-checkout/core/payer/languages/pt'),
  tr: () => import('@crypto-checkout/core/payer/languages/tr'),
  zh: () => import('@crypto-checkout/core/payer/languages/zh'),
}
