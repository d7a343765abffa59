import type { Role, Scope } from './wire.ts'

export {
  type AuditEntry,
  type AuditObject,
  type AuditOperation,
  auditObjects,
  auditOperations,
  type ReportLink,
  type SecurityMatter,
  type SecurityNotice,
} from './audit.ts'
export { getDecimals, getPrintedDecimals, printPrice } from './currencies.ts'
export { findInexact, INEXACT_NUMBER, type Inexact, isExactNumber } from './inexact.ts'
export type { NetworkProblemCode, NetworkStatus, NetworkStatuses } from './networks.ts'
export type * from './operations.ts'
export type * from './overview.ts'
export type * from './receipts.ts'
export type * from './requests.ts'
export type * from './wire.ts'

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
] as const

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
] as const satisfies readonly Scope[]

/** From the most rights to the least. */
export const roles = ['owner', 'manager', 'support', 'accountant', 'cashier'] as const satisfies readonly Role[]

/** The known name closest to an unknown one; null when none is close. */
export function nearest(name: string, known: readonly string[]): string | null {
  const ranked = known
    .map((candidate) => ({ candidate, distance: editDistance(name.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)
  const [best] = ranked
  if (!best) return null
  const { candidate, distance } = best
  // "no" is not "on": some of a short name must be right.
  const isClose = distance <= Math.max(2, Math.floor(candidate.length / 3)) && distance < candidate.length
  return isClose ? candidate : null
}

/** The Levenshtein distance. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...a].entries()) {
    const next = [index + 1]
    for (const [column, other] of [...b].entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}

/** The end of an error about an unknown name: the nearest known name, or all of them when none is close. */
export function suggestName(name: string, known: readonly string[]): string {
  const meant = nearest(name, known)
  return meant === null ? `use one of ${known.join(', ')}.` : `did you mean ${meant}?`
}
