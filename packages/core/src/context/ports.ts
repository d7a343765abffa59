import type { Claimable } from '../chains/claimables.ts'
import type { Feed, Network } from '../chains/network.ts'
import type { AgreedPrice } from '../chains/prices.ts'
import type { Environment } from '../domain/catalog/environments.ts'
import type { FeedReading } from '../domain/rate.ts'

/** The state of a price feed, for health views and `doctor`. */
export type FeedState = {
  readonly environment: string
  readonly network: string
  /** As in `EUR/USD`. */
  readonly pair: string
  /** USD per unit, with eight decimals; null before the first reading. */
  readonly price: string | null
  readonly updatedAt: string | null
  /** Seconds since the feed was updated. */
  readonly ageSeconds: number | null
  /** It is too old or was never read, so it prices nothing. */
  readonly stale: boolean
  readonly trouble: string | null
}

export type KnownReading = { readonly network: Network; readonly reading: FeedReading; readonly stale: boolean }

/** The price feeds as this process has read them since it started. */
export type FeedCache = {
  read(feed: Feed, answer: AgreedPrice): void
  failed(feed: Feed, error: unknown): void
  /** The last reading of each feed for a coin or a currency, most recently updated first. */
  readings(environment: Environment, base: string): readonly KnownReading[]
  /** 10^-8 USD per unit of a network's own coin at the last reading, however old; null before the first reading. */
  nativePrice(network: Network): bigint | null
  /** A text for the operator about a network's feeds. It stays the same while nothing changes. */
  trouble(network: Network): string | null
  states(): FeedState[]
}

/** The claimable balances that this process last read, if their memo may name a payment. */
export type ClaimableCache = {
  /** Replaces the balances that an account can claim. */
  read(network: Network, account: string, claimables: readonly Claimable[]): void
  of(network: Network, account: string, memo: string): readonly Claimable[]
  /** The accounts that had claimable balances at the last reading. */
  accounts(network: Network): string[]
}
