import { isCoin } from '../domain/catalog/coins.ts'
import { formatAmount, formatCents } from '../domain/money.ts'
import type { PaymentRow, PaymentTransferRow } from './store.ts'

/** A longer text is no term: it is data that nobody types. */
const MAX_TERM = 100
/** Links are typed too. */
export const MAX_SOUGHT = 500
/** The values of a payment's metadata that it is found by. */
const MAX_VALUES = 10
/** The words of its reference, description and metadata that it is found by. */
const MAX_WORDS = 20
/** A shorter text is a part of too much. */
const MIN_PART = 2
/** The words of a search that are looked for. */
const MAX_PARTS = 6

/** PostgreSQL cannot store a zero byte or half of a character, and nobody types a control. */
const UNTYPABLE = /[\p{Cc}\p{Cs}]/u

/**
 * A text as payments are found by it: without white space around it, in lower case, a decimal without zeros at its end,
 * a transaction's hash without `0x`. Only ASCII letters change, as in both databases. The migration does the same.
 */
export function toSearchTerm(text: string): string {
  const term = text.trim().replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
  if (/^0x[0-9a-f]{64}$/.test(term)) return term.slice(2)
  return /^(?:0|[1-9]\d*)\.\d+$/.test(term) ? term.replace(/\.?0+$/, '') : term
}

type Asked = Pick<PaymentRow, 'due' | 'address' | 'merchant_wallet' | 'memo'>
type Searchable = Asked & Pick<PaymentRow, 'amount_cents' | 'currency' | 'reference' | 'description' | 'metadata'>

/** Lists the terms that a new payment is found by. */
export function listSearchTerms(row: Searchable): string[] {
  const price = formatCents(row.amount_cents, row.currency)
  const texts = [row.reference, row.description, ...listValues(row.metadata)]
  return toTerms([price, ...listAsked(row), ...texts, ...listWords(texts)])
}

/** The words of texts that have several. */
function listWords(texts: readonly (string | null)[]): string[] {
  const longer = texts.filter((text) => text !== null && !ONE_WORD.test(text))
  if (longer.length === 0) return []
  const words = longer.map((text) => splitWords(text ?? ''))
  return [...new Set(words.filter(({ length }) => length > 1).flat())].slice(0, MAX_WORDS)
}

/** A quick look at most texts: to split them takes longer. */
const ONE_WORD = /^[a-z\d]*$/i

/** Decimals stay whole. */
function splitWords(text: string): string[] {
  return text.split(/[^\p{L}\p{M}\p{N}.,]+|(?<!\d)[.,]|[.,](?!\d)/u).filter(({ length }) => length >= MIN_PART)
}

