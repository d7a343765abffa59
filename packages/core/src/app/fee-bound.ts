import { getTokenAt, type Network } from '../chains/network.ts'
import type { Context } from '../context/context.ts'
import { computeCoinRate, ONE_USD } from '../domain/rate.ts'
import { limitByWorth } from '../domain/worth.ts'
import type { FeedPrices } from '../networks/feed-cache.ts'
import { chooseReading } from './quote.ts'

/** Bounds fees by the feeds' last prices, or by the operator's price of the chain's own coin. */
export function createFeeBound(board: FeedPrices): Context['boundFee'] {
  return (network, { token, amount }) => {
    if (network.nativePrice === null) return null
    const native = board.nativePrice(network)
    if (native === null) return { wei: 0n, isPriced: false }
    return { wei: limitByWorth(amount, { coin: priceCoin(board, network, token), native }), isPriced: true }
  }
}

/** 10^-8 USD for one coin. A coin counts as in a payment. If payments refuse it, its last price counts. */
function priceCoin(board: FeedPrices, network: Network, address: string): bigint {
  const token = getTokenAt(network, address)
  const known = token ? board.readings(network.environment, token.coin) : []
  const reading = chooseReading('coin', network, known) ?? known[0]
  if (!reading) return ONE_USD
  return computeCoinRate(reading.reading.price, reading.stale ? 'stale' : 'fresh') ?? reading.reading.price
}
