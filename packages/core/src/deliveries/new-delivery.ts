import type { Context } from '../context.ts'
import type { EventRow } from '../events/find.ts'
import { laneOfUrl } from './lane.ts'
import type { NewDelivery } from './store.ts'

type Endpoint = { readonly id: string; readonly url: string; readonly disabled_at: number | null }
type Payload = { readonly object: string; readonly id: string; readonly payment?: string | null }

/** An event on its way to an endpoint. To one that is disabled it has failed before an attempt. */
export function deliveryToEndpoint(ctx: Context, event: EventRow, endpoint: Endpoint): NewDelivery {
  const delivery = pending(ctx, event, endpoint.url, endpoint.id)
  if (endpoint.disabled_at === null) return { ...delivery, webhook_id: endpoint.id }
  return { ...delivery, webhook_id: endpoint.id, state: 'failed', due_at: null, ended_at: ctx.now() }
}

/** An event on its way to its payment's own `webhookUrl`. */
export function deliveryToUrl(ctx: Context, event: EventRow, url: string): NewDelivery {
  const owner = { merchantId: event.merchant_id, livemode: event.livemode === 1 }
  return { ...pending(ctx, event, url, laneOfUrl(owner, url)), webhook_id: null }
}

function pending(ctx: Context, event: EventRow, url: string, lane: string) {
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
    payment_id: paymentOf(JSON.parse(event.object)),
    state: 'pending',
    attempts: 0,
    due_at: now,
    created_at: now,
    ended_at: null,
  }
}

function paymentOf(payload: Payload): string | null {
  if (payload.object === 'payment') return payload.id
  return payload.object === 'transfer' ? (payload.payment ?? null) : null
}
