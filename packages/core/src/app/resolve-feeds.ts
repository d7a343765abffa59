import { parseEvmAddress } from '../chains/evm/address.ts'
import { getToken, type Network } from '../chains/network.ts'
import type { Feed } from '../chains/roles.ts'
import { isCoin } from '../domain/catalog/coins.ts'
import { COIN_MARGIN_SECONDS, type FeedFacts, getFeedMarginSeconds, getPriceBounds } from '../domain/catalog/feeds.ts'
import type { Environment } from '../domain/catalog/networks.ts'
import { parseRate } from '../domain/money.ts'
import { ConfigError, type ValidConfig } from './config.ts'
import type { EvmNetworkConfig } from './network-config.ts'

/** The catalogue's feeds; given ones replace them or are added. */
export function resolveFeeds(
  facts: Readonly<Record<string, FeedFacts>> = {},
  configured: EvmNetworkConfig['feeds'] = {},
): Feed[] {
  return Object.entries({ ...facts, ...configured }).flatMap(([base, feed]) => {
    if (feed === false) return []
    return [
      toFeed(base, feed, { marginSeconds: getFeedMarginSeconds(base), remedy: `check minUsd and maxUsd of ${base}` }),
    ]
  })
}

function toFeed(
  base: string,
  facts: FeedFacts,
  { marginSeconds, remedy }: { readonly marginSeconds: number; readonly remedy: string },
): Feed {
  const known = getPriceBounds(base)
  const { minUsd = known.minUsd, maxUsd = known.maxUsd } = facts
  return {
    base,
    address: parseEvmAddress(facts.address) ?? facts.address,
    heartbeatMs: facts.heartbeatSeconds * 1_000,
    marginMs: marginSeconds * 1_000,
    minPrice: parseRate(minUsd),
    maxPrice: parseRate(maxUsd),
    remedy,
  }
}

/**
 * The price of a chain's own coin: the operator's number, else its feed. Null if no key sends, if fees may
 * be worth more than their transactions move, and if neither is known. `symbol`: `ETH`.
 */
export function openNativePrice(
  { gasKey, refundKey, feesAboveValue, nativeUsd }: EvmNetworkConfig,
  { feed, symbol }: { readonly feed: FeedFacts | undefined; readonly symbol: string },
): bigint | Feed | null {
  if ((!gasKey && !refundKey) || feesAboveValue) return null
  if (nativeUsd !== undefined) return parseRate(nativeUsd)
  return feed ? toFeed(symbol, feed, { marginSeconds: COIN_MARGIN_SECONDS, remedy: 'set nativeUsd' }) : null
}

/**
 * Removes feeds that price nothing: of coins that no network takes, and of currencies with another rate. Throws
 * ConfigError for a currency whose rate must come from a feed that no network has.
 */
export function removeUnusedFeeds(config: ValidConfig, networks: readonly Network[]): Network[] {
  requireFeeds(config, networks)
  const takes = (environment: Environment, coin: string) =>
    networks.some((network) => network.environment === environment && getToken(network, coin))
  return networks.map((network) => ({
    ...network,
    feeds: network.feeds.filter(({ base }) =>
      isCoin(base) ? takes(network.environment, base) : config.rates?.[base] === 'chainlink',
    ),
  }))
}

/** Beside production, the sandbox needs no feeds: it has rates of its own. */
function requireFeeds(config: ValidConfig, networks: readonly Network[]): void {
  const environment = networks.some((one) => one.environment === 'production') ? 'production' : 'sandbox'
  const fed = networks.filter((one) => one.environment === environment).flatMap((one) => one.feeds)
  for (const [currency, rate] of Object.entries(config.rates ?? {})) {
    if (rate !== 'chainlink' || fed.some((feed) => feed.base === currency)) continue
    throw new ConfigError(
      `rates.${currency}: no network in ${environment} has a feed for ${currency}: add it to a network's feeds, or give a number`,
    )
  }
}
