import type { Network } from '../chains/network.ts'
import type { Context } from '../context/context.ts'
import { CheckoutError } from '../domain/error.ts'
import { findCursor } from './store.ts'

/**
 * Throws `not_ready` for a network that was never read, because its nodes may be unreachable. A network with a cursor
 * in the database was read before a restart, and stays on offer while its nodes are down.
 */
export async function requireRead(ctx: Context, network: Network): Promise<void> {
  if (await wasEverRead(ctx, network)) return
  throw new CheckoutError(
    'not_ready',
    `${network.name} was not read yet in ${network.environment}: try again in a few seconds.`,
    'network',
  )
}

const LOOK_EVERY_MS = 50

/** Waits until every network was read, for a limited time. Another process may be the reader. */
export async function waitForFirstReadings(ctx: Context, withinMs: number): Promise<void> {
  for (let waitedMs = 0; waitedMs < withinMs; waitedMs += LOOK_EVERY_MS) {
    const read = await Promise.all(ctx.networks.map((network) => wasEverRead(ctx, network)))
    if (!read.includes(false)) return
    await ctx.pause(LOOK_EVERY_MS)
  }
}

/** Networks with a cursor in the database. Another process may be their reader. */
const readBefore = new WeakSet<Network>()

/** Whether this process knows that a network was read. It waits for first readings when it starts. */
export function isKnownRead(ctx: Pick<Context, 'wasRead'>, network: Network): boolean {
  return ctx.wasRead(network) || readBefore.has(network)
}

async function wasEverRead(ctx: Context, network: Network): Promise<boolean> {
  if (isKnownRead(ctx, network)) return true
  if (!(await findCursor(ctx.db, network))) return false
  readBefore.add(network)
  return true
}
