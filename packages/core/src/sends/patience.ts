import type { Network } from '../chains/network.ts'
import type { Context } from '../context.ts'

/** When this process saw something first, by its monotonic clock. */
const begun = new WeakMap<Network, Map<string, number>>()

/**
 * How long this process has seen something on a network. The wall clock has no say: it can be set, and a jump would end
 * a patience that protects money. Another process begins anew.
 */
export function waitedFor(ctx: Pick<Context, 'elapsed'>, network: Network, what: string): number {
  const own = begun.get(network) ?? new Map<string, number>()
  begun.set(network, own)
  const now = ctx.elapsed()
  const since = own.get(what) ?? now
  own.set(what, since)
  return now - since
}

/** It is over: the next time is the first again. */
export function endWaiting(network: Network, what: string): void {
  begun.get(network)?.delete(what)
}
