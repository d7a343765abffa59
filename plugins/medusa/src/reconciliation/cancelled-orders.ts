import type { MedusaContainer } from '@medusajs/framework/types'
import { ContainerRegistrationKeys } from '@medusajs/framework/utils'
import { createCheckoutClient, type Options } from '../providers/crypto-checkout/options.ts'
import type { Attempt } from './attempt.ts'

type Found = {
  readonly data: Record<string, unknown>
  readonly payment_collection?: { readonly order?: { readonly status: string } }
}

/**
 * Stops payments of cancelled orders that are still offered: the checkout may have been away when the order was
 * cancelled. Money that comes in this moment is for the merchant to refund.
 */
export async function stopCancelled(
  container: MedusaContainer,
  { providerId, options }: { readonly providerId: string; readonly options: Options },
  since: Date,
  attempt: Attempt,
): Promise<void> {
  const client = createCheckoutClient(options)
  const open = new Map<string, string>()
  for await (const { id, metadata } of client.payments.list({ status: 'created', created_gte: since.toISOString() })) {
    if (typeof metadata.session_id === 'string') open.set(metadata.session_id, id)
  }
  if (open.size === 0) return
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: 'payment_session',
    fields: ['data', 'payment_collection.order.status'],
    filters: { id: [...open.keys()], provider_id: providerId },
  })
  for (const { data: session, payment_collection } of data as unknown as readonly Found[]) {
    const id = open.get(String(session.session_id))
    if (id === undefined || payment_collection?.order?.status !== 'canceled') continue
    await attempt(client.payments.cancel(id))
  }
}
