import type { Db } from '../storage/database.ts'
import { findSends } from '../transactions/find.ts'
import { findPaymentAuthorization } from './store.ts'

/** The pending transaction for a payer's authorization; null before the key has signed it, and once it has ended. */
export async function findPendingRelay(
  db: Db,
  paymentId: string,
): Promise<{ readonly hash: string; readonly since: number } | null> {
  const pending = (await findPaymentAuthorization(db, paymentId)).find(({ state }) => state === 'pending')
  if (!pending) return null
  const [send] = await findSends(db, 'relay', pending.nonce)
  return send?.hash ? { hash: send.hash, since: pending.created_at } : null
}
