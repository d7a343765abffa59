/**
 * A memo of 16 decimal digits, the first of them 1 to 8: so the same digits are a text, an id and a
 * muxed account's id, and exact as a number for who reads them as one.
 */
const MEMO = /^[1-8]\d{15}$/

/** `random(n)` gives an integer from 0 to n - 1. */
export function newMemo(random: (below: number) => number): string {
  const digits = (count: number) => String(random(10 ** count)).padStart(count, '0')
  return `${1 + random(8)}${digits(7)}${digits(8)}`
}

/** The memo that a payer meant, whatever white space a wallet has put around it; null when it is none of ours. */
export function memoMeant(text: string | null): string | null {
  const meant = text?.trim() ?? ''
  return MEMO.test(meant) ? meant : null
}
