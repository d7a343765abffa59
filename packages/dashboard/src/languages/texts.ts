/** The texts of the dashboard in the user's language. Translators work in the folders beside this file. */
import { listKeys } from '@crypto-checkout/api-types'
import { recall, remember } from '../remember.ts'
import type { Texts } from './en/index.ts'

const languages = {
  en: () => import('./en/index.ts'),
  de: () => import('./de/index.ts'),
} satisfies Record<string, () => Promise<{ readonly texts: Texts }>>

export type Language = keyof typeof languages

export const languageNames: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' }

/** The texts of the chosen language. Modules that use them are loaded after `loadTexts`. */
export let texts: Texts

/** The language that the user chose, else the first one of the browser's that there is, else English. */
export function findLanguage(): Language {
  const wanted = [recall('language'), ...navigator.languages].map((tag) => tag?.slice(0, 2).toLowerCase())
  return listKeys(languages).find((one) => one === wanted.find((tag) => tag && tag in languages)) ?? 'en'
}

export async function loadTexts(language: Language): Promise<void> {
  const loaded = await languages[language]()
  texts = loaded.texts
  document.documentElement.lang = language
}

/** Loads the page again in another language. */
export function chooseLanguage(language: Language): void {
  remember('language', language)
  location.reload()
}
