import { signersOf } from '../authorizations/signers.ts'
import type { PaymentRow } from '../payments/find.ts'
import { loadTransfers } from '../payments/view.ts'
import type { Db } from '../storage/database.ts'

/** The account (lower case) that all money of a payment came from, where it has signed for this payment; else null. */
export async function provenSender(db: Db, payment: PaymentRow): Promise<string | null> {
  const transfers = await loadTransfers(db, payment)
  const counted = transfers.filter(({ state }) => state !== 'orphaned')
  const [sender, ...others] = new Set(counted.map((transfer) => transfer.from_address))
  if (sender === undefined || others.length > 0) return null
  return (await signersOf(db, payment.id)).includes(sender) ? sender : null
}
