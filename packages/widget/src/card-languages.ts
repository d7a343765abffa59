import type { Texts } from '@crypto-checkout/payer-ui'
import type { Translations } from './reader-language.ts'

/** The texts of the card, except English. */
export const translations: Translations<Texts> = {
  ar: () => import('@crypto-checkout/payer-ui/languages/ar'),
  de: () => import('@crypto-checkout/payer-ui/languages/de'),
  es: () => import('@crypto-checkout/payer-ui/languages/es'),
  fr: () => import('@crypto-checkout/payer-ui/languages/fr'),
  it: () => import('@crypto-checkout/payer-ui/languages/it'),
  ja: () => import('@crypto-checkout/payer-ui/languages/ja'),
  nl: () => import('@crypto-checkout/payer-ui/languages/nl'),
  pl: () => import('@crypto-checkout/payer-ui/languages/pl'),
  pt: () => import('@crypto-checkout/payer-ui/languages/pt'),
  tr: () => import('@crypto-checkout/payer-ui/languages/tr'),
  zh: () => import('@crypto-checkout/payer-ui/languages/zh'),
}
