import type { Claimable } from '../chains/claimables.ts'
import type { Feed, Network } from '../chains/network.ts'
import type { AgreedPrice } from '../chains/prices.ts'

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

/** Takes in the price feeds, and says how they are. Quotes and fee limits read the prices. */
export type FeedCache = {
  read(feed: Feed, answer: AgreedPrice): void
  failed(feed: Feed, error: unknown): void
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
