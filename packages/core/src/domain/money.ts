/**
 * Money is a bigint in millionths of a coin. Fiat is counted in cents, the smallest part of its currency that is printed: a
 * hundredth, or a thousandth of a dinar. Text is parsed once, strictly.
 */

import { getDecimals, getPrintedDecimals } from '@crypto-checkout/api-types'
import { CheckoutError } from './error.ts'

export const ONE_COIN = 1_000_000n

/** `parseAmount('12.5') // 12_500_000n`. Throws on signs, exponents and a seventh decimal. */
export function parseAmount(text: string): bigint {
  const match = /^(\d{1,30})(?:\.(\d{1,6}))?$/.exec(text)
  if (!match) throw new RangeError(`not an amount with at most six decimals: ${text}`)
  return BigInt(match[1] ?? '') * ONE_COIN + BigInt((match[2] ?? '').padEnd(6, '0'))
}

/** `formatAmount(12_500_000n) // '12.500000'` */
export function formatAmount(millionths: bigint): string {
  const digits = millionths.toString().padStart(7, '0')
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`
}

/** A token's own integer as millionths, rounded down: 7 and 18 decimals are more precise than bookkeeping needs. */
export function floorToMillionths(raw: bigint, decimals: number): bigint {
  return decimals >= 6 ? raw / 10n ** BigInt(decimals - 6) : raw * 10n ** BigInt(6 - decimals)
}

/** Twice the largest amount due. A larger transfer is booked as this much, so that sums fit 64 bits. */
const MAX_BOOKED = 2_000_000_000_000n * ONE_COIN

/** The amount that a transfer counts as. The token's own integer is stored as well. */
export function toLedgerAmount(raw: bigint, decimals: number): bigint {
  const amount = floorToMillionths(raw, decimals)
  if (amount > MAX_BOOKED) return MAX_BOOKED
  return amount
}

/** Millionths as the token's own integer. Throws when the token has too few decimals for the amount. */
export function toRawAmount(millionths: bigint, decimals: number): bigint {
  if (decimals >= 6) return millionths * 10n ** BigInt(decimals - 6)
  const unit = 10n ** BigInt(6 - decimals)
  if (millionths % unit !== 0n) throw new RangeError('more precise than the token')
  return millionths / unit
}

/** The largest amount of any currency. */
export const MAX_FIAT = 999_999_999.99

function countCentsPerUnit(currency: string): number {
  return 10 ** getPrintedDecimals(currency)
}

/**
 * Cents of a JSON number, which may be negative as a discount. Null if it has more decimals than its currency is printed with,
 * or is too large.
 */
export function toSignedCents(amount: number, currency: string): number | null {
  const per = countCentsPerUnit(currency)
  const cents = Math.round(Math.abs(amount) * per)
  return isInRange(amount) && cents / per === Math.abs(amount) ? cents * Math.sign(amount) : null
}

/** Millionths of a coin with a sign: `formatSignedAmount(-1_500_000n) // '-1.500000'`; null for what is not known. */
export function formatSignedAmount(amount: bigint): string
export function formatSignedAmount(amount: bigint | null): string | null
export function formatSignedAmount(amount: bigint | null): string | null {
  if (amount === null) return null
  return amount < 0n ? `-${formatAmount(-amount)}` : formatAmount(amount)
}

/** The number that JSON has for cents: `fromCents(12_345, 'KWD') // 12.345` */
export function fromCents(cents: number, currency: string): number {
  return cents / countCentsPerUnit(currency)
}

/** `formatCents(12_500, 'KWD') // '12.500'` */
export function formatCents(cents: number | bigint, currency: string): string {
  const decimals = getPrintedDecimals(currency)
  const digits = String(cents)
    .replace('-', '')
    .padStart(decimals + 1, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** Cents as millionths of their currency, to compare with coins. */
export function toFiatMillionths(cents: number, currency: string): bigint {
  // At most 10^15, so the number is exact.
  return BigInt(cents * 10 ** (6 - getPrintedDecimals(currency)))
}

/** Tells whether a JSON number is of a size that a price or a discount may have, in any currency. */
export function isInRange(amount: number): boolean {
  return Math.abs(amount) <= MAX_FIAT
}

/** Tells whether a JSON number is of a size that a price may have, in any currency. */
export function isPrice(amount: number): boolean {
  return amount > 0 && isInRange(amount)
}

const NUMBERS = ['no', 'one', 'two', 'three', 'four']

/** The objection to an amount with more decimals than its currency has. */
export function findDecimalsProblem(amount: number, currency: string): string | null {
  const decimals = getDecimals(currency)
  if (decimals === 0 && !Number.isInteger(amount))
    return `must be a whole number, such as 500: ${currency} has no decimals`
  if (toSignedCents(amount, currency) !== null) return null
  return `must have at most ${NUMBERS[decimals]} decimals in ${currency}`
}

/** Cents of a price. Throws `invalid_parameter` for one that is out of range, or has more decimals than its currency. */
export function toCents(amount: number, currency: string, param = 'amount'): number {
  const problem = isPrice(amount) ? findDecimalsProblem(amount, currency) : 'is no price'
  if (problem !== null) throw new CheckoutError('invalid_parameter', `${param} ${problem}.`, param)
  return Math.round(amount * countCentsPerUnit(currency))
}

/** A decimal, such as a rate, as an integer of 10^-8. Throws when it is more precise. */
export function parseRate(value: number | string): bigint {
  const match = /^(\d{1,12})(?:\.(\d{1,8}))?$/.exec(String(value))
  const rate = match ? BigInt(match[1] ?? '') * 100_000_000n + BigInt((match[2] ?? '').padEnd(8, '0')) : 0n
  if (rate === 0n) throw new RangeError(`not a positive decimal with at most eight decimals: ${value}`)
  return rate
}

export function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}

export function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

/** A line of an order: so many things at a price each. A discount has a negative price. */
type Line = { readonly quantity: number; readonly unitAmount: number }

/** The price of all lines, in cents. Null if a price is no number of cents. */
export function sumLineItems(lines: readonly Line[], currency: string): bigint | null {
  let sum = 0n
  for (const { quantity, unitAmount } of lines) {
    const cents = toSignedCents(unitAmount, currency)
    if (cents === null) return null
    sum += BigInt(quantity) * BigInt(cents)
  }
  return sum
}
