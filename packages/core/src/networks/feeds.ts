import { isCoin } from '../catalog/coins.ts'
import type { Environment } from '../catalog/environments.ts'
import type { FeedAnswer } from '../chains/chain.ts'
import type { Feed, Network } from '../chains/network.ts'
import { formatRate } from '../domain/price.ts'
import { coinRate, type FeedReading, isStale } from '../domain/rate.ts'
import { iso } from '../domain/time.ts'
import { messageOf } from './health.ts'

/** How a price feed stands, for health views and `doctor`. */
export type FeedState = {
  readonly environment: string
  readonly network: string
  /** As in `EUR/USD`. */
  readonly pair: string
  /** USD for one, with eight decimals; null before the first reading. */
  readonly price: string | null
  readonly updatedAt: string | null
  /** Seconds since the feed was updated. */
  readonly ageSeconds: number | null
  /** Nothing is priced by it: it is too old, or was never read. */
  readonly stale: boolean
  readonly trouble: string | null
}

type KnownReading = { readonly network: Network; readonly reading: FeedReading; readonly stale: boolean }

/** What this process has read of the price feeds since it started. */
export type FeedBoard = {
  read(feed: Feed, answer: FeedAnswer): void
  failed(feed: Feed, error: unknown): void
  /** The last reading of each feed for a coin or a currency, those that were updated last first. */
  readings(environment: Environment, base: string): readonly KnownReading[]
  /** What an operator should know of a network's feeds; the same text while nothing changes. */
  trouble(network: Network): string | null
  states(): FeedState[]
}

type Entry = {
  readonly network: Network
  readonly feed: Feed
  reading: FeedReading | null
  /** Why it could not be read the last time. */
  failure: string | null
}

/** Clocks differ, and blocks are dated a little ahead. */
const MAX_AHEAD_MS = 5 * 60_000

export function feedBoard(networks: readonly Network[], now: () => number): FeedBoard {
  const entries = networks.flatMap((network) =>
    network.feeds.map((feed): Entry => ({ network, feed, reading: null, failure: null })),
  )
  const byFeed = new Map(entries.map((entry) => [entry.feed, entry]))
  const byBase = Map.groupBy(entries, ({ network, feed }) => `${network.environment} ${feed.base}`)
  const entriesOf = (environment: Environment, base: string) => byBase.get(`${environment} ${base}`) ?? []
  return {
    read(feed, answer) {
      const entry = byFeed.get(feed)
      if (entry) Object.assign(entry, taken(answer, now()))
    },
    failed(feed, error) {
      const entry = byFeed.get(feed)
      if (entry) entry.failure = messageOf(error)
    },
    readings: (environment, base) =>
      entriesOf(environment, base)
        .flatMap(({ network, feed, reading }) =>
          reading ? [{ network, reading, stale: isStale(reading, feed, now()) }] : [],
        )
        .toSorted((one, other) => other.reading.updatedAt - one.reading.updatedAt),
    trouble(network) {
      const own = entries.filter((entry) => entry.network === network)
      return own.flatMap((entry) => troubleOf(entry, now()) ?? []).join('; ') || null
    },
    states: () => entries.map((entry) => stateOf(entry, now())),
  }
}

/** What changes when a feed has answered. */
function taken(answer: FeedAnswer, now: number): Partial<Entry> {
  if (answer.updatedAt <= now + MAX_AHEAD_MS) return { reading: { ...answer, readAt: now }, failure: null }
  return { failure: `is dated ${iso(answer.updatedAt)}, in the future: check this machine's clock` }
}

function troubleOf({ feed, reading, failure }: Entry, now: number): string | null {
  const pair = pairOf(feed)
  const stale = reading === null || isStale(reading, feed, now)
  const isRefused = !isCoin(feed.base) || (reading !== null && coinRate(reading.price, 'stale') === null)
  const instead = `without another feed ${feed.base} ${isRefused ? 'is refused' : 'counts as 1 USD'}`
  if (failure !== null) return `${pair} could not be read (${failure})${stale ? `: ${instead}` : ''}`
  if (reading === null) return null
  if (stale) return `${pair} has not been updated since ${iso(reading.updatedAt)}: ${instead}`
  if (!isCoin(feed.base) || coinRate(reading.price, 'fresh') !== null) return null
  return `${pair} is at ${formatRate(reading.price)}: ${feed.base} is refused until it is back within 2 %`
}

function stateOf(entry: Entry, now: number): FeedState {
  const { network, feed, reading } = entry
  return {
    environment: network.environment,
    network: network.name,
    pair: pairOf(feed),
    price: reading && formatRate(reading.price),
    updatedAt: reading && iso(reading.updatedAt),
    ageSeconds: reading && Math.max(0, Math.floor((now - reading.updatedAt) / 1_000)),
    stale: reading === null || isStale(reading, feed, now),
    trouble: troubleOf(entry, now),
  }
}

function pairOf({ base }: Feed): string {
  return `${base}/USD`
}
