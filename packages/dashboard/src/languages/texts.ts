/** The texts of the dashboard in the user's language. Translators work in the folders beside this file. */
import { listKeys } from '@crypto-checkout/api-types'
import { recall, remember } from '../remember.ts'
import type { FirstTexts, PageTexts } from './en/index.ts'

type Parts = {
  readonly first: () => Promise<{ readonly texts: FirstTexts }>
  readonly pages: () => Promise<{ readonly texts: PageTexts }>
}

const languages = {
  en: { first: () => import('./en/first.ts'), pages: () => import('./en/pages.ts') },
  de: { first: () => import('./de/first.ts'), pages: () => import('./de/pages.ts') },
} satisfies Record<string, Parts>

export type Language = keyof typeof languages

export const languageNames: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' }

/** The texts of the frame and the overview. Modules that use them are loaded after `loadTexts`. */
export let texts: FirstTexts

/** The texts of the other pages. Modules that use them are loaded after `loadPageTexts`. */
export let pageTexts: PageTexts

/** The language that the user chose, else the first one of the browser's that there is, else English. */
export function findLanguage(): Language {
  const wanted = [recall('language'), ...navigator.languages].map((tag) => tag?.slice(0, 2).toLowerCase())
  return listKeys(languages).find((one) => one === wanted.find((tag) => tag && tag in languages)) ?? 'en'
}

export async function loadTexts(language: Language): Promise<void> {
  const loaded = await languages[language].first()
  texts = loaded.texts
  document.documentElement.lang = language
}

/** Loads the texts of the other pages, once. */
export async function loadPageTexts(): Promise<void> {
  const loaded = await languages[findLanguage()].pages()
  pageTexts = loaded.texts
}

/** Loads the page again in another language. */
export function chooseLanguage(language: Language): void {
  remember('language', language)
  location.reload()
}
