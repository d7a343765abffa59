import type { Network } from '../chains/network.ts'
import type { Context } from '../context/context.ts'

/** When this process first saw a condition, by its monotonic clock. */
const startTimes = new WeakMap<Network, Map<string, number>>()

/**
 * How long this process has seen a condition on a network. The wall clock is not used: it can be set, and a jump would
 * end a wait that protects money. Each process measures anew.
 */
export function measureWait(ctx: Pick<Context, 'elapsed'>, network: Network, what: string): number {
  const own = startTimes.get(network) ?? new Map<string, number>()
  startTimes.set(network, own)
  const now = ctx.elapsed()
  const since = own.get(what) ?? now
  own.set(what, since)
  return now - since
}

/** Ends the condition: the next call measures anew. */
export function endWaiting(network: Network, what: string): void {
  startTimes.get(network)?.delete(what)
}
