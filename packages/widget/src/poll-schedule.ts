import type { PublicPayment } from './wire.ts'

/** The server lets 240 reads a minute of a payment through for each address: room for eight screens. */
const OPEN_MS = 2000
const HIDDEN_MS = 10_000
const ENDED_MS = 30_000
/** Late money can revive an ended payment; it is looked for this long, then only when asked. */
const WATCH_ENDED_MS = 3_600_000
const FIRST_RETRY_MS = 1000
const LAST_RETRY_MS = 30_000
const LONGEST_WAIT_MS = 300_000

/** When to ask again after an answer, milliseconds; null when there is nothing to wait for. */
export function pollDelayMs(
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
 * How many times slower to ask after an answer. A refusal doubles it, each good answer takes a little off again: so the
 * screens behind one router share what the server lets through.
 */
export function nextPace(pace: number, refused: boolean): number {
  return refused ? Math.min(MOST_PACE, 2 * pace) : Math.max(1, pace - 0.05)
}

/** When to ask again after `streak` failures in a row: ever later, never all browsers at once. */
export function retryDelayMs(streak: number, retryAfterMs: number | null, random: () => number): number {
  const ceiling = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(streak - 1, 10))
  const jittered = ceiling * (0.5 + random() / 2)
  return Math.max(jittered, Math.min(retryAfterMs ?? 0, LONGEST_WAIT_MS))
}
