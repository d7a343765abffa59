import type { Delivery, DeliveryAttempt, DeliveryState, EventType } from '@crypto-checkout/api-types'
import { toIsoTime, toIsoTimeOrNull } from '../../domain/time.ts'
import type { AttemptRow, DeliveryRow } from './store.ts'

export function toDeliveryView(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    object: 'delivery',
    state: row.state as DeliveryState,
    event: row.event_id,
    eventType: row.event_type as EventType,
    webhook: row.webhook_id,
    url: row.url,
    payment: row.payment_id,
    attemptCount: row.attempts,
    nextAttemptAt: toIsoTimeOrNull(row.due_at),
    livemode: row.livemode === 1,
    createdAt: toIsoTime(row.created_at),
    endedAt: toIsoTimeOrNull(row.ended_at),
  }
}

export function toAttemptView(row: AttemptRow): DeliveryAttempt {
  return {
    number: row.number,
    startedAt: toIsoTime(row.started_at),
    latencyMs: row.latency_ms,
    requestHeaders: JSON.parse(row.request_headers),
    responseStatus: row.response_status,
    responseBody: row.response_body,
    failure: row.failure,
  }
}
