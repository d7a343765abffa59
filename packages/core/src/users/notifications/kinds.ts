import {
  type EventType,
  listKeys,
  type NotificationKind,
  type Refund,
  type Role,
  type Scope,
} from '@crypto-checkout/api-types'
import { hasScope, roleScopes, seesAllPayments } from '../../domain/catalog/entitlements.ts'

type Kind = { readonly types: readonly EventType[]; readonly scope: Scope }

/** Kinds of e-mail that users may get: their events, and the scope that reads them. */
const kinds: Readonly<Record<NotificationKind, Kind>> = {
  payment_completed: { types: ['payment.completed'], scope: 'payments:read' },
  money_to_check: { types: ['payment.late', 'transfer.unattributed'], scope: 'transfers:read' },
  refund_to_sign: { types: ['refund.created', 'refund.destination_received'], scope: 'refunds:read' },
  webhook_failing: { types: ['delivery.failed', 'webhook.disabled'], scope: 'webhooks:read' },
  // The clock causes it, and no event.
  monthly_report: { types: [], scope: 'settlements:read' },
}
export const notificationKinds: readonly NotificationKind[] = listKeys(kinds)

/** The kind of an event; null for most. A refund is to be signed only if a wallet of the merchant pays it. */
export function findKind({
  type,
  object,
}: {
  readonly type: string
  readonly object: string
}): NotificationKind | null {
  const kind = notificationKinds.find((one) => kinds[one].types.some((known) => known === type)) ?? null
  if (kind !== 'refund_to_sign') return kind
  const refund: Refund = JSON.parse(object)
  return refund.nextAction?.type === 'sign' ? kind : null
}

/** Tells whether a role may read what a kind reports. */
export function mayGet(role: Role, kind: NotificationKind): boolean {
  const granted = roleScopes[role]
  return hasScope(granted, kinds[kind].scope) && (kind !== 'payment_completed' || seesAllPayments(granted))
}
