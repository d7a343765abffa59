import type { Event, EventType, Transfer, Webhook } from '@crypto-checkout/api-types'
import { iso } from '../domain/time.ts'
import { type PaymentSnapshot, withQrCode } from '../qr/with-qr-code.ts'
import type { EventRow } from './store.ts'

export function eventView(row: EventRow): Event {
  const snapshot = JSON.parse(row.object) as PaymentSnapshot | Transfer | Webhook
  return {
    id: row.id,
    object: 'event',
    type: row.type as EventType,
    createdAt: iso(row.created_at),
    livemode: row.livemode === 1,
    sequence: row.sequence,
    data: { object: snapshot.object === 'payment' ? withQrCode(snapshot) : snapshot },
    // Each type is recorded with an object of its kind.
  } as Event
}
