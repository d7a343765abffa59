import type { OwnerColumns } from '../domain/owner.ts'
import type { Tx } from '../storage/database.ts'
import { findWithEmail, insertRounds } from './store.ts'

/** A receipt: of a payment, or of a refund of it. */
export type Issued = OwnerColumns & { readonly subject: string; readonly paymentId: string }

/** Queues new receipts for the customers whose address is known, in the transaction that issues the receipts. */
export async function queueReceipts(tx: Tx, issued: readonly Issued[], now: number): Promise<void> {
  const known = await findWithEmail(
    tx,
    issued.map(({ paymentId }) => paymentId),
  )
  const rounds = issued.filter(({ paymentId }) => known.has(paymentId)).map((one) => toRound(one, 1, now))
  await insertRounds(tx, rounds)
}

export function toRound({ subject, paymentId, merchant_id, livemode }: Issued, round: number, now: number) {
  const of = { subject, payment_id: paymentId, merchant_id, livemode, round } as const
  return { ...of, status: 'pending', attempts: 0, due_at: now, created_at: now, ended_at: null } as const
}
