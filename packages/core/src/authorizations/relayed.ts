import { sendsOf } from '../sends/of-subject.ts'
import type { Db } from '../storage/database.ts'
import { findOfPayment } from './store.ts'

/** The transaction that is under way for what a payer signed; null before it is signed, and once it has ended. */
export async function relayedFor(
  db: Db,
  paymentId: string,
): Promise<{ readonly hash: string; readonly since: number } | null> {
  const pending = (await findOfPayment(db, paymentId)).find(({ state }) => state === 'pending')
  if (!pending) return null
  const [send] = await sendsOf(db, 'relay', pending.nonce)
  return send?.hash ? { hash: send.hash, since: pending.created_at } : null
}
