import { CheckoutError } from '../domain/error.ts'

const WINDOW_MS = 15 * 60_000
const MOST_KEYS = 20_000

/** Counts failures by key. A place is taken before the attempt, so that many at once do not all get in. */
class FailureWindow {
  readonly #most: number
  readonly #failures = new Map<string, number[]>()

  constructor(most: number) {
    this.#most = most
  }

  waitMs(key: string, now: number): number {
    const times = this.#read(key, now)
    return times.length < this.#most ? 0 : (times[0] ?? now) + WINDOW_MS - now
  }

  take(key: string, now: number): void {
    const times = [...this.#read(key, now), now]
    // Moved to the end: the oldest are dropped first.
    this.#failures.delete(key)
    this.#failures.set(key, times)
    if (this.#failures.size > MOST_KEYS) this.#failures.delete(this.#failures.keys().next().value ?? '')
  }

  giveBack(key: string, at: number): void {
    const times = this.#failures.get(key)
    const index = times?.lastIndexOf(at) ?? -1
    if (index >= 0) times?.splice(index, 1)
    if (times?.length === 0) this.#failures.delete(key)
  }

  #read(key: string, now: number): number[] {
    return (this.#failures.get(key) ?? []).filter((time) => time > now - WINDOW_MS)
  }
}

/** The kinds of windows, with the failures that each allows in a quarter of an hour. */
const MOST_FAILURES = { account: 10, address: 30, device: 10, session: 10 } as const

export type AttemptKey = readonly [keyof typeof MOST_FAILURES, string]

/** Too many failures. `waitMs`: until the next attempt is allowed. */
export class TooManyAttempts extends CheckoutError {
  readonly waitMs: number

  constructor(waitMs: number) {
    super('rate_limited', `Too many attempts: try again in ${formatWait(waitMs)}.`)
    this.waitMs = waitMs
  }
}

function formatWait(waitMs: number): string {
  const minutes = Math.ceil(waitMs / 60_000)
  if (minutes > 120) return `${Math.ceil(minutes / 60)} hours`
  return minutes === 1 ? 'a minute' : `${minutes} minutes`
}

export type Attempts = <T>(keys: readonly AttemptKey[], work: () => Promise<T>) => Promise<T>

/** Runs attempts. Those that throw a refusal count against all their keys. Throws TooManyAttempts. */
export function createAttempts(elapsed: () => number): Attempts {
  const windows = {
    account: new FailureWindow(MOST_FAILURES.account),
    address: new FailureWindow(MOST_FAILURES.address),
    device: new FailureWindow(MOST_FAILURES.device),
    session: new FailureWindow(MOST_FAILURES.session),
  }
  return async (keys, work) => {
    const now = elapsed()
    const waitMs = Math.max(...keys.map(([kind, key]) => windows[kind].waitMs(key, now)))
    if (waitMs > 0) throw new TooManyAttempts(waitMs)
    for (const [kind, key] of keys) windows[kind].take(key, now)
    const giveBack = () => {
      for (const [kind, key] of keys) windows[kind].giveBack(key, now)
    }
    try {
      const value = await work()
      giveBack()
      return value
    } catch (error) {
      if (!(error instanceof CheckoutError && error.code === 'invalid_credentials')) giveBack()
      throw error
    }
  }
}
