/** Who is signed in, and for which merchant. */
import type { CurrentSession, Scope } from '@crypto-checkout/api-types'
import { recall, remember } from './remember.ts'

type MerchantAccess = CurrentSession['merchants'][number]

/** The session of this browser. Components that show it listen with `onChange`. */
class Session {
  /** Undefined until the first answer, null without one. */
  current: CurrentSession | null | undefined
  readonly #listeners = new Set<() => void>()

  /** The merchant that the user works for; null without one. */
  get merchant(): MerchantAccess | null {
    const merchants = this.current?.merchants ?? []
    return merchants.find(({ id }) => id === recall('merchant')) ?? merchants[0] ?? null
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

  /** Works for another of the user's merchants. */
  chooseMerchant(id: string): void {
    remember('merchant', id)
    this.#announce()
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
