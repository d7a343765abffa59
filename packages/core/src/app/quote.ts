/** Prices by the feeds: the rates of payments, and the bound of network fees. */
import { getTokenAt, type Network } from '../chains/network.ts'
import type { Context } from '../context/context.ts'
import { CheckoutError, type RefusalCode } from '../domain/error.ts'
import { limitByWorth } from '../domain/fee.ts'
import { parseRate } from '../domain/money.ts'
import { computeCoinRate, formatRate, ONE_USD, type Priced, pickDearest, type Rates } from '../domain/rate.ts'
import type { FeedPrices, KnownReading } from '../networks/feed-cache.ts'

/** A number, or `chainlink` for the feed's price. */
type ConfiguredRates = Readonly<Record<string, number | 'chainlink'>>

/** Lets the sandbox be tried in several currencies at once. Production needs real rates. */
const sandboxRates: ConfiguredRates = { EUR: 1.08, GBP: 1.27, CHF: 1.13 }

/** Returns the rates that price a payment. Throws `unsupported_asset`, `unsupported_currency` and `not_ready`. */
type Quote = (network: Network, coin: string, currency: string) => Rates

/** Quotes by the configured rates and the feeds' last prices. */
export function createQuote(configured: ConfiguredRates, networks: readonly Network[], board: FeedPrices): Quote {
  const rates = {
    production: ratesFrom(configured),
    sandbox: ratesFrom({ ...sandboxRates, ...withoutFeedless(configured, networks) }),
  }
  return (network, coin, currency) => ({
    usdPerCoin: usdPerCoin(board, network, coin),
    usdPerFiat: usdPerFiat(board, network, currency, rates[network.environment].get(currency)),
  })
}

/** Test networks have no feeds: the sandbox's own rates replace them. */
function withoutFeedless(configured: ConfiguredRates, networks: readonly Network[]): ConfiguredRates {
  const fed = networks.filter((one) => one.environment === 'sandbox').flatMap((one) => one.feeds)
  const usable = Object.entries(configured).filter(
    ([currency, rate]) => rate !== 'chainlink' || fed.some((feed) => feed.base === currency),
  )
  return Object.fromEntries(usable)
}

type FiatRate = bigint | 'chainlink'

function ratesFrom(configured: ConfiguredRates): ReadonlyMap<string, FiatRate> {
  const entries = Object.entries<ConfiguredRates[string]>({ ...configured, USD: 1 })
  return new Map(entries.map(([currency, rate]) => [currency, rate === 'chainlink' ? rate : parseRate(rate)]))
}

/**
 * The network's own feed counts, or another network's if that one is stale, or par if there is no feed. If no reading
 * is fresh, the last one may still refuse the coin.
 */
function usdPerCoin(board: FeedPrices, network: Network, coin: string): bigint {
  const known = board.readings(network.environment, coin)
  const chosen = chooseReading('coin', network, known) ?? known[0]
  if (!chosen) return ONE_USD
  const rate = computeCoinRate(chosen.reading.price, chosen.stale ? 'stale' : 'fresh')
  if (rate !== null) return rate
  throw new CheckoutError(
    'unsupported_asset',
    `${coin} ${chosen.stale ? 'was last seen' : 'is'} at ${formatRate(chosen.reading.price)} USD, too far from 1: ask for another coin, or wait until it has recovered.`,
    'cryptocurrency',
  )
}

/**
 * The reading that counts on a network: its own feed's; else the newest on which several nodes of another network
 * agree; else, of those from one node, the one that costs the payer more. Null if none is fresh.
 */
function chooseReading(of: Priced, network: Network, known: readonly KnownReading[]): KnownReading | null {
  const fresh = known.filter((one) => !one.stale)
  const best = fresh.find((one) => one.network === network) ?? fresh.find(({ reading }) => reading.voices > 1)
  if (best || fresh.length === 0) return best ?? null
  return pickDearest(
    of,
    fresh.map((one) => ({ ...one, price: one.reading.price })),
  )
}

/** Throws `unsupported_currency` if neither the configuration nor a fresh reading has the rate. */
function usdPerFiat(board: FeedPrices, network: Network, currency: string, rate?: FiatRate): bigint {
  if (typeof rate === 'bigint') return rate
  const readings = board.readings(network.environment, currency)
  const chosen = chooseReading('currency', network, readings)
  if (chosen) return chosen.reading.price
  const [code, message] = noRate(currency, rate, readings.length > 0)
  throw new CheckoutError(code, message, 'currency')
}

function noRate(currency: string, rate: FiatRate | undefined, wasRead: boolean): readonly [RefusalCode, string] {
  if (rate === undefined) {
    return ['unsupported_currency', `There is no rate for ${currency}: add one under rates in the configuration.`]
  }
  if (wasRead) return ['unsupported_currency', `The rate of ${currency} is out of date: try again later.`]
  return ['not_ready', `The rate of ${currency} was not read yet: try again in a few seconds.`]
}

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
