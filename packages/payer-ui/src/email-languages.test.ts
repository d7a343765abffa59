import { beforeAll, expect, test } from 'vitest'
import { LANGUAGES, type Language } from './language.ts'
import { texts as english } from './languages/en/email.ts'
import { translations } from './translations/email.ts'
import type { EmailTexts } from './wallet-texts.ts'

const inAll = new Map<Language, EmailTexts>([['en', english]])

beforeAll(async () => {
  for (const language of LANGUAGES) if (language !== 'en') inAll.set(language, (await translations[language]()).texts)
})

test.each(LANGUAGES.filter((language) => language !== 'en'))('%s: everything is said in its own words', (language) => {
  const own = Object.entries(inAll.get(language) ?? {})
  expect(own.map(([name]) => name)).toEqual(Object.keys(english))
  expect(own.filter(([name, text]) => text === english[name as keyof EmailTexts])).toEqual([])
  expect(inAll.get(language)?.language).toBe(language)
})
