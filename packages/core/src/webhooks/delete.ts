import type { Deleted } from '@crypto-checkout/api-types'
import type { Caller, Context } from '../context/context.ts'
import { giveUpDeliveries } from './deliveries/give-up.ts'
import { requireWebhook } from './find.ts'
import { deleteWebhookRow } from './store.ts'

/** Stops deliveries to an endpoint. Its past deliveries remain readable. */
export async function deleteWebhook(ctx: Context, caller: Caller, id: string): Promise<Deleted<'webhook'>> {
  return caller.commit(async (tx) => {
    const row = await requireWebhook(tx, caller, id)
    await giveUpDeliveries(tx, row.id, ctx.now())
    await deleteWebhookRow(tx, row)
    return { id: row.id, object: 'webhook', deleted: true }
  })
}
