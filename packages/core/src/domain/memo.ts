/**
 * A memo of 16 decimal digits, the first from 1 to 8. The same digits are valid as a text, an id and a muxed account's
 * id, and stay exact when read as a number.
 */
const MEMO = /^[1-8]\d{15}$/

/** `random(n)` returns an integer from 0 to n - 1. */
export function createMemo(random: (below: number) => number): string {
  const digits = (count: number) => String(random(10 ** count)).padStart(count, '0')
  return `${1 + random(8)}${digits(7)}${digits(8)}`
}

/** Reads the payer's memo, ignoring white space that a wallet added; null if it is not one of ours. */
export function parseMemo(text: string | null): string | null {
  const meant = text?.trim() ?? ''
  return MEMO.test(meant) ? meant : null
}
