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
    name: 'refunds',
    path: 'refunds',
    tag: 'refunds-page',
    scope: 'refunds:read',
    load: () => import('./pages/refunds/list.ts'),
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
]
