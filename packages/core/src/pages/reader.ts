import { findLanguage, type Language, type Texts } from '@crypto-checkout/payer-ui'
import { paymentTexts } from '@crypto-checkout/payer-ui/translations/hosted-pages'

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
  if (chosen !== null) return { texts: paymentTexts[chosen], query: `?lang=${chosen}` }
  return { texts: paymentTexts[preferredLanguage(acceptLanguage ?? '')], query: '' }
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
