/** The steps of a new shop. */
import type { CurrentSession, Scope, Setup } from '@crypto-checkout/api-types'
import type { Texts } from '../../languages/en/index.ts'
import { recall, remember } from '../../remember.ts'

type StepName = keyof Texts['overview']['steps']
type Step = { readonly name: StepName; readonly path: string; readonly isDone: boolean }
type User = CurrentSession['user']
type MayUse = (scope: Scope) => boolean

/** Facts that the steps are read from. `people`: how many may sign in; null if the user may not know. */
export type Progress = {
  readonly setup: Setup
  readonly user: User
  readonly people: number | null
  readonly hasNetworks: boolean
}

const needNetwork: ReadonlySet<StepName> = new Set(['wallet', 'payment'])

/** The steps that the user can take, in the order in which they are of use. */
export function listSteps({ setup, user, people, hasNetworks }: Progress, mayUse: MayUse): Step[] {
  const steps: readonly (Step & { readonly scope: Scope | null })[] = [
    { name: 'wallet', path: 'settings', isDone: setup.hasWallets, scope: 'merchant:write' },
    { name: 'payment', path: 'payments/new', isDone: setup.hasCompletedPayment, scope: 'payments:create' },
    { name: 'key', path: 'keys', isDone: setup.hasKey, scope: 'keys:write' },
    { name: 'webhook', path: 'webhooks', isDone: setup.hasWebhook, scope: 'webhooks:write' },
    { name: 'logo', path: 'settings', isDone: setup.hasLogo, scope: 'merchant:write' },
    { name: 'support', path: 'settings', isDone: setup.hasSupport, scope: 'merchant:write' },
    { name: 'secondWay', path: 'account', isDone: user.passkeyCount + (user.hasPassword ? 1 : 0) > 1, scope: null },
    { name: 'colleague', path: 'people', isDone: (people ?? 2) > 1, scope: 'users:write' },
  ]
  return steps
    .filter(({ scope }) => scope === null || mayUse(scope))
    .filter(({ name }) => hasNetworks || !needNetwork.has(name))
    .map(({ scope: _, ...step }) => step)
}

/** Tells whether the user has closed the list of steps of a shop in an environment. `key`: which ones. */
export function isDismissed(key: string): boolean {
  return (recall('dismissed') ?? '').split(' ').includes(key)
}

export function dismiss(key: string): void {
  remember('dismissed', `${recall('dismissed') ?? ''} ${key}`.trim())
}
