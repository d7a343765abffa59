/** Which payments a transfer can belong to. */
import type { Payment, Transfer } from '@crypto-checkout/api-types'
import { toMillionths } from '../../parts/millionths.ts'

/** Whether money of a transfer can belong to a payment: its coin, network and address are those of an open method. */
export function isPayable({ methods }: Pick<Payment, 'methods'>, transfer: Transfer): boolean {
  return methods.some(
    ({ cryptocurrency, network, address }) =>
      cryptocurrency === transfer.cryptocurrency &&
      network === transfer.network &&
      address?.toLowerCase() === transfer.to.toLowerCase(),
  )
}

/** Those that can be paid by it, the nearest amount first. Amounts are compared in millionths, exactly. */
export function sortByAmount(payments: readonly Payment[], transfer: Transfer): Payment[] {
  const amount = toMillionths(transfer.amount)
  const distance = ({ amountDue }: Payment) => {
    const difference = toMillionths(amountDue) - amount
    return difference < 0n ? -difference : difference
  }
  return payments
    .filter((payment) => isPayable(payment, transfer))
    .map((payment) => ({ payment, far: distance(payment) }))
    .toSorted((a, b) => (a.far < b.far ? -1 : Number(a.far > b.far)))
    .map(({ payment }) => payment)
}
