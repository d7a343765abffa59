import { isCoin } from './coins.ts'

/** Proxies of Chainlink's feeds against USD. Their addresses are facts of the networks. */
export type FeedFacts = {
  readonly address: string
  /** The feed is updated within this time even if the price does not change. */
  readonly heartbeatSeconds: number
  /** Override the known bounds of the coin or currency. */
  readonly minUsd?: number | undefined
  readonly maxUsd?: number | undefined
}

/** The assumed heartbeat of a feed without a stated one: the longest in use. */
export const DEFAULT_HEARTBEAT_SECONDS = 86_400

/** Updates are late when blocks are full. */
export const COIN_MARGIN_SECONDS = 3_600
/**
 * Currencies are not traded at weekends: their feeds are silent from Friday to Sunday night, and longer at holidays.
 */
const CURRENCY_MARGIN_SECONDS = 3 * 86_400

/** Returns the time beyond its heartbeat for which a feed may be silent. */
export function getFeedMarginSeconds(base: string): number {
  return isCoin(base) ? COIN_MARGIN_SECONDS : CURRENCY_MARGIN_SECONDS
}

/** The bounds of one unit's price in USD: about half its lowest and twice its highest price ever. */
type PriceBounds = { readonly minUsd: number; readonly maxUsd: number }

/** A price outside these bounds is a mistake, or a node's lie. */
const currencyBounds: Readonly<Record<string, PriceBounds>> = {
  EUR: { minUsd: 0.5, maxUsd: 2.5 },
  GBP: { minUsd: 0.6, maxUsd: 3 },
  CHF: { minUsd: 0.5, maxUsd: 2.5 },
  AUD: { minUsd: 0.3, maxUsd: 2 },
  CAD: { minUsd: 0.35, maxUsd: 2 },
  NZD: { minUsd: 0.25, maxUsd: 1.5 },
  SGD: { minUsd: 0.35, maxUsd: 1.5 },
  CNY: { minUsd: 0.06, maxUsd: 0.4 },
  JPY: { minUsd: 0.002, maxUsd: 0.03 },
  KRW: { minUsd: 0.000_2, maxUsd: 0.003 },
}

/** For coins, which are refused 2 % off a dollar anyway, and for currencies without stated bounds. */
const widestBounds: PriceBounds = { minUsd: 0.000_001, maxUsd: 1_000_000 }

/** The known price bounds of a coin or a currency. */
export function getPriceBounds(base: string): PriceBounds {
  return currencyBounds[base] ?? widestBounds
}

/** A feed with the heartbeat of most. */
export const daily = (address: string): FeedFacts => ({ address, heartbeatSeconds: DEFAULT_HEARTBEAT_SECONDS })

/** Of Ether, in USD: about a tenth of the lowest and ten times the highest price since 2020. */
export const etherBounds = { minUsd: 10, maxUsd: 50_000 }

/** The former names of renamed coins, which feeds may still use. */
export const formerNames: Readonly<Record<string, string>> = { POL: 'MATIC' }
