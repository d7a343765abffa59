import type { Translations } from '../../reader-language.ts'
import type { GaslessTexts } from '../texts.ts'

/** The texts about paying without gas, except English. */
export const translations: Translations<GaslessTexts> = {
  ar: () => import('./languages/ar.ts'),
  de: () => import('./languages/de.ts'),
  es: () => import('./languages/es.ts'),
  fr: () => import('./languages/fr.ts'),
  it: () => import('./languages/it.ts'),
  ja: () => import('./languages/ja.ts'),
  nl: () => import('./languages/nl.ts'),
  pl: () => import('./languages/pl.ts'),
  pt: () => import('./languages/pt.ts'),
  tr: () => import('./languages/tr.ts'),
  zh: () => import('./languages/zh.ts'),
}
