import type { Network } from '../chains/network.ts'
import type { MarketFees } from '../chains/transactor.ts'
import type { Context } from '../context/context.ts'
import { type Cache, createCache } from '../domain/cache.ts'

/** The price of gas on a network, and the balance of its gas key, in wei. */
export type GasOnNetwork = { readonly market: MarketFees; readonly balance: bigint }

type Known = { readonly keep: Cache<GasOnNetwork>; last: { readonly gas: GasOnNetwork; readonly at: number } | null }

/** Payers ask more often than blocks arrive. */
const KEEP_MS = 5_000
/** Older readings say nothing about the present. */
const LAST_MS = 180_000

const known = new WeakMap<Network, Known>()

/** At most a few seconds old. Null if the network has no gas key. Throws NodeError. */
export async function readGas(ctx: Pick<Context, 'elapsed'>, network: Network): Promise<GasOnNetwork | null> {
  const { transactor } = network.chain
  const key = network.sending?.gas
  if (!transactor || !key) return null
  const own = known.get(network) ?? { keep: createCache<GasOnNetwork>(KEEP_MS, ctx.elapsed), last: null }
  known.set(network, own)
  return own.keep(key.address, async () => {
    const [market, balance] = await Promise.all([transactor.fees(), transactor.balance(key.address)])
    own.last = { gas: { market, balance }, at: ctx.elapsed() }
    return own.last.gas
  })
}

/** The last reading, without a request to a node; null if it is too old. */
export function getLastGas(ctx: Pick<Context, 'elapsed'>, network: Network): GasOnNetwork | null {
  const last = known.get(network)?.last
  return last && ctx.elapsed() - last.at <= LAST_MS ? last.gas : null
}