/** As browsers write prices: a sign, of a country too (`CA$`), or a code, before or after the number. */
const AMOUNT = /^([A-Z]{3,5}|[A-Z]{0,3}\p{Sc})?\s*(\d[\d.,'’\s]*)([A-Z]{3,5}|\p{Sc})?$/iu

/** The number of an amount of a known currency or coin, as typed; null for other texts. */
function findAmount(typed: string): string | null {
  const [, before = '', amount, after = ''] = AMOUNT.exec(typed) ?? []
  const codes = [before, after].filter((unit) => /^[A-Z]+$/i.test(unit)).map((unit) => unit.toUpperCase())
  return amount !== undefined && codes.every((code) => isCoin(code) || currencies.has(code)) ? amount : null
}

const currencies = new Set(Intl.supportedValuesOf('currency'))

/** The parts of a link that can be an id, a hash or an address. Its other parts are words of all links. */
const NAMED_BY_LINK = /^\w{26,}$/

/**
 * The whole values that a typed text can mean, the likeliest first: as it is, an amount as people write it, and what a
 * link names. `listSought('€ 1.049,90') // ['€ 1.049,90', '1049.9']`
 */
export function listSought(text: string): string[] {
  const typed = text.trim()
  const amount = findAmount(typed)
  const isLink = /^https?:\/\//i.test(typed)
  const parts = isLink ? typed.split(/[/?#&=]/).filter((part) => NAMED_BY_LINK.test(part)) : []
  const all = [typed, ...(amount === null ? [] : readAmount(amount)), ...parts.toReversed()]
  return [...new Set(all.filter(isTerm).map(toSearchTerm))]
}

/** The numbers that an amount can mean. A single separator before three digits can be either of two. */
function readAmount(amount: string): string[] {
  const digits = amount.replace(/['’\s]/g, '')
  const whole = digits.replace(/[.,]/g, '')
  const marks = digits.match(/[.,]/g) ?? []
  const last = marks.at(-1)
  if (last === undefined) return [whole]
  const decimal = `${digits.slice(0, digits.lastIndexOf(last)).replace(/[.,]/g, '')}.${digits.slice(digits.lastIndexOf(last) + 1)}`
  if (marks.length > 1) return [marks.filter((mark) => mark === last).length > 1 ? whole : decimal]
  return /[.,]\d{3}$/.test(digits) ? [decimal, whole] : [decimal]
}

/** A part of a value: one of its beginnings, and its end. */
export type TermPart = { readonly starts: readonly string[]; readonly end: string }

/** The parts of values that a typed text can mean, the likeliest first: all parts of one are to be found. */
export function listParts(text: string): TermPart[][] {
  const typed = text.trim()
  // A decimal is no beginning of another, and a link none of a value.
  if (/[.,]\d/.test(findAmount(typed) ?? '') || /^https?:\/\//i.test(typed)) return []
  const [start = '', end = ''] = typed.split(/…|\.{3}/)
  // The longest are likely to be of few payments.
  const words = [...new Set(splitWords(start))].toSorted((one, other) => other.length - one.length)
  const others = words[0] === start ? [] : words.slice(0, MAX_PARTS)
  return [[start], others].flatMap((texts) => {
    const parts = texts.map((one) => toPart(one, end)).filter((part) => part !== null)
    return parts.length > 0 ? [parts] : []
  })
}

/** The hash of a transaction is a term without its prefix, and an address with it. */
function toPart(start: string, end: string): TermPart | null {
  const term = toSearchTerm(start)
  const bare = term.replace(/^0x/, '')
  return bare.length < MIN_PART ? null : { starts: [...new Set([term, bare])], end: toSearchTerm(end) }
}

/** Lists the terms that a payment is found by because it asks for money in a method. */
export function listMethodTerms(row: Asked): string[] {
  return toTerms(listAsked(row))
}

/** Lists the terms that a payment is found by because a transfer pays it. */
export function listTransferTerms({ tx_hash, from_address }: Pick<PaymentTransferRow, 'tx_hash' | 'from_address'>) {
  return toTerms([tx_hash, from_address])
}

function listAsked({ due, address, merchant_wallet, memo }: Asked) {
  return [formatAmount(due), address, merchant_wallet, memo]
}

/** Texts and numbers of the outermost level, the first ten. */
function listValues(metadata: string): string[] {
  if (metadata === '{}') return []
  return Object.values<unknown>(JSON.parse(metadata))
    .filter((value) => typeof value === 'string' || typeof value === 'number')
    .map(String)
    .filter(isTerm)
    .slice(0, MAX_VALUES)
}

/** Most addresses and whole numbers: they are terms as they are. */
const PLAIN = /^[a-z\d]{1,64}$/

function toTerms(texts: readonly (string | null)[]): string[] {
  const terms = new Set<string>()
  for (const text of texts) {
    if (text === null) continue
    if (PLAIN.test(text)) terms.add(text)
    else if (isTerm(text)) terms.add(toSearchTerm(text))
  }
  return [...terms]
}

function isTerm(text: string): boolean {
  const { length } = text.trim()
  return length > 0 && length <= MAX_TERM && !UNTYPABLE.test(text)
}
