import type { Db } from '../storage/database.ts'
import { findPaymentAuthorization } from './store.ts'

/**
 * Accounts (lower case) that have signed for a payment, whatever the outcome. A stored authorization was verified to be
 * the account's own signature, and names the payment by its nonce.
 */
export async function findSigners(db: Db, paymentId: string): Promise<string[]> {
  return (await findPaymentAuthorization(db, paymentId)).map((row) => row.from_address)
}
