/** The user who is signed in, and the merchant. */
import type { CurrentSession, Region, Scope } from '@crypto-checkout/api-types'
import { mount, readPlace, type Shop } from './router.ts'

type MerchantAccess = CurrentSession['merchants'][number]

type Change = 'signedIn' | 'signedOut'

/** The session of this browser, which its tabs share. Components that show it listen with `onChange`. */
class Session {
  /** Undefined until the first answer, null without one. */
  current: CurrentSession | null | undefined
  /** True if it ended by itself while its pages were open: they wait below the page to sign in. */
  hasLapsed = false
  /** Of the pages that wait. */
  #last: CurrentSession | null = null
  readonly #listeners = new Set<() => void>()

  /** Tabs of another checkout on the same origin have a session of their own. */
  readonly #tabs = new BroadcastChannel(`checkout-session ${mount.href}`)

  /** The merchant of the address, if the user works for it. */
  get merchant(): MerchantAccess | null {
    const { merchant } = readPlace().shop
    const { merchants = [] } = this.current ?? this.#last ?? {}
    return merchants.find(({ id }) => id === merchant) ?? null
  }

  begin(current: CurrentSession): void {
    // Another user is not to see what this one left.
    if (this.#last && this.#last.user.id !== current.user.id) this.end()
    this.current = current
    this.#last = null
    this.hasLapsed = false
    this.#announce()
  }

  /** The server knows it no more: somebody else may be at the screen, and what was typed is not lost. */
  lapse(): void {
    if (this.current === null) return
    this.hasLapsed = this.current !== undefined
    this.#last = this.current ?? null
    this.current = null
    this.#announce()
  }

  end(): void {
    if (this.isOver) return
    this.current = null
    this.#last = null
    this.hasLapsed = false
    this.#announce()
  }

  /** True if nobody is signed in, and nothing waits for somebody to sign in again. */
  get isOver(): boolean {
    return this.current === null && !this.hasLapsed
  }

  /** Begins in this tab; others read it anew. */
  signIn(current: CurrentSession): void {
    this.begin(current)
    this.#tell('signedIn')
  }

  /** Takes over the zone and the currency that were saved for a shop, in all tabs. */
  changeRegion({ merchant, environment }: Shop, { timeZone, currency }: Region): void {
    if (!this.current) return
    const merchants = this.current.merchants.map((one) => {
      if (one.id !== (merchant ?? this.merchant?.id)) return one
      return { ...one, region: { ...one.region, [environment]: { timeZone, currency } } }
    })
    this.signIn({ ...this.current, merchants })
  }

  /** Ends in all tabs of this browser at once. */
  signOut(): void {
    this.end()
    this.#tell('signedOut')
  }

  /** Ends with the other tabs. Calls a function after somebody has signed in there. */
  followTabs(onSignedIn: () => void): void {
    this.#tabs.addEventListener('message', ({ data }: MessageEvent<Change>) => {
      if (data === 'signedOut') this.end()
      else onSignedIn()
    })
  }

  #tell(change: Change): void {
    this.#tabs.postMessage(change)
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #announce(): void {
    for (const listener of this.#listeners) listener()
  }
}

export const session = new Session()

/**
 * Tells whether the user may do what the scope allows. A `:write` includes all others of its resource, as in the API.
 */
export function mayUse(scope: Scope): boolean {
  const granted: readonly string[] = session.merchant?.scopes ?? []
  return granted.includes(scope) || granted.includes(scope.replace(/:\w+$/, ':write'))
}

/** Tells whether the user sees all payments, and not only its own of the last day. */
export function seesAllPayments(): boolean {
  return mayUse('payments:write') || mayUse('settlements:read')
}
