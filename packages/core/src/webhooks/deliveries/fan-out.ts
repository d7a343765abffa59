import type { Delivery, Refund, Settlement, Transfer, Webhook } from '@crypto-checkout/api-types'
import type { Context } from '../../context/context.ts'
import { type Owner, toOwner } from '../../domain/owner.ts'
import type { EventRow } from '../../events/find.ts'
import { getPaymentId, type PaymentSnapshot } from '../../events/view.ts'
import { pipeline, type Tx } from '../../storage/database.ts'
import { pick } from '../../storage/tables.ts'
import { findAllWebhooks, type WebhookRow } from '../find.ts'
import { wantsEvent } from '../schema.ts'
import { findBehind, findUndelivered, moveFanOutCursor } from './lanes-store.ts'
import { insertDeliveries, type NewDelivery } from './store.ts'

const OWNERS_AT_ONCE = 20
/** Events of one owner. */
const EVENTS_AT_ONCE = 100

type Payload = PaymentSnapshot | Transfer | Refund | Settlement | Webhook | Delivery

/** Some of the owners with new events in this process since the last call. */
export function takeMerchantsWithNewEvents(ctx: Context): Owner[] {
  return ctx.pendingMerchants.take(OWNERS_AT_ONCE)
}

/** Some of the owners with events that have no deliveries yet. Checks each merchant. */
export function findMerchantsBehind(ctx: Context): Promise<Owner[]> {
  return findBehind(ctx.db, OWNERS_AT_ONCE)
}

/**
 * Creates the deliveries of events that have none yet, in order, together with each owner's new place. So an event gets
 * its deliveries once, even if this is interrupted. Numbers are assigned under a lock, so no event can appear later
 * before the place.
 */
export async function fanOut(ctx: Context, owners: readonly Owner[]): Promise<{ more: boolean }> {
  const events = await Promise.all(owners.map((owner) => ctx.transact((tx) => fanOutFor(ctx, tx, owner))))
  for (const [index, owner] of owners.entries()) if (events[index] === EVENTS_AT_ONCE) ctx.pendingMerchants.add(owner)
  return { more: owners.length >= OWNERS_AT_ONCE || events.includes(EVENTS_AT_ONCE) }
}

async function fanOutFor(ctx: Context, tx: Tx, owner: Owner): Promise<number> {
  const [events, rows] = await pipeline([findUndelivered(tx, owner, EVENTS_AT_ONCE), findAllWebhooks(tx, owner)])
  const last = events.at(-1)
  if (!last) return 0
  const webhooks = rows.map((row) => ({ row, eventTypes: JSON.parse(row.events) }))
  const deliveries = events.flatMap((event) => createDeliveries(ctx, event, webhooks))
  await pipeline([insertDeliveries(tx, deliveries), moveFanOutCursor(tx, owner, last.sequence)])
  return events.length
}

/** A ping concerns one endpoint only, and already has its delivery. */
function createDeliveries(
  ctx: Context,
  event: EventRow,
  webhooks: readonly { readonly row: WebhookRow; readonly eventTypes: readonly string[] }[],
): NewDelivery[] {
  if (event.type === 'webhook.ping') return []
  const about: Payload = JSON.parse(event.object)
  const payment = getPaymentId(about)
  const deliveries = webhooks
    .filter(({ row, eventTypes }) => event.sequence > row.from_sequence && wantsEvent(eventTypes, event.type))
    // That its deliveries fail is sent to other receivers only.
    .filter(({ row }) => about.object !== 'delivery' || about.webhook !== row.id)
    .map(({ row }) => createEndpointDelivery(ctx, event, payment, row))
  const own = about.object === 'payment' ? about.webhookUrl : null
  return own === null ? deliveries : [...deliveries, createUrlDelivery(ctx, event, payment, own)]
}

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
function createUrlDelivery(ctx: Context, event: EventRow, payment: string | null, url: string): NewDelivery {
  const owner = toOwner(event)
  return { ...pending(ctx, event, payment, url, laneOfUrl(owner, url)), webhook_id: null }
}

function pending(ctx: Context, event: EventRow, payment: string | null, url: string, lane: string) {
  const now = ctx.now()
  return {
    id: ctx.newId('dlv'),
    ...pick(event, 'merchant_id', 'livemode'),
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
  } as const
}
/** The lane of a payment's own `webhookUrl`: shared by one merchant's deliveries to one server. */
function laneOfUrl(owner: Owner, url: string): string {
  return `${owner.merchantId} ${owner.livemode ? 'production' : 'sandbox'} ${new URL(url).origin}`
}
