import type { DeliveryWithAttempts } from '@crypto-checkout/api-types'
import type { Caller, Context } from '../../context/context.ts'
import { CheckoutError } from '../../domain/error.ts'
import type { Db } from '../../storage/database.ts'
import { countPending, type DeliveryRow, findAttempts, findDelivery } from './store.ts'
import { toAttemptView, toDeliveryView } from './view.ts'

/** Throws `resource_missing`. */
export async function requireDelivery(db: Db, caller: Caller, id: string): Promise<DeliveryRow> {
  const row = await findDelivery(db, caller, id)
  if (!row)
    throw new CheckoutError(
      'resource_missing',
      'There is no such delivery: check the id, and that the keys are of its environment.',
      'id',
    )
  return row
}

/** A delivery with each attempt, oldest first. */
export async function retrieveDelivery(ctx: Context, caller: Caller, id: string): Promise<DeliveryWithAttempts> {
  const row = await requireDelivery(ctx.db, caller, id)
  return { ...toDeliveryView(row), attempts: (await findAttempts(ctx.db, row.id)).map(toAttemptView) }
}

/** The count stops here, however many are pending. */
const PENDING_LOOKED_AT = 10_000

/** How many deliveries are pending, and when the oldest was created, in milliseconds; null if there are none. */
export function countPendingDeliveries(db: Db): Promise<{ readonly count: number; readonly oldest: number | null }> {
  return countPending(db, PENDING_LOOKED_AT)
}
