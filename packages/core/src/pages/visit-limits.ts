import { RateLimits, toRetryAfterSeconds } from '../api/rate-limit.ts'
import type { Context } from '../context/context.ts'
import { isId } from '../domain/id.ts'
import { getClientNetwork } from '../http/client-network.ts'

/**
 * Per minute and address. A visible screen reads a payment's status 30 times a minute, so 240 leaves room for eight
 * screens behind one router.
 */
const MOST = {
  status: { payment: 240, all: 600 },
  visit: { payment: 60, all: 600 },
} as const

/** `status`: a request only reads a payment's status. `visit`: it loads a page, asks a node or writes. */
type VisitKind = keyof typeof MOST

/** Counts a request from an address for a payment. Returns the seconds to wait; 0 if it may pass. */
export type VisitLimits = (address: string, id: string, kind?: VisitKind) => number

/**
 * Limits requests without keys, by address or IPv6 /64. Reads of the status are counted separately: waiting screens
 * must not prevent loading the page or paying. Refusals are not counted.
 */
export function createVisitLimits(ctx: Context): VisitLimits {
  const limits = new RateLimits()
  return (address, id, kind = 'visit') => {
    const now = ctx.elapsed()
    const visitor = getClientNetwork(address)
    // All invalid ids share one window, so that their length costs nothing.
    const payment = isId('pay', id) ? id : 'none'
    const windows = [
      limits.window(`${kind} address ${visitor}`, MOST[kind].all, now),
      limits.window(`${kind} payment ${visitor} ${payment}`, MOST[kind].payment, now),
    ]
    const full = windows.filter((window) => window.waitMs(now) > 0)
    if (full.length > 0) return Math.max(...full.map((window) => toRetryAfterSeconds(window.waitMs(now))))
    for (const window of windows) window.accept(now)
    return 0
  }
}
