/** Payments that a transfer can belong to. */
import type { Payment, Transfer } from '@crypto-checkout/api-types'
import { toMillionths } from '../../parts/millionths.ts'

/**
 * Tells whether money of a transfer can belong to a payment: its coin, network and address are those of an open method.
 */
export function isPayable({ methods }: Pick<Payment, 'methods'>, transfer: Transfer): boolean {
  return methods.some(
    ({ cryptocurrency, network, address }) =>
      cryptocurrency === transfer.cryptocurrency &&
      network === transfer.network &&
      address?.toLowerCase() === transfer.to.toLowerCase(),
  )
}

/**
 * Finds the amount that a payment lacks, in millionths. Money that came late counts, though it leaves `amountDue` as it
 * was.
 */
export function findMissing({ cryptoAmount, amountReceived }: Payment): bigint {
  const missing = toMillionths(cryptoAmount) - toMillionths(amountReceived)
  return missing > 0n ? missing : 0n
}

/**
 * Those that can be paid by it, the nearest to what they lack first, and last those that lack nothing. Amounts are compared
 * in millionths, exactly.
 */
export function sortByAmount(payments: readonly Payment[], transfer: Transfer): Payment[] {
  const amount = toMillionths(transfer.amount)
  const distance = (missing: bigint) => (missing > amount ? missing - amount : amount - missing)
  return payments
    .filter((payment) => isPayable(payment, transfer))
    .map((payment) => ({ payment, missing: findMissing(payment) }))
    .map(({ payment, missing }) => ({ payment, isPaid: missing === 0n, far: distance(missing) }))
    .toSorted((a, b) => Number(a.isPaid) - Number(b.isPaid) || (a.far < b.far ? -1 : Number(a.far > b.far)))
    .map(({ payment }) => payment)
}
