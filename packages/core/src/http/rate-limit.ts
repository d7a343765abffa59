/**
 * A sliding window: at most `limit` accepted in any window, exactly. Refusals are not counted. A
 * ring of the last `limit` times decides; a fixed window would let twice as many through.
 */
export class SlidingWindow {
  readonly #times: Float64Array
  readonly #windowMs: number
  #next = 0

  constructor(limit: number, windowMs: number) {
    this.#times = new Float64Array(limit).fill(Number.NEGATIVE_INFINITY)
    this.#windowMs = windowMs
  }

  /** Takes one place if there is one. `now` is on a clock that never goes back. */
  accept(now: number): boolean {
    const oldest = this.#times[this.#next] ?? 0
    if (oldest > now - this.#windowMs) return false
    this.#times[this.#next] = now
    this.#next = (this.#next + 1) % this.#times.length
    return true
  }

  /** Places left now. */
  remaining(now: number): number {
    const begin = now - this.#windowMs
    const limit = this.#times.length
    // Times are sorted from the oldest at #next on: search for the first that still counts.
    let low = 0
    let high = limit
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#times[(this.#next + middle) % limit] ?? 0) > begin) high = middle
      else low = middle + 1
    }
    return low
  }

  /** Milliseconds until a place gets free; 0 when there is one. */
  waitMs(now: number): number {
    return Math.max(0, (this.#times[this.#next] ?? 0) + this.#windowMs - now)
  }

  /** True when nothing in the window counts any more. */
  isIdle(now: number): boolean {
    const newest = (this.#next + this.#times.length - 1) % this.#times.length
    return (this.#times[newest] ?? 0) <= now - this.#windowMs
  }
}

export const WINDOW_MS = 60_000
const MAX_KEYS = 20_000

/** Windows by key, made when first needed; when there are many the idle ones are dropped, then the oldest. */
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

  /** Makes room for many more, so that a flood of new keys does not look through all of them each time. */
  #sweep(now: number): void {
    for (const [key, window] of this.#windows) if (window.isIdle(now)) this.#windows.delete(key)
    // Still too many: the oldest go, so that memory has a bound whatever comes in.
    for (const key of this.#windows.keys()) {
      if (this.#windows.size <= MAX_KEYS / 2) break
      this.#windows.delete(key)
    }
  }
}

/** What `Retry-After` says: whole seconds until a place gets free, at least one. */
export function retryAfterSeconds(window: SlidingWindow, now: number): number {
  return Math.max(1, Math.ceil(window.waitMs(now) / 1_000))
}

/** `RateLimit` and `RateLimit-Policy` of the IETF draft. */
export function rateLimitHeaders(
  policy: string,
  limit: number,
  window: SlidingWindow,
  now: number,
): Record<string, string> {
  const remaining = window.remaining(now)
  const reset = Math.ceil(window.waitMs(now) / 1_000)
  return {
    'ratelimit-policy': `"${policy}";q=${limit};w=${WINDOW_MS / 1_000}`,
    ratelimit: `"${policy}";r=${remaining};t=${reset}`,
  }
}
