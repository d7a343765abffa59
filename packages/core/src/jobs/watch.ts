import type { Network } from '../chains/network.ts'
import type { Context } from '../context.ts'
import { finalityOf } from '../networks/finality.ts'
import type { NetworkHealth } from '../networks/health.ts'
import { readNetwork } from '../networks/read.ts'
import { expireOverdue } from '../payments/expire.ts'
import type { Job } from './runner.ts'

const EXPIRE_AT_ONCE = 100
/** A halted network is looked at again in case the node was wrong, and says so each time. */
const HALTED_POLL_MS = 60_000

/** Reads a network step by step, and expires what its blocks have left behind. */
export function watchJob(ctx: Context, network: Network, health: NetworkHealth): Job {
  let haltedUntil = 0
  return {
    name: watchName(network),
    everyMs: network.pollMs,
    async run() {
      if (ctx.elapsed() < haltedUntil) return { more: false }
      const reading = await readNetwork(ctx, network)
      if ('halted' in reading) {
        haltedUntil = ctx.elapsed() + HALTED_POLL_MS
        health.halted(network, reading.halted)
        throw new Error(`halted, no payment on it will be completed: ${reading.halted}`)
      }
      health.read(network)
      const more = (await expirePassed(ctx, network)) || reading.more
      return { more }
    },
  }
}

/** The job's name, by which its failures are told to its network. */
export function watchName(network: Network): string {
  return `watch ${network.environment} ${network.name}`
}

/** True when there may be more to expire. */
async function expirePassed(ctx: Context, network: Network): Promise<boolean> {
  const read = await finalityOf(ctx.db, network)
  if (!read) return false
  return (await expireOverdue(ctx, network, read.blockTime, EXPIRE_AT_ONCE)) === EXPIRE_AT_ONCE
}
