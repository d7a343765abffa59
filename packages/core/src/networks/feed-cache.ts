import { listFeeds, type Network } from '../chains/network.ts'
import type { AgreedPrice, Feed } from '../chains/roles.ts'
import type { FeedCache, FeedState } from '../context/caches.ts'
import { isCoin } from '../domain/catalog/coins.ts'
import type { Environment } from '../domain/catalog/networks.ts'
import {
  CONFIRMING_READINGS,
  computeCoinRate,
  type FeedReading,
  formatRate,
  isStale,
  judgePrice,
  type Waiting,
} from '../domain/rate.ts'
import { toIsoTime } from '../domain/time.ts'
import { describeError } from './health.ts'

type Entry = {
  readonly network: Network
  readonly feed: Feed
  /** It prices the chain's own coin, not payments. */
  readonly isNative: boolean
  reading: FeedReading | null
  /** The reason for which the last reading failed. */
  failure: string | null
  /** A jump that needs confirmation. */
  waiting: Waiting | null
  /** A doubt about the last reading, for the operator. */
  doubt: string | null
}

/** Clocks differ, and blocks are dated slightly ahead. */
const MAX_AHEAD_MS = 5 * 60_000
/** The time for which an agreed price of one network bounds the only node of another network. */
const AGREED_LATELY_MS = 10 * 60_000

export type KnownReading = { readonly network: Network; readonly reading: FeedReading; readonly stale: boolean }

/** The price feeds as this process has read them since it started. */
export type FeedPrices = {
  /** The last reading of each feed for a coin or a currency, most recently updated first. */
  readings(environment: Environment, base: string): readonly KnownReading[]
  /** 10^-8 USD per unit of a network's own coin at the last reading, however old; null before the first reading. */
  nativePrice(network: Network): bigint | null
}

export function createFeedCache(networks: readonly Network[], now: () => number): FeedCache & FeedPrices {
  const entries = networks.flatMap((network) =>
    listFeeds(network).map((feed): Entry => {
      const isNative = feed === network.nativePrice
      return { network, feed, isNative, reading: null, failure: null, waiting: null, doubt: null }
    }),
  )
  const byFeed = new Map(entries.map((entry) => [entry.feed, entry]))
  const pricing = entries.filter(({ isNative }) => !isNative)
  const byBase = Map.groupBy(pricing, ({ network, feed }) => `${network.environment} ${feed.base}`)
  const getEntries = (environment: Environment, base: string) => byBase.get(`${environment} ${base}`) ?? []
  return {
    read(feed, answer) {
      const entry = byFeed.get(feed)
      if (!entry) return
      const others = entry.isNative ? [] : getEntries(entry.network.environment, feed.base)
      const peers = others.filter((one) => one !== entry)
      Object.assign(entry, changesBy(entry, answer, { peers, now: now() }))
    },
    failed(feed, error) {
      const entry = byFeed.get(feed)
      if (entry) entry.failure = describeError(error)
    },
    readings: (environment, base) =>
      getEntries(environment, base)
        .flatMap(({ network, feed, reading }) =>
          reading ? [{ network, reading, stale: isStale(reading, feed, now()) }] : [],
        )
        .toSorted((one, other) => other.reading.updatedAt - one.reading.updatedAt),
    nativePrice({ nativePrice: source }) {
      return typeof source === 'object' && source ? (byFeed.get(source)?.reading?.price ?? null) : source
    },
    trouble(network) {
      const own = entries.filter((entry) => entry.network === network)
      return own.flatMap((entry) => findTrouble(entry, now()) ?? []).join('; ') || null
    },
    states: () => entries.map((entry) => toState(entry, now())),
  }
}

/** Tells whether several nodes agreed on it recently. */
function isAgreedNow(reading: FeedReading, feed: Feed, now: number): boolean {
  return reading.voices > 1 && now - reading.readAt <= AGREED_LATELY_MS && !isStale(reading, feed, now)
}

/** The changes to an entry when its feed has answered. */
function changesBy(
  entry: Entry,
  answer: AgreedPrice,
  { peers, now }: { readonly peers: readonly Entry[]; readonly now: number },
): Partial<Entry> {
  if (answer.updatedAt > now + MAX_AHEAD_MS) {
    return { failure: `is dated ${toIsoTime(answer.updatedAt)}, in the future: check this machine's clock` }
  }
  const { price, voices, updatedAt } = answer
  const before = entry.reading?.price ?? null
  const agreeing = peers.find(({ feed, reading }) => reading && isAgreedNow(reading, feed, now))
  const agreed = agreeing?.reading?.price ?? null
  const of = isCoin(entry.feed.base) ? 'coin' : 'currency'
  const verdict = judgePrice(of, answer, { before, agreed, waiting: entry.waiting })
  if (verdict.kind === 'believed') {
    const doubt =
      answer.doubt &&
      `${answer.doubt}: ${formatRate(price)}, ${entry.isNative ? 'the dearer one' : 'which costs payers more'}, counts`
    return { reading: { price, voices, updatedAt, readAt: now }, failure: null, waiting: null, doubt }
  }
  if (verdict.kind === 'contradicted') {
    const others = `${formatRate(agreed ?? 0n)}, which nodes of ${agreeing?.network.name} agree about`
    const doubt = `is at ${formatRate(price)} by the word of one node and not believed, because it is too far from ${others}`
    return { failure: null, waiting: null, doubt }
  }
  const until = answer.alone ? `it was read ${CONFIRMING_READINGS} times in a row` : 'a second node says so'
  const jump = `jumped from ${formatRate(before ?? 0n)} to ${formatRate(price)} by the word of one node`
  return { failure: null, waiting: verdict.waiting, doubt: `${jump}: the former price counts until ${until}` }
}

/** The consequence of a stale feed. */
function explainStale({ feed, reading, isNative }: Entry): string {
  if (isNative) return reading ? 'its last price goes on bounding network fees' : 'what moves coins waits for it'
  const isRefused = !isCoin(feed.base) || (reading !== null && computeCoinRate(reading.price, 'stale') === null)
  return `without another feed ${feed.base} ${isRefused ? 'is refused' : 'counts as 1 USD'}`
}

function findTrouble(entry: Entry, now: number): string | null {
  const { feed, reading, failure, doubt } = entry
  const pair = formatPair(feed)
  const stale = reading === null || isStale(reading, feed, now)
  const instead = explainStale(entry)
  if (failure !== null) return `${pair} could not be read (${failure})${stale ? `: ${instead}` : ''}`
  if (doubt !== null) return `${pair} ${doubt}`
  if (reading === null) return null
  if (stale) return `${pair} has not been updated since ${toIsoTime(reading.updatedAt)}: ${instead}`
  if (!isCoin(feed.base) || computeCoinRate(reading.price, 'fresh') !== null) return null
  return `${pair} is at ${formatRate(reading.price)}: ${feed.base} is refused until it is back within 2 %`
}

function toState(entry: Entry, now: number): FeedState {
  const { network, feed, reading } = entry
  return {
    environment: network.environment,
    network: network.name,
    pair: formatPair(feed),
    price: reading && formatRate(reading.price),
    updatedAt: reading && toIsoTime(reading.updatedAt),
    ageSeconds: reading && Math.max(0, Math.floor((now - reading.updatedAt) / 1_000)),
    stale: reading === null || isStale(reading, feed, now),
    trouble: findTrouble(entry, now),
  }
}

function formatPair({ base }: Feed): string {
  return `${base}/USD`
}
