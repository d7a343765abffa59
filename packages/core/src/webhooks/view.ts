import type { Webhook } from '@crypto-checkout/api-types'
import { iso, isoOrNull } from '../domain/time.ts'
import type { WebhookRow } from './store.ts'

export function webhookView(row: WebhookRow): Webhook {
  return {
    id: row.id,
    object: 'webhook',
    url: row.url,
    description: row.description,
    events: JSON.parse(row.events),
    status: row.disabled_at === null ? 'enabled' : 'disabled',
    disabledReason: row.disabled_reason as Webhook['disabledReason'],
    disabledAt: isoOrNull(row.disabled_at),
    livemode: row.livemode === 1,
    createdAt: iso(row.created_at),
  }
}
