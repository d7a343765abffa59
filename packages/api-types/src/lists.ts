/** Lists of names, and their types. */

/** Every type of event. */
export const eventTypes = [
  'payment.created',
  'payment.partially_paid',
  'payment.processing',
  'payment.completed',
  'payment.expired',
  'payment.cancelled',
  'payment.late',
  'payment.overpaid',
  'payment.reverted',
  'payment.refunded',
  'payment.method_changed',
  'settlement.created',
  'settlement.completed',
  'settlement.failed',
  'settlement.converted',
  'settlement.released',
  'transfer.unattributed',
  'transfer.assigned',
  'refund.created',
  'refund.destination_received',
  'refund.submitted',
  'refund.completed',
  'refund.failed',
  'refund.cancelled',
  'delivery.failed',
  'webhook.disabled',
  'webhook.ping',
  'wallet.refused',
  'wallet.shared',
  'wallet.given',
  'booking.created',
] as const
export type EventType = (typeof eventTypes)[number]

/** Every kind of the ledger's entries. */
export const entryKinds = [
  'received',
  'assigned',
  'refunded',
  'swept',
  'network_fee',
  'relayed',
  'reversed',
  'converted',
  'released',
] as const
export type EntryKind = (typeof entryKinds)[number]

type FamilyName<Type> = Type extends `${infer Family}.${string}` ? Family : never

/** The events of a webhook: types, and patterns. */
export type EventPattern = EventType | `${FamilyName<EventType>}.*` | '*'

/** The scopes of keys and roles. A `:write` scope includes all others of its resource. */
export const scopes = [
  'payments:read',
  'payments:create',
  'payments:write',
  'payment_links:read',
  'payment_links:write',
  'transfers:read',
  'transfers:write',
  'refunds:read',
  'refunds:write',
  'settlements:read',
  'settlements:write',
  'merchant:read',
  'merchant:write',
  'webhooks:read',
  'webhooks:resend',
  'webhooks:write',
  'events:read',
  'users:read',
  'users:write',
  'keys:read',
  'keys:write',
  'audit:read',
  'networks:read',
  'requests:read',
] as const
export type Scope = (typeof scopes)[number]

/** The roles of users, from the most rights to the least. Each is a set of scopes. */
export const roles = ['owner', 'manager', 'support', 'accountant', 'cashier'] as const
export type Role = (typeof roles)[number]
