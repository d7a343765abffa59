/** An amount as a till takes it: each digit moves the others to the left, so nobody types a point. */
import { getDecimals } from '@crypto-checkout/api-types'

/** Keys: digits, `00`, `back` for the last digit, `clear` for all. */
export type Key = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '00' | 'back' | 'clear'

/** The most that the API takes, whatever the currency. */
const MOST = 999_999_999.99

/** `pressKey(125, '0', 'EUR') // 1250`: a key that would make too much does nothing. */
export function pressKey(digits: number, key: Key, currency: string): number {
  if (key === 'clear') return 0
  if (key === 'back') return Math.floor(digits / 10)
  const next = key === '00' ? digits * 100 : digits * 10 + Number(key)
  return toAmount(next, currency) > MOST ? digits : next
}

/** The amount of digits, the last of which are decimals: `toAmount(450, 'EUR') // 4.5`, and 450 yen. */
export function toAmount(digits: number, currency: string): number {
  return digits / 10 ** getDecimals(currency)
}

/** The key of a keyboard's; null for others. */
export function findKey(name: string): Key | null {
  if (/^\d$/.test(name)) return name as Key
  if (name === 'Backspace') return 'back'
  return name === 'Delete' || name === 'Escape' ? 'clear' : null
}

export type Bounds = { readonly minimum: number | null; readonly maximum: number | null }

/** Tells whether an amount may be taken. */
export function isWithin(amount: number, { minimum, maximum }: Bounds): boolean {
  return amount > 0 && amount >= (minimum ?? 0) && amount <= (maximum ?? Number.POSITIVE_INFINITY)
}
