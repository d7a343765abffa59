/** The open pages that wait for a change of their payment, in this process. It reads no database and knows no HTTP. */
import type { Owner } from './caches.ts'

/** Beyond these a page waits no longer: it is answered at once, and asks again later. */
export const PAGES_A_PAYMENT = 20
const PAGES_A_SERVER = 10_000
/** Between two requests of a page, its owner is followed for this long. */
const FOLLOWED_MS = 60_000

/** Pages of an owner are told of what other processes write. `place`: the last event that was looked at. */
export type Followed = Owner & { place: number | null; lastUsedAt: number }

/** One request of a page. */
export class WaitingPage {
  readonly paymentId: string
  owner: Owner | null = null
  readonly #told = Promise.withResolvers<true>()
  readonly #close: () => void

  constructor(paymentId: string, close: () => void) {
    this.paymentId = paymentId
    this.#close = close
  }

  tell(): void {
    this.#told.resolve(true)
  }

  /** Resolves with true as soon as the page is told of a change since it was opened, and with false after `ms`. */
  async waitAtMost(ms: number): Promise<boolean> {
    const { promise: over, resolve } = Promise.withResolvers<false>()
    const timer = setTimeout(() => resolve(false), ms)
    try {
      return await Promise.race([this.#told.promise, over])
    } finally {
      clearTimeout(timer)
    }
  }

  close(): void {
    this.#close()
  }
}

/** All waiting pages of a process. */
export class WaitingPages {
  readonly #elapsed: () => number
  readonly #pages = new Map<string, Set<WaitingPage>>()
  readonly #followed = new Map<string, Followed>()
  #count = 0
  #isClosed = false

  constructor(elapsed: () => number) {
    this.#elapsed = elapsed
  }

  /** How many pages have read their payment, and wait. */
  get waiting(): number {
    return this.#list().filter(({ owner }) => owner !== null).length
  }

  /**
   * Opens a page before its payment is read, so that no change in between is missed. Null if too many wait already, or the
   * process is about to stop.
   */
  open(paymentId: string): WaitingPage | null {
    const pages = this.#pages.get(paymentId) ?? new Set()
    if (this.#isClosed || this.#count >= PAGES_A_SERVER || pages.size >= PAGES_A_PAYMENT) return null
    const page: WaitingPage = new WaitingPage(paymentId, () => this.#remove(page))
    this.#pages.set(paymentId, pages.add(page))
    this.#count += 1
    return page
  }

  /** Follows what other processes write for an owner, for the sake of this page. */
  follow(page: WaitingPage, owner: Owner): void {
    page.owner = owner
    const key = keyOf(owner)
    const followed = this.#followed.get(key) ?? { ...owner, place: null, lastUsedAt: 0 }
    followed.lastUsedAt = this.#elapsed()
    this.#followed.set(key, followed)
  }

  /** Tells the pages of a payment that it has changed. */
  tellPayment(paymentId: string): void {
    for (const page of this.#pages.get(paymentId) ?? []) page.tell()
  }

  /** Tells the pages of an owner, and those whose owner is not known yet. */
  tellOwner(owner: Owner): void {
    for (const page of this.#list()) if (page.owner === null || keyOf(page.owner) === keyOf(owner)) page.tell()
  }

  /** The owners whose events concern a page. */
  listFollowed(): Followed[] {
    const since = this.#elapsed() - FOLLOWED_MS
    for (const [key, { lastUsedAt }] of this.#followed) if (lastUsedAt < since) this.#followed.delete(key)
    return [...this.#followed.values()]
  }

  /** Tells all pages, and lets none wait any more: they ask another server, or this one after its restart. */
  close(): void {
    this.#isClosed = true
    for (const page of this.#list()) page.tell()
  }

  #list(): WaitingPage[] {
    return [...this.#pages.values()].flatMap((pages) => [...pages])
  }

  #remove(page: WaitingPage): void {
    const pages = this.#pages.get(page.paymentId)
    if (!pages?.delete(page)) return
    this.#count -= 1
    if (pages.size === 0) this.#pages.delete(page.paymentId)
  }
}

function keyOf({ merchantId, livemode }: Owner): string {
  return `${merchantId} ${livemode}`
}
