import type { Context } from '../context.ts'
import { isId } from '../domain/id.ts'
import { clientNetwork } from '../http/client-network.ts'
import { RateLimits, retryAfterSeconds } from '../http/rate-limit.ts'

const REQUESTS_A_PAYMENT = 60
const REQUESTS_AN_ADDRESS = 600

/** Counts a visit from an address to a payment. Answers how many seconds it has to wait; 0 when it may pass. */
export type VisitLimits = (address: string, id: string) => number

/** In any minute 60 requests for a payment from an address or IPv6 /64, and 600 in all. Refusals are not counted. */
export function visitLimits(ctx: Context): VisitLimits {
  const limits = new RateLimits()
  return (address, id) => {
    const now = ctx.elapsed()
    const visitor = clientNetwork(address)
    // What is no id at all shares one window, so that its length costs nothing.
    const payment = isId('pay', id) ? id : 'none'
    const windows = [
      limits.window(`address ${visitor}`, REQUESTS_AN_ADDRESS, now),
      limits.window(`payment ${visitor} ${payment}`, REQUESTS_A_PAYMENT, now),
    ]
    const full = windows.filter((window) => window.waitMs(now) > 0)
    if (full.length > 0) return Math.max(...full.map((window) => retryAfterSeconds(window.waitMs(now))))
    for (const window of windows) window.accept(now)
    return 0
  }
}
