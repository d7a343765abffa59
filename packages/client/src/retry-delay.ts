const FIRST_MS = 500
const MOST_MS = 8_000
/** The checkout's rate limit counts over a minute: it never asks for more. */
const MOST_ASKED_MS = 60_000

/**
 * Milliseconds before the next try, after `tries` failures. The delay doubles each time, with random spread so that
 * clients that failed together do not return together. It is at least what the answer asked for; null if that is more
 * than a minute. `random` is at least 0 and below 1.
 */
export function computeRetryDelayMs(tries: number, askedMs: number | null, random: number): number | null {
  if (askedMs !== null && askedMs > MOST_ASKED_MS) return null
  const backOffMs = Math.min(MOST_MS, FIRST_MS * 2 ** (tries - 1))
  return (askedMs ?? 0) + backOffMs * (0.5 + random / 2)
}

/** Parses `Retry-After` (RFC 9110, section 10.2.3), in seconds or as a date; null if it is neither. */
export function parseRetryAfterMs(header: string | null, nowMs: number): number | null {
  if (header === null) return null
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1_000
  const ms = Date.parse(header)
  return Number.isNaN(ms) ? null : Math.max(0, ms - nowMs)
}
