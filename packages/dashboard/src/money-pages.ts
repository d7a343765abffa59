/** The pages about money, and about selling. */
import type { MenuEntry, PageEntry } from './navigation.ts'

export const moneyEntries: readonly MenuEntry[] = [
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
]

export const sellEntries: readonly MenuEntry[] = [
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
]

export const innerMoneyPages: readonly PageEntry[] = [
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
]
