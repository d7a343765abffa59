/** Money is a bigint in millionths of a coin, fiat in cents. Text is parsed once, strictly. */

import { wholeCurrencies } from '@crypto-checkout/api-types'
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

export const MAX_FIAT_CENTS = 99_999_999_999

/**
 * Cents of a JSON number, which may be negative as a discount. Null if it has more than two decimals or is beyond
 * 999,999,999.99.
 */
export function toSignedCents(amount: number): number | null {
  const cents = Math.round(Math.abs(amount) * 100)
  return cents <= MAX_FIAT_CENTS && cents / 100 === Math.abs(amount) ? cents * Math.sign(amount) : null
}

/** Whether there are currencies in which a JSON number can be a price. */
export function isPrice(amount: number): boolean {
  return amount > 0 && toSignedCents(amount) !== null
}

/** The objection to an amount with a fraction in a currency that has none. */
export function findFractionProblem(amount: number, currency: string): string | null {
  if (Number.isInteger(amount) || !wholeCurrencies.has(currency)) return null
  return `must be a whole number, such as 500: ${currency} has no decimals`
}

/** Cents of a price. Throws `invalid_parameter` for one with a fraction in a currency that has none. */
export function toCents(amount: number, currency: string, param = 'amount'): number {
  const problem = findFractionProblem(amount, currency)
  if (problem !== null) throw new CheckoutError('invalid_parameter', `${param} ${problem}.`, param)
  const cents = toSignedCents(amount)
  if (cents === null || cents <= 0) throw new CheckoutError('invalid_parameter', `${param} is no price.`, param)
  return cents
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
export function sumLineItems(lines: readonly Line[]): bigint | null {
  let sum = 0n
  for (const { quantity, unitAmount } of lines) {
    const cents = toSignedCents(unitAmount)
    if (cents === null) return null
    sum += BigInt(quantity) * BigInt(cents)
  }
  return sum
}
