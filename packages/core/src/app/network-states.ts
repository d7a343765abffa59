import { describeShortRange } from '../chains/block-ranges.ts'
import type { Network } from '../chains/network.ts'
import type { NodeState } from '../chains/roles.ts'
import type { Context } from '../context/context.ts'
import type { SendTrouble } from '../domain/send.ts'
import { toIsoTime, toIsoTimeOrNull } from '../domain/time.ts'
import type { NetworkHealth, NetworkTrouble } from '../networks/health.ts'
import { findFinality } from '../networks/progress.ts'
import type { WitnessCount } from '../networks/witnesses.ts'
import { describeLostCoins } from '../settlements/paid-out.ts'
import { countOpenSends, type OpenSends } from '../transactions/send.ts'
import { findRecheckPosition } from '../watcher/recheck.ts'

/** The state of a network, for health views and `doctor`. Numbers are block numbers unless stated otherwise. */
export type NetworkState = {
  readonly environment: string
  readonly network: string
  /** CAIP-2. */
  readonly chain: string
  /** The newest block that a node showed to this process; null before the first answer. */
  readonly head: number | null
  readonly headTime: string | null
  /** The last block read; null before the first reading. */
  readonly read: number | null
  readonly readTime: string | null
  readonly final: number | null
  /** Seconds since this process last saw the final block move; null before its first reading. */
  readonly finalStandsSeconds: number | null
  /** The number of blocks that are not read yet: new ones, and those skipped while the server was down. */
  readonly lag: { readonly blocks: number; readonly missed: number }
  /** The last final block that was reread. */
  readonly reread: number | null
  /** Seconds since the newest block that this process saw. */
  readonly unreadSeconds: number
  readonly trouble: string | null
  /** The kinds of the trouble. */
  readonly troubles: readonly NetworkTrouble[]
  /** Text about deposits whose coins are gone and were not paid out; null if there are none. */
  readonly lostCoins: string | null
  /** As configured, and whether the contract agrees; null before it was asked. */
  readonly coins: readonly {
    readonly coin: string
    readonly address: string
    readonly decimals: number
    readonly confirmed: boolean | null
  }[]
  /** `shortRange`: that its limit of blocks is below what becomes final at a time; null while it is not known to be. */
  readonly nodes: readonly (NodeState & { readonly shortRange: string | null })[]
  /**
   * The number of nodes that must confirm finality, and of those that answer. With fewer, payments stay in processing.
   */
  readonly witnesses: WitnessCount
  /** The state of this checkout's keys on it; null if it has none. */
  readonly sending: readonly SendingState[] | null
}

/** The state of one key's transactions. */
type SendingState = OpenSends & {
  readonly address: string
  readonly troubles: readonly SendTrouble[]
}

export function listNetworkStates(ctx: Context, health: NetworkHealth): Promise<NetworkState[]> {
  return Promise.all(
    ctx.networks.map(async (network) => {
      const read = await findFinality(ctx.db, network)
      const audit = await findRecheckPosition(ctx, network)
      const lost = await describeLostCoins(ctx, network)
      const sending = await countSends(ctx, network)
      // The answers of health belong together, so nothing is awaited from here on.
      const head = health.head(network)
      return {
        environment: network.environment,
        network: network.name,
        chain: network.chain.id,
        head: head?.number ?? null,
        headTime: toIsoTimeOrNull(head?.time ?? null),
        read: read?.blockNumber ?? null,
        readTime: read && toIsoTime(read.blockTime),
        final: read?.finalNumber ?? null,
        finalStandsSeconds: toSeconds(health.finalStandsFor(network)),
        lag: {
          blocks: head && read ? Math.max(0, head.number - read.blockNumber) : 0,
          missed: audit?.missed ?? 0,
        },
        reread: audit?.number ?? null,
        unreadSeconds: Math.floor(health.unreadFor(network) / 1_000),
        trouble: [health.trouble(network), lost].filter((text) => text !== null).join('; ') || null,
        troubles: [...health.troubles(network), ...(lost === null ? [] : (['lost_coins'] as const))],
        lostCoins: lost,
        coins: network.tokens.map((token) => {
          const check = health.coin(network, token.coin)
          return { ...token, confirmed: check && check.trouble === null }
        }),
        nodes: network.chain.nodes.states().map((node) => {
          return { ...node, shortRange: describeShortRange(node.range, read?.finalStep ?? 0) }
        }),
        witnesses: health.witnesses(network),
        sending: sending?.map((one) => ({ ...one, troubles: health.sendTroubles(network, one.address) })) ?? null,
      }
    }),
  )
}

function toSeconds(ms: number | null): number | null {
  return ms === null ? null : Math.floor(ms / 1_000)
}

async function countSends(ctx: Context, network: Network): Promise<Omit<SendingState, 'troubles'>[] | null> {
  if (!network.sending) return null
  return Promise.all(
    network.sending.signers.map(async (signer) => ({
      address: signer.address,
      ...(await countOpenSends(ctx.db, network, signer)),
    })),
  )
}
