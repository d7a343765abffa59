import { toSignedCents } from './money.ts'

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
