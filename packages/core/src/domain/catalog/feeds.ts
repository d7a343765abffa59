import { isCoin } from './coins.ts'

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

/** How much longer than its heartbeat a feed may be silent. */
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

const daily = (address: string): FeedFacts => ({ address, heartbeatSeconds: DEFAULT_HEARTBEAT_SECONDS })

/**
 * Proxies of Chainlink's feeds against USD, from Aave's address book. Chainlink itself states the heartbeat of USDC on
 * Ethereum; the others are the default.
 */
export const ethereumFeeds: Readonly<Record<string, FeedFacts>> = {
  EUR: daily('0xb49f677943BC038e9857d61E7d053CaA2C1734C1'),
  GBP: daily('0x5c0Ab2d9b5a7ed9f470386e82BB36A3613cDd4b5'),
  CHF: daily('0x449d117117838fFA61263B61dA6301AA2a88B13A'),
  USDC: daily('0x8fFfFfd4AfB6115b954Bd326cbe7B4BA576818f6'),
  USDT: daily('0x3E7d1eAB13ad0104d2750B8863b489D65364e32D'),
  DAI: daily('0xAed0c38402a5d19df6E4c03F4E2DceD6e29c1ee9'),
}

/** The bounds are about a tenth of the lowest and ten times the highest price since 2020. */
const etherBounds = { minUsd: 10, maxUsd: 50_000 }
const polBounds = { minUsd: 0.01, maxUsd: 30 }

/**
 * Proxies of Chainlink's feeds of chains' own coins against USD, by chain id. Ether's feed on Ethereum has a heartbeat
 * of an hour; the others' are the default. POL's feeds may still have the name MATIC, the coin's former name.
 */
export const nativeFeeds: Readonly<Record<number, FeedFacts>> = {
  1: { address: '0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419', heartbeatSeconds: 3_600, ...etherBounds },
  137: { ...daily('0xAB594600376Ec9fD91F8e885dADF0CE036862dE0'), ...polBounds },
  11155111: { ...daily('0x694AA1769357215DE4FAC081bf1f309aDC325306'), ...etherBounds },
  80002: { ...daily('0x001382149eBa3441043c1c66972b4772963f5D43'), ...polBounds },
}

/** The former names of renamed coins, which feeds may still use. */
export const formerNames: Readonly<Record<string, string>> = { POL: 'MATIC' }

export const polygonFeeds: Readonly<Record<string, FeedFacts>> = {
  EUR: daily('0x73366Fe0AA0Ded304479862808e02506FE556a98'),
  GBP: daily('0x099a2540848573e94fb1Ca0Fa420b00acbBc845a'),
  CHF: daily('0xc76f762CedF0F78a439727861628E0fdfE1e70c2'),
  USDC: daily('0xfE4A8cc5b5B2366C1B58Bea3858e81843581b2F7'),
  USDT: daily('0x0A6513e40db6EB1b165753AD52E80663aeA50545'),
  DAI: daily('0x4746DeC9e833A82EC7C2C1356372CcF2cfcD2F3D'),
}
