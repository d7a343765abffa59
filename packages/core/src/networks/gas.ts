import { type Keep, keepFor } from '../chains/keep.ts'
import type { Network } from '../chains/network.ts'
import type { MarketFees } from '../chains/transactor.ts'
import type { Context } from '../context.ts'

/** What gas costs on a network, and what its key for gas has to pay for it, in wei. */
export type GasOnNetwork = { readonly market: MarketFees; readonly balance: bigint }

type Known = { readonly keep: Keep<GasOnNetwork>; last: { readonly gas: GasOnNetwork; readonly at: number } | null }

/** Payers ask more often than blocks come. */
const KEEP_MS = 5_000
/** What was read longer ago says nothing of now. */
const LAST_MS = 180_000

const known = new WeakMap<Network, Known>()

/** As of the last few seconds. Null where the network has no key for gas. Throws NodeError. */
export async function readGas(ctx: Pick<Context, 'elapsed'>, network: Network): Promise<GasOnNetwork | null> {
  const { transactor } = network.chain
  const key = network.sending?.gas
  if (!transactor || !key) return null
  const own = known.get(network) ?? { keep: keepFor<GasOnNetwork>(KEEP_MS, ctx.elapsed), last: null }
  known.set(network, own)
  return own.keep(key.address, async () => {
    const [market, balance] = await Promise.all([transactor.fees(), transactor.balance(key.address)])
    own.last = { gas: { market, balance }, at: ctx.elapsed() }
    return own.last.gas
  })
}

/** What was read last, without asking a node; null where nothing was read lately. */
export function lastGas(ctx: Pick<Context, 'elapsed'>, network: Network): GasOnNetwork | null {
  const last = known.get(network)?.last
  return last && ctx.elapsed() - last.at <= LAST_MS ? last.gas : null
}
