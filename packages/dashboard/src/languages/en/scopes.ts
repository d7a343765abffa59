import type { Scope } from '@crypto-checkout/api-types'

type Resource = Scope extends `${infer Name}:${string}` ? Name : never

/** Rights of keys and roles, in words. The order is that of forms. */
export const scopes = {
  resources: {
    payments: 'Payments',
    payment_links: 'Payment links',
    transfers: 'Transfers',
    refunds: 'Refunds',
    settlements: 'Settlements',
    merchant: 'Shop',
    webhooks: 'Webhooks',
    events: 'Events',
    keys: 'API keys',
    users: 'People',
    audit: 'Audit log',
    networks: 'Networks',
    requests: 'Requests',
  } satisfies Record<Resource, string>,
  scopes: {
    'payments:read': 'See',
    'payments:create': 'Create, and see',
    'payments:write': 'All: create, cancel, accept, see',
    'payment_links:read': 'See',
    'payment_links:write': 'Create and change',
    'transfers:read': 'See',
    'transfers:write': 'Assign to payments',
    'refunds:read': 'See',
    'refunds:write': 'Refund',
    'settlements:read': 'See',
    'settlements:write': 'Close a period',
    'merchant:read': 'See the settings',
    'merchant:write': 'Change the settings',
    'webhooks:read': 'See, with deliveries',
    'webhooks:resend': 'Resend',
    'webhooks:write': 'Create, change and delete',
    'events:read': 'See',
    'keys:read': 'See',
    'keys:write': 'Make and revoke',
    'users:read': 'See',
    'users:write': 'Invite, change and remove',
    'audit:read': 'See',
    'networks:read': 'See how they are',
    'requests:read': 'See those of the last day',
  } satisfies Record<Scope, string>,
}
