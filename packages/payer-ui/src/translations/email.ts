import type { Translations } from '../language.ts'
import type { EmailTexts } from '../wallet-texts.ts'

/** The texts of the field for the receipt's e-mail address, except English. Each is loaded when a payer needs it. */
export const translations: Translations<EmailTexts> = {
  ar: () => import('../languages/ar/email.ts'),
  de: () => import('../languages/de/email.ts'),
  es: () => import('../languages/es/email.ts'),
  fr: () => import('../languages/fr/email.ts'),
  it: () => import('../languages/it/email.ts'),
  ja: () => import('../languages/ja/email.ts'),
  nl: () => import('../languages/nl/email.ts'),
  pl: () => import('../languages/pl/email.ts'),
  pt: () => import('../languages/pt/email.ts'),
  tr: () => import('../languages/tr/email.ts'),
  zh: () => import('../languages/zh/email.ts'),
}
