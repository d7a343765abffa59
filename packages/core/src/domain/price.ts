import { ONE_USD } from './rate.ts'

const MILLIONTHS_PER_CENT = 10_000n

/** USD for one unit of a fiat currency and for one coin, in 10^-8 USD. */
export type Rates = { readonly usdPerFiat: bigint; readonly usdPerCoin: bigint }

/** A fiat price in millionths of a coin, rounded up so that the merchant never gets less. */
export function convertToCoin(cents: number, rates: Rates): bigint {
  const numerator = BigInt(cents) * MILLIONTHS_PER_CENT * rates.usdPerFiat
  return (numerator + rates.usdPerCoin - 1n) / rates.usdPerCoin
}

/** Fiat for one coin with eight decimals, rounded to nearest: `'0.92592593'` at 1.08 USD per euro. */
export function formatFiatPerCoin(rates: Rates): string {
  return formatRate((rates.usdPerCoin * ONE_USD * 2n + rates.usdPerFiat) / (rates.usdPerFiat * 2n))
}

/** `formatRate(108_000_000n) // '1.08000000'` */
export function formatRate(rate: bigint): string {
  const digits = rate.toString().padStart(9, '0')
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`
}
