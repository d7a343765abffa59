import type { OfferedAsset } from '@crypto-checkout/api-types'
import { CheckoutError } from '../../domain/error.ts'
import { min } from '../../domain/money.ts'
import type { Payer, TransferRequest } from '../payer-transactions.ts'
import type { StellarEndpoints } from './endpoints.ts'
import { parseStroops } from './fields.ts'
import { formatAssetName, type KnownAsset } from './identifiers.ts'
import type { PaymentPath, StellarNode } from './node.ts'
import { formatStroops } from './payment-uri.ts'
import type { Exchange } from './transaction.ts'

/**
 * The distance of the maximum from the current price: a hundredth. Prices of coins and XLM seldom move more while a
 * payer looks at a wallet. The network takes no more than the price at that time, and the payer is shown the maximum.
 */
const ALLOWANCE = 100n
/** An account with more assets chooses among the first. */
const MAX_OFFERS = 5

export const canFindPaths = (node: StellarNode) => node.findPaymentPaths !== null

/**
 * The ways to pay an order with another asset: coins known here first, then XLM, then all others. Empty when no node
 * knows the offers.
 */
export async function listPaymentPaths(
  endpoints: StellarEndpoints,
  assets: readonly KnownAsset[],
  { token, rawAmount }: TransferRequest,
  account: string,
): Promise<PaymentPath[]> {
  if (!endpoints.some(canFindPaths)) return []
  const ways = await endpoints.use(async (node) => (await node.findPaymentPaths?.(account, token, rawAmount)) ?? [], {
    able: canFindPaths,
  })
  const first = [...assets.map(formatAssetName), formatAssetName(null)]
  const rank = ({ asset }: PaymentPath) =>
    first.includes(formatAssetName(asset)) ? first.indexOf(formatAssetName(asset)) : first.length
  return ways.toSorted((a, b) => rank(a) - rank(b))
}

/** In the form that payers choose from. */
export function toOfferedAssets(ways: readonly PaymentPath[]): OfferedAsset[] {
  return ways.slice(0, MAX_OFFERS).map((way) => ({
    asset: formatAssetName(way.asset),
    max: formatStroops(computeMost(way)),
    path: way.path.map(formatAssetName),
  }))
}

/** Never more than the account has, which is enough for the current price. */
function computeMost({ cost, spendable }: PaymentPath): bigint {
  return min(cost + (cost + ALLOWANCE - 1n) / ALLOWANCE, spendable)
}

/**
 * The exchange that a payer chose, never for more than they chose. Throws `offers_changed` when that is no longer
 * enough.
 */
export function chooseExchange(ways: readonly PaymentPath[], { asset, max }: NonNullable<Payer['send']>): Exchange {
  const way = ways.find((one) => formatAssetName(one.asset) === asset)
  if (!way) throw changed(`The account cannot pay with ${asset.slice(0, 69)} now`)
  const chosen = parseStroops(max)
  if (way.cost > chosen) throw changed(`It costs ${formatStroops(way.cost)} by now, more than was chosen`)
  return { asset: way.asset, max: min(computeMost(way), chosen), path: way.path }
}

function changed(why: string): CheckoutError {
  return new CheckoutError('offers_changed', `${why}. Nothing was sent: choose again.`, 'send')
}
