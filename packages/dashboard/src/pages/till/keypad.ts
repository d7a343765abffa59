/** An amount as a till takes it: each digit moves the others to the left, so nobody types a point. */

/** Keys: digits, `00`, `back` for the last digit, `clear` for all. */
export type Key = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '00' | 'back' | 'clear'

/** The most that the API takes: 999,999,999.99. */
const MOST_CENTS = 99_999_999_999

/** `pressKey(125, '0') // 1250`: a key that would make too much does nothing. */
export function pressKey(cents: number, key: Key): number {
  if (key === 'clear') return 0
  if (key === 'back') return Math.floor(cents / 10)
  const next = key === '00' ? cents * 100 : cents * 10 + Number(key)
  return next > MOST_CENTS ? cents : next
}

/** The key of a keyboard's; null for others. */
export function findKey(name: string): Key | null {
  if (/^\d$/.test(name)) return name as Key
  if (name === 'Backspace') return 'back'
  return name === 'Delete' || name === 'Escape' ? 'clear' : null
}

export type Bounds = { readonly minimum: number | null; readonly maximum: number | null }

/** Whether an amount may be taken. */
export function isWithin(cents: number, { minimum, maximum }: Bounds): boolean {
  const amount = cents / 100
  return amount > 0 && amount >= (minimum ?? 0) && amount <= (maximum ?? Number.POSITIVE_INFINITY)
}
