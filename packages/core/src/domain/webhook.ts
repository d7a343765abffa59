/** Standard Webhooks 1.0.0: how a delivery is signed, and when a failed one is repeated. */

import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { HOUR_MS, MINUTE_MS } from './time.ts'

const PREFIX = 'whsec_'

/**
 * The header `webhook-signature` of Standard Webhooks 1.0.0: HMAC-SHA256 over `id.timestamp.body` with each secret
 * (`whsec_` and base64), as `v1,<base64>`, separated by spaces. `timestampS` is the attempt's time in seconds since the
 * epoch; `body` is sent byte for byte.
 */
export function signWebhook(secrets: readonly string[], id: string, timestampS: number, body: string): string {
  const content = `${id}.${timestampS}.${body}`
  return secrets.map((secret) => `v1,${createHmac('sha256', toKey(secret)).update(content).digest('base64')}`).join(' ')
}

function toKey(secret: string): KeyObject {
  if (!secret.startsWith(PREFIX)) throw new TypeError(`a webhook secret begins with ${PREFIX}`)
  return createSecretKey(secret.slice(PREFIX.length), 'base64')
}

const SECOND_MS = 1_000

/** The pauses after the first attempt, the second, and so on, from Standard Webhooks 1.0.0: 75.6 hours in all. */
const PAUSES_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
]

/** An endpoint that has only failed for this long is disabled. */
const DISABLED_AFTER_MS = 5 * 24 * HOUR_MS

/**
 * Milliseconds to wait after attempt number `attempts` (from 1) has failed; null after the tenth, when the delivery is
 * given up. `retryAfterS` is the receiver's request, limited to between the usual pause and twice that. `random` adds
 * up to a tenth, so that deliveries that failed together do not retry together.
 */
export function computePauseMs(
  attempts: number,
  retryAfterS: number | null,
  random: (below: number) => number,
): number | null {
  const pauseMs = PAUSES_MS[attempts - 1]
  if (pauseMs === undefined) return null
  const askedMs = Math.min(Math.max((retryAfterS ?? 0) * SECOND_MS, pauseMs), 2 * pauseMs)
  return askedMs + random(pauseMs / 10 + 1)
}

/** Tells whether to disable an endpoint that has had no success since this time. */
export function hasFailedTooLong(failingSince: number, now: number): boolean {
  return now - failingSince >= DISABLED_AFTER_MS
}
