import { beforeAll, expect, test } from 'vitest'
import { LANGUAGES, type Language } from './language.ts'
import { texts as gaslessEnglish } from './languages/en/gasless.ts'
import { texts as english } from './languages/en/wallet.ts'
import { translations as gasless } from './translations/gasless.ts'
import { translations } from './translations/wallet.ts'
import type { GaslessTexts, Message, PanelTerms, SpokenTexts, WalletTexts } from './wallet-texts.ts'

const TERMS: PanelTerms = {
  amount: '12,345678',
  coin: 'USDT',
  network: 'Ethereum',
  merchant: 'Zoë & Söhne',
  wallet: 'Fuchs',
  missing: '3,000001',
  currency: 'ETH',
}
/** The messages that invite the payer to pay. */
const ASKING: readonly Message[] = ['choosing', 'handover', 'offered', 'ready', 'signing', 'sending']

const inAll = new Map<Language, SpokenTexts>([['en', together(english, gaslessEnglish)]])

beforeAll(async () => {
  for (const language of LANGUAGES) {
    if (language === 'en') continue
    const [own, more] = await Promise.all([translations[language](), gasless[language]()])
    inAll.set(language, together(own.texts, more.texts))
  }
})

/** Both sets of texts, as the panel combines them. */
function together(own: WalletTexts, more: GaslessTexts): SpokenTexts {
  return { ...own, ...more, messages: { ...own.messages, ...more.messages } }
}

/** Every text by its path. */
function textsIn(language: Language): Map<string, string> {
  const { messages, openIn, from, atMost, ...others } = inAll.get(language) as SpokenTexts
  const messageTexts = Object.entries(messages).flatMap(([name, message]) =>
    message(TERMS).map((text, part): [string, string | null] => [`${name}.${part}`, text]),
  )
  const made = [
    ['openIn', openIn('Fuchs')],
    ['from', from('0x1234…abcd')],
    ['atMost', atMost('101,25 XLM')],
  ] as const
  const all = [...messageTexts, ...made, ...Object.entries(others)] as const
  return new Map(all.filter((entry): entry is [string, string] => entry[1] !== null))
}

const NO_WORDS = ['language', 'locale', 'direction']

test.each(LANGUAGES.filter((language) => language !== 'en'))(
  '%s: everything is said, and in its own words',
  (language) => {
    const [own, ours] = [textsIn(language), textsIn('en')]
    expect([...own.keys()].sort()).toEqual([...ours.keys()].sort())
    const same = [...own].filter(([path, text]) => text === ours.get(path) && !NO_WORDS.includes(path))
    expect(same).toEqual([])
    expect(own.get('language')).toBe(language)
  },
)

test.each(LANGUAGES)('%s: no text is empty or has a gap', (language) => {
  for (const entry of textsIn(language)) {
    expect(entry).toEqual([entry[0], expect.stringMatching(/\S/)])
    expect(entry).toEqual([
      entry[0],
      expect.not.stringMatching(/[{}$]|\b(undefined|null|NaN|object|TODO)\b| {2}|^\s|\s$/),
    ])
  }
})

test.each(LANGUAGES)('%s: what the English text names, its own names too', (language) => {
  const values = [...Object.values(TERMS), '0x1234…abcd', '101,25 XLM', 'WalletConnect']
  const own = textsIn(language)
  for (const [path, text] of textsIn('en')) {
    const missing = values.filter((value) => text.includes(value) && !own.get(path)?.includes(value))
    expect([path, missing]).toEqual([path, []])
  }
})

test.each(LANGUAGES)('%s: what asks for money names the amount, the coin and the network', (language) => {
  for (const name of ASKING) {
    const detail = textsIn(language).get(`${name}.1`)
    for (const value of [TERMS.amount, TERMS.coin, TERMS.network]) expect(detail).toContain(value)
  }
})

test('from right to left, what is not Arabic keeps its own order', () => {
  const arabic = textsIn('ar')
  expect(arabic.get('sending.1')).toContain('\u206612,345678 USDT\u2069')
  expect(arabic.get('connecting.0')).toContain('\u2068Fuchs\u2069')
})
