import type { Context } from '../context.ts'
import { iso } from '../domain/time.ts'
import { finalityOf } from './finality.ts'
import type { NetworkHealth } from './health.ts'

/** How a network stands, for health views and `doctor`. */
export type NetworkState = {
  readonly environment: string
  readonly network: string
  /** CAIP-2. */
  readonly chain: string
  /** The last block read and its time; null before the first reading. */
  readonly block: number | null
  readonly blockTime: string | null
  readonly final: number | null
  /** Seconds since the network was last read by this process. */
  readonly unreadSeconds: number
  readonly trouble: string | null
}

export function networkStates(ctx: Context, health: NetworkHealth): Promise<NetworkState[]> {
  return Promise.all(
    ctx.networks.map(async (network) => {
      const read = await finalityOf(ctx.db, network)
      return {
        environment: network.environment,
        network: network.name,
        chain: network.chain.id,
        block: read?.blockNumber ?? null,
        blockTime: read && iso(read.blockTime),
        final: read?.finalNumber ?? null,
        unreadSeconds: Math.floor(health.unreadFor(network) / 1_000),
        trouble: health.trouble(network),
      }
    }),
  )
}
