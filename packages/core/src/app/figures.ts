import type { Environment } from '../catalog/environments.ts'
import type { Context } from '../context.ts'
import { oldestPending } from '../deliveries/find.ts'
import type { GasBoard } from '../jobs/gas.ts'
import { oldestUnknown, openSends } from '../sends/open.ts'
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
}

/** What is counted when somebody asks: each by an index, however much there is. */
export type Figures = {
  /** The age of the oldest delivery that is not sent, of at most 10,000 of them; 0 where all are. */
  readonly oldestDeliverySeconds: number
  readonly disabledWebhooks: number
  readonly keys: readonly KeyFigures[]
}

export async function figures(ctx: Context, gas: GasBoard): Promise<Figures> {
  const now = ctx.now()
  const secondsSince = (time: number | null) => (time === null ? 0 : Math.max(0, now - time) / 1_000)
  const keys = ctx.networks.flatMap((network) =>
    (network.sending?.signers ?? []).map(async (signer) => ({
      environment: network.environment,
      network: network.name,
      address: signer.address,
      ...(await openSends(ctx.db, network, signer)),
      unknownSeconds: secondsSince(await oldestUnknown(ctx.db, network, signer)),
      balance: gas.get(network)?.get(signer.address) ?? null,
    })),
  )
  return {
    oldestDeliverySeconds: secondsSince(await oldestPending(ctx.db)),
    disabledWebhooks: await disabledWebhooks(ctx.db),
    keys: await Promise.all(keys),
  }
}
