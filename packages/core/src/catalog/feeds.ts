import { isCoin } from './coins.ts'

export type FeedFacts = {
  readonly address: string
  /** Within this time the feed is updated even if the price stands still. */
  readonly heartbeatSeconds: number
}

/** What is assumed of a feed whose heartbeat nobody has stated: the longest in use. */
export const DEFAULT_HEARTBEAT_SECONDS = 86_400

/** Updates are late when blocks are full. */
const COIN_MARGIN_SECONDS = 3_600
/** Currencies are not traded at weekends: their feeds are silent from Friday to Sunday night, holidays longer. */
const CURRENCY_MARGIN_SECONDS = 3 * 86_400

/** How much longer than its heartbeat a feed may be silent. */
export function feedMarginSeconds(base: string): number {
  return isCoin(base) ? COIN_MARGIN_SECONDS : CURRENCY_MARGIN_SECONDS
}

const daily = (address: string): FeedFacts => ({ address, heartbeatSeconds: DEFAULT_HEARTBEAT_SECONDS })

/**
 * Proxies of Chainlink's feeds against USD, from Aave's address book. The heartbeat of USDC on Ethereum is
 * Chainlink's own statement; the others are the default.
 */
export const ethereumFeeds: Readonly<Record<string, FeedFacts>> = {
  EUR: daily('0xb49f677943BC038e9857d61E7d053CaA2C1734C1'),
  GBP: daily('0x5c0Ab2d9b5a7ed9f470386e82BB36A3613cDd4b5'),
  CHF: daily('0x449d117117838fFA61263B61dA6301AA2a88B13A'),
  USDC: daily('0x8fFfFfd4AfB6115b954Bd326cbe7B4BA576818f6'),
  USDT: daily('0x3E7d1eAB13ad0104d2750B8863b489D65364e32D'),
  DAI: daily('0xAed0c38402a5d19df6E4c03F4E2DceD6e29c1ee9'),
}

export const polygonFeeds: Readonly<Record<string, FeedFacts>> = {
  EUR: daily('0x73366Fe0AA0Ded304479862808e02506FE556a98'),
  GBP: daily('0x099a2540848573e94fb1Ca0Fa420b00acbBc845a'),
  CHF: daily('0xc76f762CedF0F78a439727861628E0fdfE1e70c2'),
  USDC: daily('0xfE4A8cc5b5B2366C1B58Bea3858e81843581b2F7'),
  USDT: daily('0x0A6513e40db6EB1b165753AD52E80663aeA50545'),
  DAI: daily('0x4746DeC9e833A82EC7C2C1356372CcF2cfcD2F3D'),
}
