import type { Context } from '../context/context.ts'
import { recordEvent } from '../events/record.ts'
import type { Tx } from '../storage/database.ts'
import { requireAnyPayment } from './find.ts'
import { updateRefunded } from './store.ts'
import { loadTransfers, paymentSnapshot } from './view.ts'

/** Adds money that has gone back to a payment's sum, in millionths, and records `payment.refunded`. */
export async function addRefunded(ctx: Context, tx: Tx, id: string, amount: bigint): Promise<void> {
  const before = await requireAnyPayment(tx, id)
  const row = { ...before, refunded: BigInt(before.refunded) + amount }
  await updateRefunded(tx, row)
  const owner = { merchantId: row.merchant_id, livemode: row.livemode === 1 }
  const object = paymentSnapshot(ctx, row, await loadTransfers(tx, row))
  await recordEvent(ctx, tx, { ...owner, type: 'payment.refunded', object })
}
