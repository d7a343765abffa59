/** Who is signed in, and for which merchant. */
import type { CurrentSession, Scope } from '@crypto-checkout/api-types'
import { mount, readPlace } from './router.ts'

type MerchantAccess = CurrentSession['merchants'][number]

type Change = 'signedIn' | 'signedOut'

/** The session of this browser, which its tabs share. Components that show it listen with `onChange`. */
class Session {
  /** Undefined until the first answer, null without one. */
  current: CurrentSession | null | undefined
  readonly #listeners = new Set<() => void>()

  /** Tabs of another checkout on the same origin have a session of their own. */
  readonly #tabs = new BroadcastChannel(`checkout-session ${mount.href}`)

  /** The merchant of the address, if the user works for it. */
  get merchant(): MerchantAccess | null {
    const { merchant } = readPlace().shop
    return this.current?.merchants.find(({ id }) => id === merchant) ?? null
  }

  begin(current: CurrentSession): void {
    this.current = current
    this.#announce()
  }

  end(): void {
    if (this.current === null) return
    this.current = null
    this.#announce()
  }

  /** Begins in this tab; others read it anew. */
  signIn(current: CurrentSession): void {
    this.begin(current)
    this.#tell('signedIn')
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

/** Whether the user may do what the scope allows. A `:write` includes all others of its resource, as in the API. */
export function mayUse(scope: Scope): boolean {
  const granted: readonly string[] = session.merchant?.scopes ?? []
  return granted.includes(scope) || granted.includes(scope.replace(/:\w+$/, ':write'))
}
