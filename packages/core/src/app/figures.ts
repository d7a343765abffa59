import type { Environment } from '../catalog/environments.ts'
import type { Context } from '../context.ts'
import { pendingDeliveries } from '../deliveries/find.ts'
import type { GasBoard } from '../jobs/gas.ts'
import { oldestUnknown, openSends } from '../sends/open.ts'
import { nonceGap } from '../sends/unknown.ts'
import type { Connections } from '../storage/database.ts'
import { disabledWebhooks } from '../webhooks/find.ts'

/** How one key's transactions stand, and what it has. */
type KeyFigures = {
  readonly environment: Environment
  readonly network: string
  readonly address: string
  readonly queued: number
  readonly signed: number
  /** Of the oldest one that is signed and may be mined or not; 0 where there is none. */
  readonly unknownSeconds: number
  /** In wei, within the last minute; null while it is not known. */
  readonly balance: bigint | null
  /**
   * How many transactions it has sent by the chain's count, within the last minute, beyond those that were signed here: below 0 while
   * some of these are not mined, above it once others use the key. Null before the first one.
   */
  readonly nonceGap: number | null
}

/** What is counted when somebody asks: each by an index, however much there is. */
export type Figures = {
  /** How many deliveries are not sent, counted up to 10,000. */
  readonly pendingDeliveries: number
  /** The age of the oldest of them; 0 where all are sent. */
  readonly oldestDeliverySeconds: number
  readonly disabledWebhooks: number
  readonly keys: readonly KeyFigures[]
  /** What one of several servers does at a time, and whether it is this one; nothing where there can be but one. */
  readonly leases: readonly Held[]
  /** Of the database that read; null with SQLite. */
  readonly connections: Connections | null
}

export type Held = { readonly name: string; readonly held: boolean }

export async function figures(ctx: Context, gas: GasBoard): Promise<Omit<Figures, 'leases' | 'connections'>> {
  const now = ctx.now()
  const secondsSince = (time: number | null) => (time === null ? 0 : Math.max(0, now - time) / 1_000)
  const keys = ctx.networks.flatMap((network) =>
    (network.sending?.signers ?? []).map(async (signer) => {
      const onChain = gas.get(network)?.get(signer.address) ?? null
      return {
        environment: network.environment,
        network: network.name,
        address: signer.address,
        ...(await openSends(ctx.db, network, signer)),
        unknownSeconds: secondsSince(await oldestUnknown(ctx.db, network, signer)),
        balance: onChain?.balance ?? null,
        nonceGap: onChain && (await nonceGap(ctx, network, signer, onChain.sent)),
      }
    }),
  )
  const pending = await pendingDeliveries(ctx.db)
  return {
    pendingDeliveries: pending.count,
    oldestDeliverySeconds: secondsSince(pending.oldest),
    disabledWebhooks: await disabledWebhooks(ctx.db),
    keys: await Promise.all(keys),
  }
}
