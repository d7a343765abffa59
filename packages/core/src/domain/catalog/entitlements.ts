/** Entitlements by a key's scopes and a user's role. */
import { type Role, type Scope, scopes } from '@crypto-checkout/api-types'

export type { Scope }

/** A key without scopes (null) may do everything, and any key may do what needs no scope. */
export function hasScope(granted: readonly string[] | null, needed: Scope | null): boolean {
  if (!granted || needed === null) return true
  return granted.includes(needed) || granted.includes(needed.replace(/:\w+$/, ':write'))
}

/** Tells whether a user sees all payments of the merchant. Who only takes payments sees their own of the last day. */
export function seesAllPayments(granted: readonly string[] | null): boolean {
  return hasScope(granted, 'payments:write') || hasScope(granted, 'settlements:read')
}

const reading = scopes.filter((scope) => scope.endsWith(':read'))

/** Rights of a merchant's users. Each role is a set of scopes. */
export const roleScopes: Readonly<Record<Role, readonly Scope[]>> = {
  owner: scopes,
  manager: scopes.filter((scope) => !/^(?:users|keys):/.test(scope)),
  support: [
    'payments:write',
    'transfers:write',
    'refunds:write',
    'payment_links:read',
    'merchant:read',
    'events:read',
    'webhooks:read',
    'webhooks:resend',
    'requests:read',
  ],
  accountant: reading,
  cashier: ['payments:read', 'payments:create', 'merchant:read'],
}
