/** The pages of the dashboard: where they are, who may see them, and what loads them. */
import type { Scope } from '@crypto-checkout/api-types'
import type { Texts } from './languages/en/index.ts'
import type { IconName } from './parts/icons.ts'

type Names = keyof Texts['shell']['pages']

export type PageEntry = {
  /** The path below the environment. `:id` is the only parameter. */
  readonly path: string
  /** The element's name. */
  readonly tag: string
  readonly scope: Scope | null
  readonly load: () => Promise<unknown>
}

export type MenuEntry = PageEntry & { readonly name: Names & IconName }
type Group = { readonly name: keyof Texts['shell']['groups'] | null; readonly entries: readonly MenuEntry[] }

/** The menu, in groups. */
export const menu: readonly Group[] = [
  {
    name: null,
    entries: [
      {
        name: 'overview',
        path: '',
        tag: 'overview-page',
        scope: 'payments:read',
        load: () => import('./pages/overview/overview.ts'),
      },
    ],
  },
  {
    name: 'money',
    entries: [
      {
        name: 'payments',
        path: 'payments',
        tag: 'payments-page',
        scope: 'payments:read',
        load: () => import('./pages/payments/list.ts'),
      },
      {
        name: 'unattributed',
        path: 'unattributed',
        tag: 'unattributed-page',
        scope: 'transfers:read',
        load: () => import('./pages/unattributed/list.ts'),
      },
      {
        name: 'refunds',
        path: 'refunds',
        tag: 'refunds-page',
        scope: 'refunds:read',
        load: () => import('./pages/refunds/list.ts'),
      },
      {
        name: 'settlements',
        path: 'settlements',
        tag: 'settlements-page',
        scope: 'settlements:read',
        load: () => import('./pages/settlements/list.ts'),
      },
    ],
  },
  {
    name: 'sell',
    entries: [
      {
        name: 'till',
        path: 'till',
        tag: 'till-page',
        scope: 'payments:create',
        load: () => import('./pages/till/till.ts'),
      },
      {
        name: 'links',
        path: 'links',
        tag: 'links-page',
        scope: 'payment_links:read',
        load: () => import('./pages/links/list.ts'),
      },
    ],
  },
  {
    name: 'develop',
    entries: [
      {
        name: 'keys',
        path: 'keys',
        tag: 'keys-page',
        scope: 'keys:read',
        load: () => import('./pages/keys/keys.ts'),
      },
      {
        name: 'webhooks',
        path: 'webhooks',
        tag: 'webhooks-page',
        scope: 'webhooks:read',
        load: () => import('./pages/webhooks/webhooks.ts'),
      },
      {
        name: 'events',
        path: 'events',
        tag: 'events-page',
        scope: 'events:read',
        load: () => import('./pages/events/events.ts'),
      },
      {
        name: 'requests',
        path: 'requests',
        tag: 'requests-page',
        scope: 'requests:read',
        load: () => import('./pages/requests/requests.ts'),
      },
    ],
  },
  {
    name: 'manage',
    entries: [
      {
        name: 'settings',
        path: 'settings',
        tag: 'settings-page',
        scope: 'merchant:read',
        load: () => import('./pages/settings/settings.ts'),
      },
      {
        name: 'people',
        path: 'people',
        tag: 'people-page',
        scope: 'users:read',
        load: () => import('./pages/people/people.ts'),
      },
      {
        name: 'audit',
        path: 'audit',
        tag: 'audit-page',
        scope: 'audit:read',
        load: () => import('./pages/audit/audit.ts'),
      },
      {
        name: 'networks',
        path: 'networks',
        tag: 'networks-page',
        scope: 'networks:read',
        load: () => import('./pages/networks/networks.ts'),
      },
    ],
  },
]

/** Pages that others lead to. */
const inner: readonly PageEntry[] = [
  {
    path: 'payments/new',
    tag: 'new-payment-page',
    scope: 'payments:create',
    load: () => import('./pages/payments/create.ts'),
  },
  {
    path: 'payments/:id',
    tag: 'payment-page',
    scope: 'payments:read',
    load: () => import('./pages/payments/detail.ts'),
  },
  {
    path: 'refunds/:id',
    tag: 'refund-page',
    scope: 'refunds:read',
    load: () => import('./pages/refunds/detail.ts'),
  },
  {
    path: 'unattributed/:id',
    tag: 'unattributed-transfer-page',
    scope: 'transfers:read',
    load: () => import('./pages/unattributed/detail.ts'),
  },
  {
    path: 'settlements/:id',
    tag: 'settlement-page',
    scope: 'settlements:read',
    load: () => import('./pages/settlements/detail.ts'),
  },
  {
    path: 'links/new',
    tag: 'new-link-page',
    scope: 'payment_links:write',
    load: () => import('./pages/links/create.ts'),
  },
  {
    path: 'links/:id',
    tag: 'link-page',
    scope: 'payment_links:read',
    load: () => import('./pages/links/detail.ts'),
  },
  { path: 'account', tag: 'account-page', scope: null, load: () => import('./pages/account.ts') },
  {
    path: 'webhooks/:id',
    tag: 'webhook-page',
    scope: 'webhooks:read',
    load: () => import('./pages/webhooks/webhook.ts'),
  },
  {
    path: 'deliveries',
    tag: 'deliveries-page',
    scope: 'webhooks:read',
    load: () => import('./pages/webhooks/deliveries.ts'),
  },
  {
    path: 'deliveries/:id',
    tag: 'delivery-page',
    scope: 'webhooks:read',
    load: () => import('./pages/webhooks/delivery.ts'),
  },
  { path: 'events/:id', tag: 'event-page', scope: 'events:read', load: () => import('./pages/events/event.ts') },
]

const pages: readonly PageEntry[] = [...menu.flatMap(({ entries }) => entries), ...inner]

/** As the API's ids are. Pages ask for what an address names: it must not lead them elsewhere. */
const ID = /^\w+$/

/** The page of a place, with the id that its path names; null if there is none. Paths without `:id` go first. */
export function findPage(path: string): { readonly page: PageEntry; readonly id: string } | null {
  const fixed = pages.find((page) => page.path === path)
  if (fixed) return { page: fixed, id: '' }
  for (const page of pages) {
    const prefix = page.path.endsWith('/:id') ? page.path.slice(0, -':id'.length) : null
    if (prefix === null || !path.startsWith(prefix)) continue
    const id = path.slice(prefix.length)
    if (ID.test(id)) return { page, id }
  }
  return null
}

/** The entry of the menu that a path belongs to. */
export function findMenuEntry(path: string): MenuEntry | null {
  const entries = menu.flatMap(({ entries }) => entries)
  const within = entries.filter(
    (entry) => entry.path === path || (entry.path !== '' && path.startsWith(`${entry.path}/`)),
  )
  return within.toSorted((a, b) => b.path.length - a.path.length)[0] ?? null
}
