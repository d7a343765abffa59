import { formatAmount } from '../domain/money.ts'

/** `formatSigned(-12_500_000n) // '-12.500000'`; null for what is not known. */
export function formatSigned(amount: bigint): string
export function formatSigned(amount: bigint | null): string | null
export function formatSigned(amount: bigint | null): string | null {
  if (amount === null) return null
  return amount < 0n ? `-${formatAmount(-amount)}` : formatAmount(amount)
}
