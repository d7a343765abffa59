import { beforeAll, expect, test } from 'vitest'
import { LANGUAGES, type Language } from './language.ts'
import { texts as english } from './languages/en/claim.ts'
import { translations } from './translations/claim.ts'
import type { ClaimTerms, ClaimTexts } from './wallet-texts.ts'

const TERMS: ClaimTerms = {
  amount: '12,345678',
  coin: 'USDT',
  network: 'Ethereum',
  merchant: 'Zoë & Söhne',
  account: '0x1234…abcd',
  wallet: 'Fuchs',
}

const inAll = new Map<Language, ClaimTexts>([['en', english]])

beforeAll(async () => {
  for (const language of LANGUAGES) if (language !== 'en') inAll.set(language, (await translations[language]()).texts)
})

/** Every text by its path. */
function textsIn(language: Language): Map<string, string> {
  const { problems, sign, ask, found, none, exchange, signing, unnamed, ...others } = inAll.get(language) as ClaimTexts
  const made = Object.entries({ ask, found, none, exchange, signing, ...problems })
  return new Map([
    ...made.map(([name, text]): [string, string] => [name, text(TERMS)]),
    ['sign', sign(TERMS.wallet)],
    ['unnamed', unnamed(TERMS, '09:21')],
    ...Object.entries(others),
  ])
}

test.each(LANGUAGES.filter((language) => language !== 'en'))('%s: everything is said in its own words', (language) => {
  const [own, ours] = [textsIn(language), textsIn('en')]
  expect([...own.keys()].sort()).toEqual([...ours.keys()].sort())
  expect([...own].filter(([path, text]) => text === ours.get(path))).toEqual([])
  expect(own.get('language')).toBe(language)
})

test.each(LANGUAGES)('%s: no text is empty or has a gap, and each names what the English one names', (language) => {
  for (const [path, text] of textsIn(language)) {
    expect([path, text]).toEqual([
      path,
      expect.not.stringMatching(/^$|[{}$]|\b(undefined|null|NaN|object|TODO)\b| {2}|^\s|\s$/),
    ])
    const named = Object.values(TERMS).filter((value) => textsIn('en').get(path)?.includes(value))
    expect([path, named.filter((value) => !text.includes(value))]).toEqual([path, []])
  }
})
