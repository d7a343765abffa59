import type { Event, EventType, Payment, Refund, Transfer, Webhook } from '@crypto-checkout/api-types'
import { toIsoTime } from '../domain/time.ts'
import { addQrCode, type PaymentSnapshot } from '../qr/add-qr-code.ts'
import type { EventRow } from './store.ts'

export function toEventView(row: EventRow): Event {
  const snapshot = JSON.parse(row.object) as PaymentSnapshot | Transfer | Webhook
  return {
    id: row.id,
    object: 'event',
    type: row.type as EventType,
    createdAt: toIsoTime(row.created_at),
    livemode: row.livemode === 1,
    sequence: row.sequence,
    data: { object: snapshot.object === 'payment' ? addQrCode(snapshot) : snapshot },
    // Each type is recorded with an object of its kind.
  } as Event
}

type About =
  | Pick<Payment, 'object' | 'id'>
  | Pick<Refund, 'object' | 'paymentId'>
  | Pick<Transfer, 'object' | 'payment'>

/** The payment that a resource is or belongs to; null if there is none, or it is no resource. */
export function getPaymentId(resource: unknown): string | null {
  const about = (resource ?? {}) as About | { readonly object?: undefined }
  if (about.object === 'payment') return about.id
  if (about.object === 'refund') return about.paymentId
  return about.object === 'transfer' ? about.payment : null
}
