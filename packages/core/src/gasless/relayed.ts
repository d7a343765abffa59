import type { Db } from '../storage/database.ts'
import { sendsOf } from '../transactions/find.ts'
import { findOfPayment } from './store.ts'

/** The pending transaction for a payer's authorization; null before the key has signed it, and once it has ended. */
export async function relayedFor(
  db: Db,
  paymentId: string,
): Promise<{ readonly hash: string; readonly since: number } | null> {
  const pending = (await findOfPayment(db, paymentId)).find(({ state }) => state === 'pending')
  if (!pending) return null
  const [send] = await sendsOf(db, 'relay', pending.nonce)
  return send?.hash ? { hash: send.hash, since: pending.created_at } : null
}
