import { formatAmount } from '../domain/money.ts'
import type { PaymentRow, PaymentTransferRow } from './store.ts'

/** A longer text is no term: it is data that nobody types. */
export const MAX_TERM = 100
/** The values of a payment's metadata that it is found by. */
const MAX_VALUES = 10

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
type Searchable = Asked & Pick<PaymentRow, 'amount_cents' | 'reference' | 'metadata'>

/** What a new payment is found by. */
export function listSearchTerms(row: Searchable): string[] {
  const price = (row.amount_cents / 100).toFixed(2)
  return toTerms([price, row.reference, ...listAsked(row), ...listValues(row.metadata)])
}

/** What a payment is found by because it asks for money in a method. */
export function listMethodTerms(row: Asked): string[] {
  return toTerms(listAsked(row))
}

/** What a payment is found by because a transfer pays it. */
export function listTransferTerms({ tx_hash, from_address }: Pick<PaymentTransferRow, 'tx_hash' | 'from_address'>) {
  return toTerms([tx_hash, from_address])
}

function listAsked({ due, address, merchant_wallet, memo }: Asked) {
  return [formatAmount(BigInt(due)), address, merchant_wallet, memo]
}

/** Texts and numbers of the outermost level, the first ten. */
function listValues(metadata: string): string[] {
  if (metadata === '{}') return []
  return Object.values(JSON.parse(metadata) as object)
    .filter((value) => typeof value === 'string' || typeof value === 'number')
    .map(String)
    .filter(isTerm)
    .slice(0, MAX_VALUES)
}

function toTerms(texts: readonly (string | null)[]): string[] {
  return [...new Set(texts.filter((text) => text !== null && isTerm(text)).map((text) => toSearchTerm(text ?? '')))]
}

function isTerm(text: string): boolean {
  const { length } = text.trim()
  return length > 0 && length <= MAX_TERM && !UNTYPABLE.test(text)
}
