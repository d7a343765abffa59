import { signersOf } from '../gasless/signers.ts'
import { findSenders, type PaymentRow } from '../payments/find.ts'
import type { Db } from '../storage/database.ts'

/**
 * The account (lower case) that sent all money of a payment and signed for it; null if there is none. Dust from others
 * does not matter.
 */
export async function provenSender(db: Db, payment: PaymentRow): Promise<string | null> {
  const [sender, ...others] = await findSenders(db, payment.id)
  if (sender === undefined || others.length > 0) return null
  return (await signersOf(db, payment.id)).includes(sender) ? sender : null
}
