/** The pages of the dashboard: where they are, who may see them, and what loads them. */
import type { Scope } from '@crypto-checkout/api-types'
import type { FirstTexts } from './languages/en/index.ts'
import { loadPageTexts } from './languages/texts.ts'
import type { IconName } from './parts/icons.ts'

type Names = keyof FirstTexts['shell']['pages']

export type PageEntry = {
  /** The path below the environment. `:id` is the only parameter. */
  readonly path: string
  /** The element's name. */
  readonly tag: string
  readonly scope: Scope | null
  readonly load: () => Promise<unknown>
}

export type MenuEntry = PageEntry & { readonly name: Names & IconName }
type Group = { readonly name: keyof FirstTexts['shell']['groups'] | null; readonly entries: readonly MenuEntry[] }

/** The overview's texts come with the first load, those of other pages with the first of these. */
function pageEntry(path: string, tag: string, scope: Scope | null, load: () => Promise<unknown>): PageEntry {
  return { path, tag, scope, load: path === '' ? load : () => loadPageTexts().then(load) }
}

/** A page of the menu has its entry's name in its path and its tag. The overview is at the root. */
function menuEntry(name: MenuEntry['name'], scope: Scope, load: () => Promise<unknown>): MenuEntry {
  return { name, ...pageEntry(name === 'overview' ? '' : name, `${name}-page`, scope, load) }
}

/** The menu, in groups. */
export const menu: readonly Group[] = [
  {
    name: null,
    entries: [menuEntry('overview', 'payments:read', () => import('./pages/overview/overview.ts'))],
  },
  {
    name: 'money',
    entries: [
      menuEntry('payments', 'payments:read', () => import('./pages/payments/list.ts')),
      menuEntry('unattributed', 'transfers:read', () => import('./pages/unattributed/list.ts')),
      menuEntry('refunds', 'refunds:read', () => import('./pages/refunds/list.ts')),
      menuEntry('settlements', 'settlements:read', () => import('./pages/settlements/list.ts')),
      menuEntry('reports', 'settlements:read', () => import('./pages/reports/reports.ts')),
    ],
  },
  {
    name: 'sell',
    entries: [
      menuEntry('till', 'payments:create', () => import('./pages/till/till.ts')),
      menuEntry('links', 'payment_links:read', () => import('./pages/links/list.ts')),
    ],
  },
  {
    name: 'develop',
    entries: [
      menuEntry('keys', 'keys:read', () => import('./pages/keys/keys.ts')),
      menuEntry('webhooks', 'webhooks:read', () => import('./pages/webhooks/webhooks.ts')),
      menuEntry('events', 'events:read', () => import('./pages/events/events.ts')),
      menuEntry('requests', 'requests:read', () => import('./pages/requests/requests.ts')),
    ],
  },
  {
    name: 'manage',
    entries: [
      menuEntry('settings', 'merchant:read', () => import('./pages/settings/settings.ts')),
      menuEntry('people', 'users:read', () => import('./pages/people/people.ts')),
      menuEntry('audit', 'audit:read', () => import('./pages/audit/audit.ts')),
      menuEntry('networks', 'networks:read', () => import('./pages/networks/networks.ts')),
    ],
  },
]

/** Pages that others lead to. */
const inner: readonly PageEntry[] = [
  pageEntry('payments/new', 'new-payment-page', 'payments:create', () => import('./pages/payments/create.ts')),
  pageEntry('payments/:id', 'payment-page', 'payments:read', () => import('./pages/payments/detail.ts')),
  pageEntry('refunds/:id', 'refund-page', 'refunds:read', () => import('./pages/refunds/detail.ts')),
  pageEntry(
    'unattributed/:id',
    'unattributed-transfer-page',
    'transfers:read',
    () => import('./pages/unattributed/detail.ts'),
  ),
  pageEntry('settlements/:id', 'settlement-page', 'settlements:read', () => import('./pages/settlements/detail.ts')),
  pageEntry('links/new', 'new-link-page', 'payment_links:write', () => import('./pages/links/create.ts')),
  pageEntry('links/:id', 'link-page', 'payment_links:read', () => import('./pages/links/detail.ts')),
  pageEntry('account', 'account-page', null, () => import('./pages/account.ts')),
  pageEntry('webhooks/:id', 'webhook-page', 'webhooks:read', () => import('./pages/webhooks/webhook.ts')),
  pageEntry('deliveries', 'deliveries-page', 'webhooks:read', () => import('./pages/webhooks/deliveries.ts')),
  pageEntry('deliveries/:id', 'delivery-page', 'webhooks:read', () => import('./pages/webhooks/delivery.ts')),
  pageEntry('events/:id', 'event-page', 'events:read', () => import('./pages/events/event.ts')),
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
