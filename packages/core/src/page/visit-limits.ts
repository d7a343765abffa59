import type { Context } from '../context.ts'
import { isId } from '../domain/id.ts'
import { clientNetwork } from '../http/client-network.ts'
import { RateLimits, retryAfterSeconds } from '../http/rate-limit.ts'

/**
 * In any minute, from an address. A visible screen reads a payment's status 30 times, so that 240 is room for eight
 * screens behind one router.
 */
const MOST = {
  status: { payment: 240, all: 600 },
  visit: { payment: 60, all: 600 },
} as const

/** Whether a request only reads a payment's status, or loads a page, asks a node or writes. */
type VisitKind = keyof typeof MOST

/** Counts a request from an address for a payment. Answers how many seconds it has to wait; 0 when it may pass. */
export type VisitLimits = (address: string, id: string, kind?: VisitKind) => number

/**
 * Limits what an address or an IPv6 /64 may ask without keys. Reads of the status are counted apart: screens that only wait must not
 * keep anybody from loading the page or from paying. Refusals are not counted.
 */
export function visitLimits(ctx: Context): VisitLimits {
  const limits = new RateLimits()
  return (address, id, kind = 'visit') => {
    const now = ctx.elapsed()
    const visitor = clientNetwork(address)
    // What is no id at all shares one window, so that its length costs nothing.
    const payment = isId('pay', id) ? id : 'none'
    const windows = [
      limits.window(`${kind} address ${visitor}`, MOST[kind].all, now),
      limits.window(`${kind} payment ${visitor} ${payment}`, MOST[kind].payment, now),
    ]
    const full = windows.filter((window) => window.waitMs(now) > 0)
    if (full.length > 0) return Math.max(...full.map((window) => retryAfterSeconds(window.waitMs(now))))
    for (const window of windows) window.accept(now)
    return 0
  }
}
