import type { Context } from '../context/context.ts'
import type { Environment } from '../domain/catalog/environments.ts'
import type { Connections } from '../storage/database.ts'
import { computeNonceGap } from '../transactions/external-transactions.ts'
import { countOpenSends, findOldestUnknown } from '../transactions/find.ts'
import { countPendingDeliveries } from '../webhooks/deliveries/find.ts'
import { countAllDisabledWebhooks } from '../webhooks/find.ts'
import type { KeyBalanceCache } from '../workers/gas.ts'

/** The state of one key's transactions, and its balance. */
type KeyFigures = {
  readonly environment: Environment
  readonly network: string
  readonly address: string
  readonly queued: number
  readonly signed: number
  /** The age of the oldest signed transaction whose outcome is unknown; 0 if there is none. */
  readonly unknownSeconds: number
  /** In wei, at most a minute old; null while it is not known. */
  readonly balance: bigint | null
  /**
   * The chain's count of its transactions minus those signed here, at most a minute old. Below 0 while some of these
   * are not mined, above 0 when others use the key. Null before the first one.
   */
  readonly nonceGap: number | null
}

/** Figures counted on request, each by an index, so the cost does not grow with the data. */
export type Figures = {
  /** How many deliveries are pending, counted up to 10,000. */
  readonly pendingDeliveries: number
  /** The age of the oldest of them; 0 if there are none. */
  readonly oldestDeliverySeconds: number
  readonly disabledWebhooks: number
  readonly keys: readonly KeyFigures[]
  /**
   * The work that one of several servers does at a time, and whether this server does it. Empty if there can be only
   * one.
   */
  readonly leases: readonly LeaseStatus[]
  /** The database's reading connections; null with SQLite. */
  readonly connections: Connections | null
}

export type LeaseStatus = { readonly name: string; readonly held: boolean }

export async function collectFigures(
  ctx: Context,
  gas: KeyBalanceCache,
): Promise<Omit<Figures, 'leases' | 'connections'>> {
  const now = ctx.now()
  const secondsSince = (time: number | null) => (time === null ? 0 : Math.max(0, now - time) / 1_000)
  const keys = ctx.networks.flatMap((network) =>
    (network.sending?.signers ?? []).map(async (signer) => {
      const onChain = gas.get(network)?.get(signer.address) ?? null
      return {
        environment: network.environment,
        network: network.name,
        address: signer.address,
        ...(await countOpenSends(ctx.db, network, signer)),
        unknownSeconds: secondsSince(await findOldestUnknown(ctx.db, network, signer)),
        balance: onChain?.balance ?? null,
        nonceGap: onChain && (await computeNonceGap(ctx, network, signer, onChain.sent)),
      }
    }),
  )
  const pending = await countPendingDeliveries(ctx.db)
  return {
    pendingDeliveries: pending.count,
    oldestDeliverySeconds: secondsSince(pending.oldest),
    disabledWebhooks: await countAllDisabledWebhooks(ctx.db),
    keys: await Promise.all(keys),
  }
}
