/** The tail that makes an amount unique, and payments that something else identifies. */
import type { Tx } from '../storage/database.ts'
import { readMissing } from './next-row.ts'
import type { PaymentRow } from './store.ts'

/** Computes the amount due without the tail, in millionths. If only the tail is missing, what the payment asks for. */
export function computePlainDue(row: PaymentRow): bigint {
  const plain = readMissing(row) - computeTail(row)
  return plain > 0n ? plain : row.outstanding
}

function computeTail({ due, price }: PaymentRow): bigint {
  return price === null ? 0n : due - price
}

/** Lets a payment complete without its tail, because its transfer is identified by what its payer signed. */
export async function waiveTail(tx: Tx, row: PaymentRow): Promise<void> {
  const tolerance = computeTail(row)
  if (tolerance <= row.tolerance) return
  await tx.updateTable('payments').set({ tolerance }).where('seq', '=', row.seq).execute()
  await tx
    .updateTable('methods')
    .set({ tolerance })
    .where('payment_id', '=', row.id)
    .where('chain', '=', row.chain)
    .where('token', '=', row.token)
    .execute()
}
