import { isIPv6 } from 'node:net'
import type { RateLimitDecision } from './shared-rate-limit.ts'

/** Most windows are hardly used. */
const FIRST_PLACES = 8

/**
 * A sliding window: at most `limit` accepted in any window, exactly. Refusals are not counted. A ring of the last
 * `limit` times decides; a fixed window would let twice as many through. The ring begins small, and doubles when all
 * its times still count.
 */
export class SlidingWindow {
  readonly #limit: number
  readonly #windowMs: number
  #times: Float64Array
  #next = 0

  constructor(limit: number, windowMs: number) {
    this.#limit = limit
    this.#windowMs = windowMs
    this.#times = new Float64Array(Math.min(limit, FIRST_PLACES)).fill(Number.NEGATIVE_INFINITY)
  }

  /** Takes one place if there is one. `now` is on a clock that never goes back. */
  accept(now: number): boolean {
    if (this.#oldest() > now - this.#windowMs) {
      if (!this.#canGrow()) return false
      this.#grow()
    }
    this.#times[this.#next] = now
    this.#next = (this.#next + 1) % this.#times.length
    return true
  }

  /** Places left now. */
  remaining(now: number): number {
    const begin = now - this.#windowMs
    const places = this.#times.length
    // Times are sorted, the oldest at #next: search for the first that still counts.
    let low = 0
    let high = places
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#times[(this.#next + middle) % places] ?? 0) > begin) high = middle
      else low = middle + 1
    }
    return this.#limit - places + low
  }

  /** Milliseconds until a place is free; 0 if one is. */
  waitMs(now: number): number {
    return this.#canGrow() ? 0 : Math.max(0, this.#oldest() + this.#windowMs - now)
  }

  /** True when nothing in the window counts any more. */
  isIdle(now: number): boolean {
    const newest = (this.#next + this.#times.length - 1) % this.#times.length
    return (this.#times[newest] ?? 0) <= now - this.#windowMs
  }

  #oldest(): number {
    return this.#times[this.#next] ?? 0
  }

  #canGrow(): boolean {
    return this.#times.length < this.#limit
  }

  /** The new places come before the oldest time, as if they had always been empty. */
  #grow(): void {
    const grown = new Float64Array(Math.min(this.#limit, 2 * this.#times.length)).fill(Number.NEGATIVE_INFINITY)
    const added = grown.length - this.#times.length
    grown.set(this.#times.subarray(this.#next), added)
    grown.set(this.#times.subarray(0, this.#next), added + this.#times.length - this.#next)
    this.#times = grown
    this.#next = 0
  }
}

export const WINDOW_MS = 60_000
const MAX_KEYS = 20_000

/** Windows by key, created on first use. When there are too many, idle ones are dropped, then the oldest. */
export class RateLimits {
  readonly #windows = new Map<string, SlidingWindow>()

  window(key: string, limit: number, now: number): SlidingWindow {
    const existing = this.#windows.get(key)
    if (existing) return existing
    if (this.#windows.size >= MAX_KEYS) this.#sweep(now)
    const made = new SlidingWindow(limit, WINDOW_MS)
    this.#windows.set(key, made)
    return made
  }

  /** Makes room for many more at once, so that a flood of new keys does not search all of them each time. */
  #sweep(now: number): void {
    for (const [key, window] of this.#windows) if (window.isIdle(now)) this.#windows.delete(key)
    // Still too many: drop the oldest, so that memory is bounded.
    for (const key of this.#windows.keys()) {
      if (this.#windows.size <= MAX_KEYS / 2) break
      this.#windows.delete(key)
    }
  }
}

export function takeFromWindow(window: SlidingWindow, now: number): RateLimitDecision {
  const accepted = window.accept(now)
  return { accepted, remaining: window.remaining(now), waitMs: window.waitMs(now) }
}

/** The value of `Retry-After`: whole seconds until a place is free, at least one. */
export function toRetryAfterSeconds(waitMs: number): number {
  return Math.max(1, Math.ceil(waitMs / 1_000))
}

/** `RateLimit` and `RateLimit-Policy` of the IETF draft. */
export function formatRateLimitHeaders(
  policy: string,
  limit: number,
  permit: RateLimitDecision,
): Record<string, string> {
  const reset = Math.ceil(permit.waitMs / 1_000)
  return {
    'ratelimit-policy': `"${policy}";q=${limit};w=${WINDOW_MS / 1_000}`,
    ratelimit: `"${policy}";r=${permit.remaining};t=${reset}`,
  }
}

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i
const GROUPS = 8
const NETWORK_GROUPS = 4

/**
 * The part of an address that limits count by. An IPv4 address counts as it is, an IPv6 address by its /64, because one
 * subscriber usually has all addresses of a /64 (RFC 6177). An IPv4 address mapped to IPv6 counts as IPv4. Text that is
 * not an address counts as it is.
 *
 *     getClientNetwork('2001:db8:0:1::7') // '2001:db8:0:1::/64'
 */
export function getClientNetwork(address: string): string {
  const mapped = MAPPED_IPV4.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  const [plain = ''] = address.split('%')
  return isIPv6(plain) ? `${networkGroups(plain).join(':')}::/64` : address
}

/** The first four groups, without leading zeros. */
function networkGroups(address: string): string[] {
  const [head = '', tail] = address.toLowerCase().split('::')
  const before = head.split(':').filter(Boolean)
  const after = (tail ?? '').split(':').filter(Boolean)
  // A dotted part at the end stands for two groups.
  const written = before.length + after.length + (address.includes('.') ? 1 : 0)
  const missing = tail === undefined ? 0 : GROUPS - written
  const groups = [...before, ...Array<string>(missing).fill('0'), ...after]
  return groups.slice(0, NETWORK_GROUPS).map((group) => group.replace(/^0+(?=.)/, ''))
}
