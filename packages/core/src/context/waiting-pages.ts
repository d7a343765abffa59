/** The requests of open pages that wait for a change of their payment, in this process. It reads no database and knows no HTTP. */

import type { Owner } from '../domain/owner.ts'
/** Above these limits a request does not wait, and its page asks again later. */
export const WAITS_A_PAYMENT = 20
/** So that a stranger cannot take all places of a payment: by address or IPv6 /64. */
export const WAITS_A_VISITOR = 4
const WAITS_A_SERVER = 10_000
/** A page pauses between its requests. Its owner is followed for this long after the last one. */
const FOLLOWED_MS = 60_000

/** Starts a timer. Returns a function that stops it. */
export type StartTimer = (callback: () => void, ms: number) => () => void

/**
 * A merchant and environment with waiting pages. A job tells them what other processes write. `place`: the last event that it
 * has seen; null before its first look.
 */
export type Followed = Owner & { place: number | null; lastUsedAt: number; readonly waits: Set<Wait> }

/** One request that waits. */
export class Wait {
  readonly paymentId: string
  readonly visitor: string
  /** Null until the payment was read. */
  owner: Followed | null = null
  readonly #startTimer: StartTimer
  readonly #end: () => void
  #isTold = false
  #wake: ((isTold: boolean) => void) | null = null

  constructor(asked: Pick<Wait, 'paymentId' | 'visitor'>, startTimer: StartTimer, end: () => void) {
    this.paymentId = asked.paymentId
    this.visitor = asked.visitor
    this.#startTimer = startTimer
    this.#end = end
  }

  /** True if somebody waits now. */
  get isPending(): boolean {
    return this.#wake !== null
  }

  tell(): void {
    this.#isTold = true
    this.#wake?.(true)
  }

  /** Resolves with true once it is told, at once if it was told since the last call; with false after `ms` milliseconds. */
  async untilTold(ms: number): Promise<boolean> {
    if (!this.#isTold) {
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const stopTimer = this.#startTimer(() => resolve(false), ms)
      this.#wake = resolve
      await promise
      this.#wake = null
      stopTimer()
    }
    const isTold = this.#isTold
    this.#isTold = false
    return isTold
  }

  end(): void {
    this.#end()
  }
}

/** All waits of a process. */
export class WaitingPages {
  readonly #elapsed: () => number
  readonly #startTimer: StartTimer
  readonly #byPayment = new Map<string, Set<Wait>>()
  readonly #followed = new Map<string, Followed>()
  /** Those that read their payment, so that its owner is not known yet. */
  readonly #reading = new Set<Wait>()
  #count = 0
  #isClosed = false

  constructor(elapsed: () => number, startTimer: StartTimer) {
    this.#elapsed = elapsed
    this.#startTimer = startTimer
  }

  /** The process is about to stop: no request waits any more. */
  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Counts the requests that wait now. */
  countPending(): number {
    return this.#list().filter(({ isPending }) => isPending).length
  }

  /**
   * Begins before the payment is read, so that no change in between is missed. Null if too many wait already, of all or of
   * this visitor, or the process is about to stop.
   */
  begin(paymentId: string, visitor: string): Wait | null {
    const waits = this.#byPayment.get(paymentId) ?? new Set()
    if (this.#isClosed || this.#count >= WAITS_A_SERVER || waits.size >= WAITS_A_PAYMENT) return null
    if ([...waits].filter((wait) => wait.visitor === visitor).length >= WAITS_A_VISITOR) return null
    const wait: Wait = new Wait({ paymentId, visitor }, this.#startTimer, () => this.#remove(wait))
    this.#byPayment.set(paymentId, waits.add(wait))
    this.#reading.add(wait)
    this.#count += 1
    return wait
  }

  /** Follows what other processes write for the owner of a payment that was read. */
  follow(wait: Wait, { merchantId, livemode }: Owner): void {
    const key = `${merchantId} ${livemode}`
    const followed = this.#followed.get(key) ?? { merchantId, livemode, place: null, lastUsedAt: 0, waits: new Set() }
    followed.lastUsedAt = this.#elapsed()
    this.#followed.set(key, followed)
    followed.waits.add(wait)
    wait.owner = followed
    this.#reading.delete(wait)
  }

  /** Tells those who wait for a change of a payment. */
  tellPayment(paymentId: string): void {
    for (const wait of this.#byPayment.get(paymentId) ?? []) wait.tell()
  }

  /** Tells those who wait for a change of any payment of an owner, and those whose owner is not known yet. */
  tellOwner({ merchantId, livemode }: Owner): void {
    for (const wait of this.#followed.get(`${merchantId} ${livemode}`)?.waits ?? []) wait.tell()
    for (const wait of this.#reading) wait.tell()
  }

  /** The owners whose events concern a page. */
  listFollowed(): Followed[] {
    const since = this.#elapsed() - FOLLOWED_MS
    for (const [key, { lastUsedAt, waits }] of this.#followed)
      if (waits.size === 0 && lastUsedAt < since) this.#followed.delete(key)
    return [...this.#followed.values()]
  }

  /** Ends all waits, and lets none begin: pages ask another server, or this one after its restart. */
  close(): void {
    this.#isClosed = true
    for (const wait of this.#list()) wait.tell()
  }

  #list(): Wait[] {
    return [...this.#byPayment.values()].flatMap((waits) => [...waits])
  }

  #remove(wait: Wait): void {
    const waits = this.#byPayment.get(wait.paymentId)
    if (!waits?.delete(wait)) return
    this.#count -= 1
    if (waits.size === 0) this.#byPayment.delete(wait.paymentId)
    this.#reading.delete(wait)
    wait.owner?.waits.delete(wait)
  }
}
