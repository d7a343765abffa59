/** The times at which the status is read again, by the server's clock. */
import type { PublicPayment } from '@crypto-checkout/api-types'

/** The server allows 240 reads of a payment a minute for each address: enough for eight screens that do not wait. */
const OPEN_MS = 2000
const HIDDEN_MS = 10_000
const ENDED_MS = 30_000
/** Late money can revive an ended payment. It is polled for this long, and then only on request. */
const WATCH_ENDED_MS = 3_600_000
const FIRST_RETRY_MS = 1000
const LAST_RETRY_MS = 30_000
const LONGEST_WAIT_MS = 300_000

/** The delay before the next poll after an answer, in milliseconds; null if there is nothing to wait for. */
export function computePollDelayMs(
  payment: Pick<PublicPayment, 'status' | 'expiresAt'>,
  nowMs: number,
  hidden: boolean,
): number | null {
  switch (payment.status) {
    case 'completed':
      return null
    case 'expired':
    case 'cancelled':
      return nowMs < Date.parse(payment.expiresAt) + WATCH_ENDED_MS ? ENDED_MS : null
    default:
      return hidden ? HIDDEN_MS : OPEN_MS
  }
}

const MOST_PACE = 8

/**
 * The factor by which polling slows down. A refusal doubles it, and each good answer reduces it a little. This way the
 * screens behind one router share the server's limit.
 */
export function computeNextPace(pace: number, refused: boolean): number {
  return refused ? Math.min(MOST_PACE, 2 * pace) : Math.max(1, pace - 0.05)
}

/**
 * The delay before the next attempt after `streak` failures in a row: it grows, with jitter so that browsers do not
 * retry all at once.
 */
export function computeRetryDelayMs(streak: number, retryAfterMs: number | null, random: () => number): number {
  const ceiling = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(streak - 1, 10))
  const jittered = ceiling * (0.5 + random() / 2)
  return Math.max(jittered, Math.min(retryAfterMs ?? 0, LONGEST_WAIT_MS))
}

/** The server's time, for a browser whose own clock may be wrong by any amount. */
export type ServerClock = {
  /** Sets the clock from the server time of a response and the request's duration. */
  sync(serverTime: string, roundTripMs: number): void
  /** Only counts up. */
  monotonicMs(): number
  /** Unix milliseconds by the server's clock. */
  nowMs(): number
  /**
   * Tells whether the browser's two clocks have diverged since `sync`. Either the device slept (some browsers stop the
   * monotonic clock meanwhile) or its time was set. The server's time must then be read again.
   */
  jumped(): boolean
}

const TOLERANCE_MS = 2000

/** `wallMs` is the device's date; `monotonicMs` only counts up. */
export function createServerClock(wallMs: () => number, monotonicMs: () => number): ServerClock {
  let server = wallMs()
  let wall = server
  let monotonic = monotonicMs()
  return {
    sync(serverTime, roundTripMs) {
      server = Date.parse(serverTime) + roundTripMs / 2
      wall = wallMs()
      monotonic = monotonicMs()
    },
    monotonicMs,
    nowMs: () => server + (monotonicMs() - monotonic),
    jumped: () => Math.abs(wallMs() - wall - (monotonicMs() - monotonic)) > TOLERANCE_MS,
  }
}
