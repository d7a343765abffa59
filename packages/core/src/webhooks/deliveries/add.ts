import type { Delivery } from '@crypto-checkout/api-types'
import type { Context } from '../../context/context.ts'
import type { EventRow } from '../../events/find.ts'
import type { Tx } from '../../storage/database.ts'
import { deliveryToEndpoint } from './new-delivery.ts'
import { insertDeliveries } from './store.ts'
import { deliveryView } from './view.ts'

/** Sends an event without a payment to one endpoint, in the transaction that records the event. */
export async function addDelivery(
  ctx: Context,
  tx: Tx,
  event: EventRow,
  endpoint: Parameters<typeof deliveryToEndpoint>[3],
): Promise<Delivery> {
  const [row] = await insertDeliveries(tx, [deliveryToEndpoint(ctx, event, null, endpoint)])
  if (!row) throw new Error('a delivery was not written')
  return deliveryView(row)
}
