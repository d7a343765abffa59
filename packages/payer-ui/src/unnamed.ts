import type { PublicPayment } from '@crypto-checkout/api-types'
import { formatAmount, formatTimeOfDay } from './format.ts'
import type { ClaimTexts } from './wallet-texts.ts'

/** Asks whether the reader has sent the money that names no payment; null if there is none. `locale`: for its numbers. */
export function describeUnnamed(
  { unnamed, networkTitle: network }: PublicPayment,
  texts: ClaimTexts,
  locale: string,
  timeZone?: string,
): string | null {
  if (!unnamed) return null
  const found = { amount: formatAmount(unnamed.amount, locale), coin: unnamed.cryptocurrency, network }
  return texts.unnamed(found, formatTimeOfDay(unnamed.blockTime, locale, timeZone))
}
