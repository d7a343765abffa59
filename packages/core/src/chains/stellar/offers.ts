import type { OfferedAsset } from '@crypto-checkout/api-types'
import { CheckoutError } from '../../domain/error.ts'
import { smaller } from '../../domain/money.ts'
import type { Order, Payer } from '../chain.ts'
import { type KnownAsset, nameOf } from './asset.ts'
import type { StellarEndpoints } from './endpoints.ts'
import { parseStroops } from './fields.ts'
import type { StellarNode, Way } from './node.ts'
import { formatStroops } from './payment-uri.ts'
import type { Exchange } from './transaction.ts'

/**
 * How far the maximum lies above the current price: a hundredth. Prices of coins and XLM seldom move more while a payer
 * looks at a wallet. The network takes no more than the price at that time, and the payer is shown the maximum.
 */
const ALLOWANCE = 100n
/** An account with more assets chooses among the first. */
const MAX_OFFERS = 5

export const knowsOffers = (node: StellarNode) => node.ways !== null

/**
 * The ways to pay an order with another asset: coins known here first, then XLM, then all others. Empty when no node
 * knows the offers.
 */
export async function waysToPay(
  endpoints: StellarEndpoints,
  assets: readonly KnownAsset[],
  { token, rawAmount }: Order,
  account: string,
): Promise<Way[]> {
  if (!endpoints.some(knowsOffers)) return []
  const ways = await endpoints.use(async (node) => (await node.ways?.(account, token, rawAmount)) ?? [], {
    able: knowsOffers,
  })
  const first = [...assets.map(nameOf), nameOf(null)]
  const rank = ({ asset }: Way) => (first.includes(nameOf(asset)) ? first.indexOf(nameOf(asset)) : first.length)
  return ways.toSorted((a, b) => rank(a) - rank(b))
}

/** In the form that payers choose from. */
export function offersOf(ways: readonly Way[]): OfferedAsset[] {
  return ways.slice(0, MAX_OFFERS).map((way) => ({
    asset: nameOf(way.asset),
    max: formatStroops(mostOf(way)),
    path: way.path.map(nameOf),
  }))
}

/** Never more than the account has, which is enough for the current price. */
function mostOf({ cost, spendable }: Way): bigint {
  return smaller(cost + (cost + ALLOWANCE - 1n) / ALLOWANCE, spendable)
}

/**
 * The exchange that a payer chose, never for more than they chose. Throws `offers_changed` when that is no longer
 * enough.
 */
export function exchangeBy(ways: readonly Way[], { asset, max }: NonNullable<Payer['send']>): Exchange {
  const way = ways.find((one) => nameOf(one.asset) === asset)
  if (!way) throw changed(`The account cannot pay with ${asset.slice(0, 69)} now`)
  const chosen = parseStroops(max)
  if (way.cost > chosen) throw changed(`It costs ${formatStroops(way.cost)} by now, more than was chosen`)
  return { asset: way.asset, max: smaller(mostOf(way), chosen), path: way.path }
}

function changed(why: string): CheckoutError {
  return new CheckoutError('offers_changed', `${why}. Nothing was sent: choose again.`, 'send')
}
