import { findLanguage, type Language, type Texts } from '@crypto-checkout/payer-ui'
import { texts as ar } from '@crypto-checkout/payer-ui/languages/ar'
import { texts as de } from '@crypto-checkout/payer-ui/languages/de'
import { texts as en } from '@crypto-checkout/payer-ui/languages/en'
import { texts as es } from '@crypto-checkout/payer-ui/languages/es'
import { texts as fr } from '@crypto-checkout/payer-ui/languages/fr'
import { texts as it } from '@crypto-checkout/payer-ui/languages/it'
import { texts as ja } from '@crypto-checkout/payer-ui/languages/ja'
import { texts as nl } from '@crypto-checkout/payer-ui/languages/nl'
import { texts as pl } from '@crypto-checkout/payer-ui/languages/pl'
import { texts as pt } from '@crypto-checkout/payer-ui/languages/pt'
import { texts as tr } from '@crypto-checkout/payer-ui/languages/tr'
import { texts as zh } from '@crypto-checkout/payer-ui/languages/zh'

const TEXTS: Readonly<Record<Language, Texts>> = { ar, de, en, es, fr, it, ja, nl, pl, pt, tr, zh }

/** The number of ranges that are read of a longer list. */
const RANGES = 20
const RANGE = /^([a-z]{1,8}|\*)(?:-[a-z0-9]{1,8})*\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/i

export type Reader = {
  texts: Texts
  /** The part of the page's addresses that keeps an explicit choice: `'?lang=de'`; `''` without one. */
  query: string
}

/** The language of a page: from its address (`lang=de`) if known, else the browser's, else English. */
export function detectReader(query: string, acceptLanguage: string | undefined): Reader {
  const chosen = findLanguage(new URLSearchParams(query).get('lang') ?? '')
  if (chosen !== null) return { texts: TEXTS[chosen], query: `?lang=${chosen}` }
  return { texts: TEXTS[preferredLanguage(acceptLanguage ?? '')], query: '' }
}

/** By weight, then by order (RFC 9110, 12.5.4). A `*` means English. */
function preferredLanguage(header: string): Language {
  let preferred: Language = 'en'
  let highest = 0
  for (const range of header.split(',', RANGES)) {
    const [, tag, weight = '1'] = RANGE.exec(range.trim()) ?? []
    const language = tag === '*' ? 'en' : findLanguage(tag ?? '')
    if (language === null || Number(weight) <= highest) continue
    preferred = language
    highest = Number(weight)
  }
  return preferred
}
