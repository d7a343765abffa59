/** Entitlements by a merchant's plan, a key's scopes and a user's role. */
import { type Role, type Scope, scopes } from '@crypto-checkout/api-types'

export type { Scope }

/** Requests in any 60 seconds. The sandbox has a plan of its own, whatever the merchant's. */
export const planLimits = { sandbox: 100, starter: 500, business: 2_000 } as const
export type Plan = keyof typeof planLimits

/**
 * The most open payments of a merchant in an environment. At the plan's rate, with half an hour each, less than a third
 * of them are open at once. Only deadlines of days or weeks come near the limit.
 */
export const openPaymentLimits = { sandbox: 10_000, starter: 50_000, business: 200_000 } as const satisfies Limits

/**
 * The most megabytes (10^6 bytes) of metadata, URLs and orders of a merchant's payments and links in an environment. At 500 bytes
 * a payment these are 400,000, four million and forty million payments.
 */
export const textMegabyteLimits = { sandbox: 200, starter: 2_000, business: 20_000 } as const satisfies Limits
type Limits = Readonly<Record<Plan, number>>

/** The most open payments with one price that a merchant may have on one wallet, if amounts identify payments. */
export const OPEN_PAYMENTS_PER_PRICE = 1_000

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
