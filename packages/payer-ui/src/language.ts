/** The languages of page and element. */
export const LANGUAGES = ['en', 'ar', 'de', 'es', 'fr', 'it', 'ja', 'nl', 'pl', 'pt', 'tr', 'zh'] as const

export type Language = (typeof LANGUAGES)[number]

/** Each language's name in itself. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  ar: 'العربية',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  it: 'Italiano',
  ja: '日本語',
  nl: 'Nederlands',
  pl: 'Polski',
  pt: 'Português',
  tr: 'Türkçe',
  zh: '中文',
}

/** English is bundled with the component that uses it. The other languages are scripts of their own. */
export type Translations<Texts> = Readonly<Record<Exclude<Language, 'en'>, () => Promise<{ texts: Texts }>>>

/** The language of a tag (BCP 47), ignoring region and script: `findLanguage('pt-BR') // 'pt'` */
export function findLanguage(tag: string): Language | null {
  const [primary] = tag.trim().toLowerCase().split('-', 1)
  return LANGUAGES.find((language) => language === primary) ?? null
}
