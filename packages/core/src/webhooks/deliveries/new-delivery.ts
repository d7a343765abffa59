import type { Context } from '../../context/context.ts'
import type { EventRow } from '../../events/find.ts'
import type { NewDelivery } from './store.ts'

type Endpoint = { readonly id: string; readonly url: string; readonly disabled_at: number | null }

/** A new delivery to an endpoint. If the endpoint is disabled, the delivery has failed without an attempt. */
export function createEndpointDelivery(
  ctx: Context,
  event: EventRow,
  payment: string | null,
  endpoint: Endpoint,
): NewDelivery {
  const delivery = pending(ctx, event, payment, endpoint.url, endpoint.id)
  if (endpoint.disabled_at === null) return { ...delivery, webhook_id: endpoint.id }
  return { ...delivery, webhook_id: endpoint.id, state: 'failed', due_at: null, ended_at: ctx.now() }
}

/** A new delivery to a payment's own `webhookUrl`. */
export function createUrlDelivery(ctx: Context, event: EventRow, payment: string | null, url: string): NewDelivery {
  const owner = { merchantId: event.merchant_id, livemode: event.livemode === 1 }
  return { ...pending(ctx, event, payment, url, laneOfUrl(owner, url)), webhook_id: null }
}

function pending(ctx: Context, event: EventRow, payment: string | null, url: string, lane: string) {
  const now = ctx.now()
  return {
    id: ctx.newId('dlv'),
    merchant_id: event.merchant_id,
    livemode: event.livemode,
    url,
    lane,
    event_id: event.id,
    event_sequence: event.sequence,
    event_type: event.type,
    payment_id: payment,
    state: 'pending',
    attempts: 0,
    due_at: now,
    created_at: now,
    ended_at: null,
  }
}

type Owner = { readonly merchantId: string; readonly livemode: boolean }

/** The lane of a payment's own `webhookUrl`: shared by one merchant's deliveries to one server. */
function laneOfUrl(owner: Owner, url: string): string {
  return `${owner.merchantId} ${owner.livemode ? 'production' : 'sandbox'} ${new URL(url).origin}`
}
